// linalg/two_level.cpp: laying the matrices out for the sweeps, and the sweeps.

#include "descant/linalg/two_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/linalg/aggregation.hpp"
#include "descant/linalg/ordering.hpp"
#include "descant/linalg/panel_sweep.hpp"
#include "descant/linalg/sweep_kernels.hpp"

namespace descant {
namespace {

using BlockRows = std::array<float, sweep_block * row_width>;  ///< stay in a near cache

/// Calls f with the number of right-hand sides as a constant.
template <class F>
void with_dim(int dim, const F& f) {
  if (dim == 3) return f(std::integral_constant<int, 3>());
  if (dim == 2) return f(std::integral_constant<int, 2>());
  return f(std::integral_constant<int, 1>());
}

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
      num_beyond += it.row() / sweep_block != i / sweep_block ? 1 : 0;
  return static_cast<double>(num_beyond) <= most_beyond * static_cast<double>(A.nonZeros());
}

/// Rows in an order whose blocks are compact.
std::vector<int> sweeping_order(const SparseMatrix& A) {
  if (!is_compact(A)) return fill_reducing_order(A);
  std::vector<int> order(A.cols());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

struct TwoLevel::Parts {
  Parts(const SparseMatrix& A, const SparseMatrix& P, std::vector<int> new_order,
        const Workers& crew, Index most_groups)
      : workers(crew),
        order(std::move(new_order)),
        fine(A),
        from_groups(padded_rows(P.transpose())),
        to_groups(padded_rows(P)) {
    const SparseMatrix coarse = P.transpose() * SparseMatrix(A * P);
    if (coarse.rows() <= most_groups)
      factor = std::make_unique<PanelFactor>(coarse, crew, Storage::single);
    else
      below = std::make_unique<TwoLevel>(coarse, crew, most_groups);
  }

  Index num_groups() const { return factor ? factor->size() : below->size(); }

  Workers workers;
  std::vector<int> order;  ///< unknown of each row
  SweepRows fine;
  PaddedRuns<int> from_groups, to_groups;     ///< P and Pᵀ
  std::unique_ptr<const PanelFactor> factor;  ///< of PᵀAP
  std::unique_ptr<const TwoLevel> below;      ///< of PᵀAP, where there is no factor
};

struct TwoLevel::Scratch::Parts {
  explicit Parts(const TwoLevel::Parts& of)
      : x(of.order.size() * row_width),
        r(of.order.size() * row_width),
        coarse(of.num_groups() * row_width),
        load(coarse.size()),
        answer(coarse.size()) {
    if (of.factor)
      sweep = std::make_unique<PanelSweep>(*of.factor, of.workers);
    else
      below = std::make_unique<Scratch>(*of.below);
  }
  std::unique_ptr<PanelSweep> sweep;  ///< through the factor
  std::unique_ptr<Scratch> below;     ///< or the levels below
  AlignedVector<float> x, r, coarse;
  AlignedVector<double> load, answer;  ///< of the groups, as the factor takes and gives them
};

TwoLevel::TwoLevel(const SparseMatrix& A, const Workers& workers, Index most_groups) {
  // what sweeps divide by, and must not spread
  const bool is_sound = Eigen::Map<const Vector>(A.valuePtr(), A.nonZeros()).allFinite() &&
                        (A.diagonal().array() > 0).all();
  if (!is_sound)
    throw InputError("material", "the metric of the body is not positive definite",
                     "Bring stiffness, density and size closer to each other");
  std::vector<int> order = sweeping_order(A);
  unit_ = A.diagonal().mean();
  const SparseMatrix sorted = permuted(A, order) / unit_;
  const SparseMatrix P = interpolation(sorted, aggregates(sorted));
  parts_ = std::make_unique<Parts>(sorted, P, std::move(order), workers, most_groups);
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
    apply({Ae.data(), 3, 3}, {x.data(), 3, 3}, scratch);
    e -= x;
  }
  return std::min(1.0, std::sqrt(after / before));
}

TwoLevel::~TwoLevel() = default;
TwoLevel::Scratch::Scratch(const TwoLevel& of) : parts_(std::make_unique<Parts>(*of.parts_)) {}
TwoLevel::Scratch::~Scratch() = default;
TwoLevel::Scratch::Scratch(Scratch&&) noexcept = default;

std::size_t TwoLevel::Scratch::memory_bytes() const {
  const Parts& of = *parts_;
  return (of.sweep ? of.sweep->memory_bytes() : of.below->memory_bytes()) +
         sizeof(float) * (2 * of.x.size() + of.coarse.size()) + sizeof(double) * 2 * of.load.size();
}

Index TwoLevel::size() const { return static_cast<Index>(parts_->order.size()); }
Index TwoLevel::num_groups() const { return parts_->num_groups(); }

Index TwoLevel::num_nonzeros() const {
  const Parts& of = *parts_;
  return size() + (of.factor ? of.factor->num_nonzeros() : of.below->num_nonzeros()) +
         static_cast<Index>(of.fine.near.value.size() + of.fine.far.value.size());
}

std::size_t TwoLevel::memory_bytes() const {
  const Parts& of = *parts_;
  return (of.factor ? of.factor->memory_bytes() : of.below->memory_bytes()) + of.fine.bytes() +
         of.from_groups.bytes() + of.to_groups.bytes() + of.order.size() * sizeof(int);
}

void TwoLevel::apply(RowBlock<const double> b, RowBlock<double> x, Scratch& scratch) const {
  const Parts& of = *parts_;
  Scratch::Parts& with = *scratch.parts_;
  float *xs = with.x.data(), *rs = with.r.data(), *coarse = with.coarse.data();
  const auto over_blocks = [&](const auto& body) {
    of.workers.for_ranges(size(), sweep_block, body);
  };
  const auto over_groups = [&](const auto& body) {
    constexpr Index chunk = 256;
    of.workers.for_ranges(num_groups(), chunk, body);
  };
  const auto gather = [&](Index begin, Index end, BlockRows& rows) {
    with_dim(b.dim, [&](auto dim) {
      const double factor = 1 / unit_;
      for (Index i = begin; i < end; ++i) {
        const double* from = b.data + of.order[i] * b.stride;
        float* to = rows.data() + (i - begin) * row_width;
        for (int a = 0; a < row_width; ++a)
          to[a] = a < dim() ? static_cast<float>(factor * from[a]) : 0.0F;
      }
    });
  };

  // forward, and what that leaves, to the groups
  over_blocks([&](Index begin, Index end) {
    alignas(64) BlockRows bs;
    gather(begin, end, bs);
    sweep_forward(of.fine, begin, bs.data(), xs + begin * row_width, rs + begin * row_width);
  });
  over_blocks(
      [&](Index begin, Index) { subtract_far(of.fine, begin, xs, rs + begin * row_width); });
  over_groups([&](Index begin, Index end) {
    set_product(of.to_groups, begin, end, rs, coarse);
    std::copy(coarse + begin * row_width, coarse + end * row_width,
              with.load.begin() + begin * row_width);
  });
  const RowBlock<const double> load{with.load.data(), 3, row_width};
  const RowBlock<double> answer{with.answer.data(), 3, row_width};
  if (with.sweep)
    with.sweep->run(load, answer);
  else
    of.below->apply(load, answer, *with.below);

  // back from the groups, and backward
  over_groups([&](Index begin, Index end) {
    for (Index i = begin * row_width; i < end * row_width; ++i)
      coarse[i] = static_cast<float>(with.answer[i]);
  });
  over_blocks([&](Index begin, Index end) { add_product(of.from_groups, begin, end, coarse, xs); });
  over_blocks([&](Index begin, Index end) {
    alignas(64) BlockRows bs, ys;
    gather(begin, end, bs);
    std::copy(xs + begin * row_width, xs + end * row_width, ys.begin());
    subtract_far(of.fine, begin, xs, bs.data());
    sweep_backward(of.fine, begin, bs.data(), ys.data());
    with_dim(x.dim, [&](auto dim) {
      for (Index i = begin; i < end; ++i)
        for (int a = 0; a < dim(); ++a)
          x.data[of.order[i] * x.stride + a] = scale_ * ys[(i - begin) * row_width + a];
    });
  });
}

}  // namespace descant
