// linalg/constrained_metric.cpp: one of two ways to solve, each with its own way to constrain.

#include "descant/linalg/constrained_metric.hpp"

#include <optional>

#include "descant/core/error.hpp"
#include "descant/linalg/border.hpp"
#include "descant/linalg/two_level.hpp"

namespace descant {

struct ScalarMetric::Parts {
  Parts(const SparseMatrix& A_s, int d, const Workers& crew, MetricKind kind)
      : dim(d), workers(crew) {
    if (kind == MetricKind::two_level)
      two_level.emplace(A_s, crew);
    else
      factor.emplace(A_s, crew, kind == MetricKind::full ? Storage::full : Storage::single);
  }
  int dim;
  Workers workers;
  std::optional<PanelFactor> factor;  ///< this
  std::optional<TwoLevel> two_level;  ///< or that
};

ScalarMetric::ScalarMetric(const SparseMatrix& A_s, int dim, const Workers& workers,
                           MetricKind kind) {
  expect_equal(A_s.rows(), A_s.cols(), "a metric is square");
  expect_equal(dim == 2 || dim == 3, true, "space has 2 or 3 dimensions");
  parts_ = std::make_unique<Parts>(A_s, dim, workers, kind);
}

ScalarMetric::~ScalarMetric() = default;
int ScalarMetric::dim() const { return parts_->dim; }

Index ScalarMetric::num_vertices() const {
  return parts_->factor ? parts_->factor->size() : parts_->two_level->size();
}

Index ScalarMetric::factor_nonzeros() const {
  return parts_->factor ? parts_->factor->num_nonzeros() : parts_->two_level->num_nonzeros();
}

Index ScalarMetric::memory_bytes() const {
  return parts_->factor ? parts_->factor->memory_bytes() : parts_->two_level->memory_bytes();
}

void ScalarMetric::solve(const Positions& B, Positions& X) const {
  expect_equal(B.rows(), num_vertices(), "a right-hand side has a row for each vertex");
  X.resize(B.rows(), B.cols());
  std::optional<PanelSweep> sweep;
  std::optional<TwoLevel::Scratch> scratch;
  if (parts_->factor)
    sweep.emplace(*parts_->factor, parts_->workers);
  else
    scratch.emplace(*parts_->two_level);
  for (Index j = 0; j < B.cols(); j += 3) {
    const int dim = static_cast<int>(std::min<Index>(3, B.cols() - j));
    if (sweep)
      sweep->run({B.data() + j, dim, B.cols()}, {X.data() + j, dim, X.cols()}, nullptr);
    else
      parts_->two_level->apply({B.data() + j, dim, B.cols()}, {X.data() + j, dim, X.cols()},
                               nullptr, *scratch);
  }
}

/// Whichever the metric needs; the other one is empty.
struct ConstrainedMetric::Parts {
  explicit Parts(const ScalarMetric& metric) {
    const ScalarMetric::Parts& of = *metric.parts_;
    if (of.factor) {
      border.emplace(*of.factor, of.dim, of.workers);
      sweep.emplace(*of.factor, of.workers);
    } else {
      scratch.emplace(*of.two_level);
    }
  }
  std::optional<Border> border;
  std::optional<PanelSweep> sweep;
  std::optional<RowBorder> row_border;  ///< empty without constraints
  std::optional<TwoLevel::Scratch> scratch;
};

ConstrainedMetric::ConstrainedMetric(std::shared_ptr<const ScalarMetric> metric)
    : metric_(std::move(metric)), parts_(std::make_unique<Parts>(*metric_)) {}

ConstrainedMetric::~ConstrainedMetric() = default;
ConstrainedMetric::ConstrainedMetric(ConstrainedMetric&&) noexcept = default;
ConstrainedMetric& ConstrainedMetric::operator=(ConstrainedMetric&&) noexcept = default;

Index ConstrainedMetric::num_constraints() const {
  if (parts_->border) return parts_->border->num_constraints();
  return parts_->row_border ? parts_->row_border->num_columns : 0;
}

Index ConstrainedMetric::memory_bytes() const {
  if (parts_->border) return parts_->border->memory_bytes() + parts_->sweep->memory_bytes();
  return parts_->scratch->memory_bytes() +
         (parts_->row_border ? parts_->row_border->memory_bytes() : 0);
}

Index ConstrainedMetric::sweep_bytes() const {
  if (!parts_->border)
    return metric_->memory_bytes() + (parts_->row_border ? parts_->row_border->memory_bytes() : 0);
  const Index border = num_constraints() > 0 ? parts_->border->num_values() : 0;
  return metric_->parts_->factor->value_bytes() + border * static_cast<Index>(sizeof(double));
}

bool ConstrainedMetric::constrain(const SparseMatrix& Z, BasisLayout layout) {
  const bool is_split = layout == BasisLayout::split;
  expect_equal(Z.rows(), metric_->num_vertices() * (is_split ? 1 : metric_->dim()),
               "a basis has a row for each unknown");
  expect_equal(Z.isCompressed(), true, "a basis is compressed");
  if (parts_->border)
    return parts_->border->set(Z, is_split ? BorderKind::split : BorderKind::general);
  expect_equal(is_split, true, "a two-level metric constrains all coordinates alike");
  parts_->row_border = metric_->parts_->two_level->border(Z);
  return parts_->row_border.has_value();
}

void ConstrainedMetric::apply(const Vector& b, Vector& x) {
  const int dim = metric_->dim();
  expect_equal(b.size(), metric_->num_vertices() * dim, "a right-hand side has all dofs");
  x.resize(b.size());
  if (parts_->border) {
    parts_->sweep->run({b.data(), dim, dim}, {x.data(), dim, dim},
                       num_constraints() > 0 ? &parts_->border->sweep() : nullptr);
    return;
  }
  metric_->parts_->two_level->apply({b.data(), dim, dim}, {x.data(), dim, dim},
                                    parts_->row_border ? &*parts_->row_border : nullptr,
                                    *parts_->scratch);
}

}  // namespace descant
