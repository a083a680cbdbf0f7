// linalg/two_level.cpp: laying the matrices out for the sweeps, and the sweeps.

#include "descant/linalg/two_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/linalg/aggregation.hpp"
#include "descant/linalg/ordering.hpp"
#include "descant/linalg/panel_sweep.hpp"
#include "descant/linalg/row_kernels.hpp"

namespace descant {
namespace {

constexpr Index block = 2048;  ///< rows swept one after the other

using BlockRows = std::array<double, block * row_width>;  ///< stay in a near cache

/// A in another order: neighbours stay close, so blocks are compact.
SparseMatrix permuted(const SparseMatrix& A, const std::vector<int>& order) {
  Eigen::PermutationMatrix<Eigen::Dynamic> to_new(A.rows());
  for (Index k = 0; k < A.rows(); ++k) to_new.indices()[order[k]] = static_cast<int>(k);
  SparseMatrix result;
  result = A.twistedBy(to_new);
  result.makeCompressed();
  return result;
}

/// True where most neighbours of a row stand in its own block already.
bool is_compact(const SparseMatrix& A) {
  constexpr double most_beyond = 0.3;
  Index num_beyond = 0;
  for (Index i = 0; i < A.cols(); ++i)
    for (SparseMatrix::InnerIterator it(A, i); it; ++it)
      num_beyond += it.row() / block != i / block ? 1 : 0;
  return static_cast<double>(num_beyond) <= most_beyond * static_cast<double>(A.nonZeros());
}

/// Rows in an order whose blocks are compact.
std::vector<int> sweeping_order(const SparseMatrix& A) {
  if (!is_compact(A)) return fill_reducing_order(A);
  std::vector<int> order(A.cols());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

SweepRows sweep_rows(const SparseMatrix& A) {
  SweepRows rows(A.cols());
  const auto run_of = [](Index i, Index j) { return j / block != i / block ? 1 : j < i ? 0 : 2; };
  for (Index i = 0; i < A.cols(); ++i) {
    double own = 0, away = 0;
    for (int run = 0; run < 3; ++run) {
      for (SparseMatrix::InnerIterator it(A, i); it; ++it) {
        if (it.row() == i) own = it.value();
        if (it.row() == i || run_of(i, it.row()) != run) continue;
        rows.column.push_back(static_cast<int>(it.row()));
        rows.value.push_back(static_cast<float>(it.value()));
        if (run == 1) away += std::abs(it.value());
      }
      rows.begin[3 * i + run + 1] = static_cast<int>(rows.column.size());
    }
    // 2d − a_ii ≥ Σ|a_ij| over other blocks: then sweeps side by side shrink every error
    rows.diagonal.push_back(own);
    rows.inverse.push_back(1 / std::max(own, (own + away) / 2));
  }
  return rows;
}

}  // namespace

struct TwoLevel::Parts {
  Parts(const SparseMatrix& A, const SparseMatrix& P, std::vector<int> new_order,
        const Workers& crew)
      : workers(crew),
        order(std::move(new_order)),
        fine(sweep_rows(A)),
        from_groups(SparseMatrix(P.transpose())),
        to_groups(P),
        factor(P.transpose() * (A * P).pruned(), crew, Storage::single) {}

  Workers workers;
  std::vector<int> order;  ///< unknown of each row
  SweepRows fine;
  SparseRows from_groups, to_groups;  ///< P and Pᵀ
  PanelFactor factor;                 ///< of PᵀAP
};

struct TwoLevel::Scratch::Parts {
  explicit Parts(const TwoLevel::Parts& of)
      : sweep(of.factor, of.workers), partial((of.order.size() + block - 1) / block) {
    const size_t fine = of.order.size() * row_width;
    const size_t groups = static_cast<size_t>(of.factor.size()) * row_width;
    for (AlignedVector<double>* rows : {&x, &r}) rows->resize(fine);
    for (AlignedVector<double>* rows : {&load, &answer}) rows->resize(groups);
  }
  PanelSweep sweep;
  AlignedVector<double> x, r, load, answer;
  std::vector<AlignedVector<double>> partial;  ///< of Wᵀb, one a block
  AlignedVector<double> mu;
};

TwoLevel::TwoLevel(const SparseMatrix& A, const Workers& workers) {
  // what sweeps divide by, and must not spread
  const bool is_sound = Eigen::Map<const Vector>(A.valuePtr(), A.nonZeros()).allFinite() &&
                        (A.diagonal().array() > 0).all();
  if (!is_sound)
    throw InputError("material", "the metric of the body is not positive definite",
                     "Bring stiffness, density and size closer to each other");
  std::vector<int> order = sweeping_order(A);
  const SparseMatrix sorted = permuted(A, order);
  const SparseMatrix P = interpolation(sorted, aggregates(sorted));
  parts_ = std::make_unique<Parts>(sorted, P, std::move(order), workers);
  scale_ = 2 / (2 - contraction(A));
}

double TwoLevel::contraction(const SparseMatrix& A) const {
  // powers of I − BA, whose eigenvalues lie between 0 and what is sought
  constexpr int num_powers = 10;
  Scratch scratch(*this);
  Positions e(size(), 3), Ae, x(size(), 3);
  for (Index i = 0; i < e.size(); ++i) e.data()[i] = std::sin(static_cast<double>(i * i % 9973));
  double before = 0, after = 0;  // squares of the energy norm
  for (int power = 0; power <= num_powers; ++power) {
    Ae = A * e;
    before = std::exchange(after, e.cwiseProduct(Ae).sum());
    if (!(after > 0)) return 0;
    apply({Ae.data(), 3, 3}, {x.data(), 3, 3}, nullptr, scratch);
    e -= x;
  }
  return std::min(1.0, std::sqrt(after / before));
}

TwoLevel::~TwoLevel() = default;
TwoLevel::Scratch::Scratch(const TwoLevel& of) : parts_(std::make_unique<Parts>(*of.parts_)) {}
TwoLevel::Scratch::~Scratch() = default;
TwoLevel::Scratch::Scratch(Scratch&&) noexcept = default;

Index TwoLevel::Scratch::memory_bytes() const {
  const Parts& of = *parts_;
  return of.sweep.memory_bytes() +
         static_cast<Index>(sizeof(double) * (2 * of.x.size() + 2 * of.load.size()));
}

Index TwoLevel::size() const { return static_cast<Index>(parts_->order.size()); }
Index TwoLevel::num_groups() const { return parts_->factor.size(); }

Index TwoLevel::num_nonzeros() const {
  return size() + parts_->factor.num_nonzeros() + static_cast<Index>(parts_->fine.value.size());
}

Index TwoLevel::memory_bytes() const {
  return parts_->factor.memory_bytes() + parts_->fine.bytes() + parts_->from_groups.bytes() +
         parts_->to_groups.bytes() + size() * static_cast<Index>(sizeof(int));
}

std::optional<RowBorder> TwoLevel::border(const SparseMatrix& Z) const {
  Scratch scratch(*this);
  return row_border(Z, parts_->order, [&](RowBlock<const double> b, RowBlock<double> x) {
    apply(b, x, nullptr, scratch);
  });
}

void TwoLevel::apply(RowBlock<const double> b, RowBlock<double> x, const RowBorder* border,
                     Scratch& scratch) const {
  const Parts& of = *parts_;
  Scratch::Parts& with = *scratch.parts_;
  double *xs = with.x.data(), *rs = with.r.data();
  const auto over = [&](Index count, const auto& body) {
    of.workers.for_ranges(count, block, body);
  };
  const auto gather = [&](Index begin, Index end, BlockRows& rows) {
    for (Index i = begin; i < end; ++i)
      for (int a = 0; a < row_width; ++a)
        rows[(i - begin) * row_width + a] = a < b.dim ? b.data[of.order[i] * b.stride + a] : 0.0;
    std::fill(rows.begin() + (end - begin) * row_width, rows.end(), 0.0);
  };

  // forward, to the groups, and back
  over(size(), [&](Index begin, Index end) {
    alignas(64) BlockRows bs;
    gather(begin, end, bs);
    if (border) {
      AlignedVector<double>& sum = with.partial[begin / block];
      sum.assign(border->sum_size(), 0);
      border->add_products(begin, end, bs.data(), sum.data());
    }
    sweep_forward(of.fine, begin, end, bs.data(), xs);
  });
  over(size(), [&](Index begin, Index end) { residual_after_sweep(of.fine, begin, end, xs, rs); });
  over(num_groups(), [&](Index begin, Index end) {
    std::fill(with.load.begin() + begin * row_width, with.load.begin() + end * row_width, 0.0);
    add_product(of.to_groups, begin, end, rs, with.load.data());
  });
  with.sweep.run({with.load.data(), 3, row_width}, {with.answer.data(), 3, row_width});
  over(size(), [&](Index begin, Index end) {
    add_product(of.from_groups, begin, end, with.answer.data(), xs);
  });

  // backward, and what the constraints take away
  if (border) {
    with.mu.assign(border->sum_size(), 0);
    for (const AlignedVector<double>& sum : with.partial)
      for (size_t j = 0; j < sum.size(); ++j) with.mu[j] += sum[j];
    border->solve(with.mu.data());
    for (double& mu : with.mu) mu /= scale_;
  }
  over(size(), [&](Index begin, Index end) {
    alignas(64) BlockRows bs, ys;
    gather(begin, end, bs);
    sweep_backward(of.fine, begin, end, bs.data(), xs, ys.data());
    if (border) border->subtract(begin, end, with.mu.data(), ys.data(), ys.data());
    for (Index i = begin; i < end; ++i)
      for (int a = 0; a < x.dim; ++a)
        x.data[of.order[i] * x.stride + a] = scale_ * ys[(i - begin) * row_width + a];
  });
}

}  // namespace descant
