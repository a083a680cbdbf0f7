// linalg/constrained_metric.cpp: two ways to solve, behind one interface.

#include "descant/linalg/constrained_metric.hpp"

#include <optional>

#include "descant/core/error.hpp"
#include "descant/linalg/border.hpp"
#include "descant/linalg/row_projection.hpp"
#include "descant/linalg/two_level.hpp"

namespace descant {

/// What a metric becomes for one user of it: constraints, and memory to work in.
struct ConstrainedMetric::Parts {
  virtual ~Parts() = default;
  virtual bool constrain(const SparseMatrix& Z, BasisLayout layout) = 0;
  virtual void apply(RowBlock<const double> b, RowBlock<double> x) = 0;
  virtual Index num_constraints() const = 0;
  virtual std::size_t memory_bytes() const = 0;
  virtual std::size_t sweep_bytes() const = 0;
};

/// A matrix made ready to be solved with.
struct ScalarMetric::Parts {
  virtual ~Parts() = default;
  virtual std::unique_ptr<ConstrainedMetric::Parts> user(int dim) const = 0;
  virtual Index size() const = 0;
  virtual Index num_nonzeros() const = 0;
  virtual std::size_t memory_bytes() const = 0;
};

namespace {

class BorderedFactor : public ConstrainedMetric::Parts {
 public:
  BorderedFactor(const PanelFactor& factor, int dim, const Workers& workers)
      : factor_(factor),
        dim_(dim),
        workers_(workers),
        border_(factor, dim, workers),
        sweep_(factor, workers) {}

  bool constrain(const SparseMatrix& Z, BasisLayout layout) override {
    rows_.reset();
    if (fits_in_rows(Z, layout)) {
      rows_ = RowProjection::make(Z, [&](const auto& b, const auto& x) { sweep_.run(b, x); });
      return rows_.has_value();
    }
    return border_.set(Z, layout == BasisLayout::split ? BorderKind::split : BorderKind::general);
  }
  void apply(RowBlock<const double> b, RowBlock<double> x) override {
    if (!rows_ && num_constraints() > 0) return sweep_.run(b, x, border_.sweep());
    sweep_.run(b, x);
    if (rows_) rows_->apply(x, workers_);
  }
  Index num_constraints() const override {
    return rows_ ? rows_->num_columns() : border_.num_constraints();
  }
  std::size_t memory_bytes() const override {
    return border_.memory_bytes() + sweep_.memory_bytes() + (rows_ ? rows_->memory_bytes() : 0);
  }
  std::size_t sweep_bytes() const override {
    if (rows_) return factor_.value_bytes() + rows_->memory_bytes();
    const Index values = num_constraints() > 0 ? border_.num_values() : 0;
    return factor_.value_bytes() + static_cast<std::size_t>(values) * sizeof(double);
  }

 private:
  /// True where constraints are few and reach nearly all there is.
  bool fits_in_rows(const SparseMatrix& Z, BasisLayout layout) const {
    constexpr Index most_columns = 32;
    if (layout != BasisLayout::split || dim_ != 3) return false;
    return Z.cols() > 0 && Z.cols() <= most_columns && 2 * Z.nonZeros() >= Z.rows() * Z.cols();
  }

  const PanelFactor& factor_;
  int dim_;
  Workers workers_;
  Border border_;
  std::optional<RowProjection> rows_;  ///< in place of border_, where they fit
  PanelSweep sweep_;
};

class FactoredMetric : public ScalarMetric::Parts {
 public:
  FactoredMetric(const SparseMatrix& A_s, const Workers& workers, Storage storage)
      : workers_(workers), factor_(A_s, workers, storage) {}

  std::unique_ptr<ConstrainedMetric::Parts> user(int dim) const override {
    return std::make_unique<BorderedFactor>(factor_, dim, workers_);
  }
  Index size() const override { return factor_.size(); }
  Index num_nonzeros() const override { return factor_.num_nonzeros(); }
  std::size_t memory_bytes() const override { return factor_.memory_bytes(); }

 private:
  Workers workers_;
  PanelFactor factor_;
};

class ProjectedTwoLevel : public ConstrainedMetric::Parts {
 public:
  ProjectedTwoLevel(const TwoLevel& metric, const Workers& workers)
      : metric_(metric), workers_(workers), scratch_(metric) {}

  bool constrain(const SparseMatrix& Z, BasisLayout layout) override {
    expect_equal(layout == BasisLayout::split, true,
                 "a two-level metric constrains all coordinates alike");
    rows_.reset();
    if (Z.cols() == 0) return true;
    rows_ = RowProjection::make(
        Z, [&](const auto& b, const auto& x) { metric_.apply(b, x, scratch_); });
    return rows_.has_value();
  }
  void apply(RowBlock<const double> b, RowBlock<double> x) override {
    metric_.apply(b, x, scratch_);
    if (rows_) rows_->apply(x, workers_);
  }
  Index num_constraints() const override { return rows_ ? rows_->num_columns() : 0; }
  std::size_t memory_bytes() const override { return scratch_.memory_bytes() + border_bytes(); }
  std::size_t sweep_bytes() const override { return metric_.memory_bytes() + border_bytes(); }

 private:
  std::size_t border_bytes() const { return rows_ ? rows_->memory_bytes() : 0; }

  const TwoLevel& metric_;
  Workers workers_;
  TwoLevel::Scratch scratch_;
  std::optional<RowProjection> rows_;  ///< empty without constraints
};

class TwoLevelMetric : public ScalarMetric::Parts {
 public:
  TwoLevelMetric(const SparseMatrix& A_s, const Workers& workers)
      : workers_(workers), metric_(A_s, workers) {}

  std::unique_ptr<ConstrainedMetric::Parts> user(int) const override {
    return std::make_unique<ProjectedTwoLevel>(metric_, workers_);
  }
  Index size() const override { return metric_.size(); }
  Index num_nonzeros() const override { return metric_.num_nonzeros(); }
  std::size_t memory_bytes() const override { return metric_.memory_bytes(); }

 private:
  Workers workers_;
  TwoLevel metric_;
};

}  // namespace

ScalarMetric::ScalarMetric(const SparseMatrix& A_s, int dim, const Workers& workers,
                           MetricKind kind)
    : dim_(dim) {
  expect_equal(A_s.rows(), A_s.cols(), "a metric is square");
  expect_equal(dim == 2 || dim == 3, true, "space has 2 or 3 dimensions");
  if (kind == MetricKind::two_level)
    parts_ = std::make_unique<TwoLevelMetric>(A_s, workers);
  else
    parts_ = std::make_unique<FactoredMetric>(
        A_s, workers, kind == MetricKind::full ? Storage::full : Storage::single);
}

ScalarMetric::~ScalarMetric() = default;
Index ScalarMetric::num_vertices() const { return parts_->size(); }
Index ScalarMetric::factor_nonzeros() const { return parts_->num_nonzeros(); }
std::size_t ScalarMetric::memory_bytes() const { return parts_->memory_bytes(); }

void ScalarMetric::solve(const Positions& B, Positions& X) const {
  expect_equal(B.rows(), num_vertices(), "a right-hand side has a row for each vertex");
  X.resize(B.rows(), B.cols());
  const std::unique_ptr<ConstrainedMetric::Parts> user = parts_->user(dim_);
  for (Index j = 0; j < B.cols(); j += 3) {
    const int dim = static_cast<int>(std::min<Index>(3, B.cols() - j));
    user->apply({B.data() + j, dim, B.cols()}, {X.data() + j, dim, X.cols()});
  }
}

ConstrainedMetric::ConstrainedMetric(std::shared_ptr<const ScalarMetric> metric)
    : metric_(std::move(metric)), parts_(metric_->parts_->user(metric_->dim())) {}

ConstrainedMetric::~ConstrainedMetric() = default;
ConstrainedMetric::ConstrainedMetric(ConstrainedMetric&&) noexcept = default;
ConstrainedMetric& ConstrainedMetric::operator=(ConstrainedMetric&&) noexcept = default;
Index ConstrainedMetric::num_constraints() const { return parts_->num_constraints(); }
std::size_t ConstrainedMetric::memory_bytes() const { return parts_->memory_bytes(); }
std::size_t ConstrainedMetric::sweep_bytes() const { return parts_->sweep_bytes(); }

bool ConstrainedMetric::constrain(const SparseMatrix& Z, BasisLayout layout) {
  expect_equal(Z.rows(),
               metric_->num_vertices() * (layout == BasisLayout::split ? 1 : metric_->dim()),
               "a basis has a row for each unknown");
  expect_equal(Z.isCompressed(), true, "a basis is compressed");
  return parts_->constrain(Z, layout);
}

void ConstrainedMetric::apply(const Vector& b, Vector& x) {
  const int dim = metric_->dim();
  expect_equal(b.size(), metric_->num_vertices() * dim, "a right-hand side has all dofs");
  x.resize(b.size());
  parts_->apply({b.data(), dim, dim}, {x.data(), dim, dim});
}

}  // namespace descant
