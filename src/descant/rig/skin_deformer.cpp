// rig/skin_deformer.cpp: each vertex's blended map, and the columns of J.
//
//   J_s     columns of handle k:  w_k x₁ … w_k x_d   w_k
//   span_s                        w_k (x₁ − c₁) … w_k (x_d − c_d)   w_k
//
// with c the handle's weighted centroid. Both span the same space, but far from the origin only the
// second still has its digits, because the difference is taken before anything is rounded.

#include "descant/rig/skin_deformer.hpp"

#include <type_traits>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/vertex_blocks.hpp"

namespace descant {
namespace {

/// One scalar column w (x_a − c_a) per coordinate, then w itself; for every handle.
SparseMatrix blend_columns(const Positions& x, const SparseMatrix& weights, const Matrix& centres) {
  const Index dim = x.cols();
  SparseMatrix columns(x.rows(), weights.cols() * (dim + 1));
  columns.reserve((dim + 1) * weights.nonZeros());
  for (Index k = 0; k < weights.cols(); ++k)
    for (Index a = 0; a <= dim; ++a) {
      columns.startVec(k * (dim + 1) + a);
      for (SparseMatrix::InnerIterator w(weights, k); w; ++w)
        columns.insertBack(w.row(), k * (dim + 1) + a) =
            a < dim ? w.value() * (x(w.row(), a) - centres(a, k)) : w.value();
    }
  columns.finalize();
  return columns;
}

/// ∂x′/∂p of blended affine maps.
RigJacobian blend_jacobian(const Positions& x, const SparseMatrix& weights) {
  expect_equal(x.rows(), weights.rows(), "a row of weights for every point");
  Matrix centroids(x.cols(), weights.cols());
  for (Index k = 0; k < weights.cols(); ++k) centroids.col(k) = weighted_centroid(x, weights, k);
  const Matrix origin = Matrix::Zero(x.cols(), weights.cols());
  return RigJacobian::split(blend_columns(x, weights, origin), blend_columns(x, weights, centroids),
                            static_cast<int>(x.cols()));
}

/// Calls body with d as a constant: 2 or 3.
template <class Body>
void with_dim(int dim, const Body& body) {
  if (dim == 2) return body(std::integral_constant<int, 2>{});
  body(std::integral_constant<int, 3>{});
}

/// Identities, one a handle.
Vector still_maps(int dim, Index count) {
  return Matrix(Matrix::Identity(dim, dim + 1)).reshaped().replicate(count, 1);
}

class SkinDeformer : public Deformer {
 public:
  SkinDeformer(const Matrix& weights, int dim)
      : dim_(dim), weights_(weights.sparseView(0, 0)), rows_(weights_) {}

  Index num_params() const override { return weights_.cols() * dim_ * (dim_ + 1); }
  Vector rest_params() const override { return still_maps(dim_, weights_.cols()); }
  Linearity linearity() const override { return Linearity::linear; }
  Matrix influences() const override { return Matrix(weights_); }

  Positions apply(const Positions& x, ConstVec p, const Workers& workers) const override {
    expect_sizes(x, p);
    Positions moved(x.rows(), x.cols());
    with_dim(dim_, [&](auto d) {
      workers.for_ranges(x.rows(), chunk, [&](Index i, Index end) {
        for (; i < end; ++i) {
          const Map<d> T = blended_map<d>(i, p);
          moved.row(i).template head<d>() =
              (T.template leftCols<d>() * x.row(i).template head<d>().transpose() + T.col(d))
                  .transpose();
        }
      });
    });
    return moved;
  }

  RigJacobian by_params(const Positions& x, ConstVec p) const override {
    expect_sizes(x, p);
    return blend_jacobian(x, weights_);
  }

  Matrix by_points(const Positions& x, ConstVec p) const override {
    expect_sizes(x, p);
    Matrix blocks(dim_, x.size());
    with_dim(dim_, [&](auto d) {
      for (Index i = 0; i < x.rows(); ++i)
        blocks.middleCols(d * i, d) = blended_map<d>(i, p).template leftCols<d>();
    });
    return blocks;
  }

 private:
  static constexpr Index chunk = 1024;  // vertices a task

  template <int d>
  using Map = Eigen::Matrix<double, d, d + 1>;

  /// Σⱼ wᵢⱼ Tⱼ
  template <int d>
  Map<d> blended_map(Index i, const ConstVec& p) const {
    Map<d> sum = Map<d>::Zero();
    for (SparseRowMatrix::InnerIterator w(rows_, i); w; ++w)
      sum += w.value() * Eigen::Map<const Map<d>>(p.data() + sum.size() * w.col());
    return sum;
  }

  void expect_sizes(const Positions& x, const ConstVec& p) const {
    expect_equal(p.size(), num_params(), "p has an affine map a handle");
    expect_equal(x.rows(), weights_.rows(), "a row of weights for every point");
    expect_equal(x.cols(), dim_, "points and maps have the same dimension");
  }

  int dim_;
  SparseMatrix weights_;  ///< n×k
  SparseRowMatrix rows_;  ///< the same
};

class AffineDeformer : public Deformer {
 public:
  explicit AffineDeformer(int dim) : dim_(dim) {}

  Index num_params() const override { return dim_ * (dim_ + 1); }
  Vector rest_params() const override { return still_maps(dim_, 1); }
  Linearity linearity() const override { return Linearity::linear; }

  Positions apply(const Positions& x, ConstVec p, const Workers&) const override {
    const Matrix T = map_of(x, p);
    return (x * T.leftCols(dim_).transpose()).rowwise() + T.col(dim_).transpose();
  }

  RigJacobian by_params(const Positions& x, ConstVec) const override {
    return blend_jacobian(x, Matrix::Ones(x.rows(), 1).sparseView());
  }

  Matrix by_points(const Positions& x, ConstVec p) const override {
    return equal_blocks(map_of(x, p).leftCols(dim_), x.rows());
  }

 private:
  Matrix map_of(const Positions& x, const ConstVec& p) const {
    expect_equal(p.size(), num_params(), "p is an affine map");
    expect_equal(x.cols(), dim_, "points and map have the same dimension");
    return p.reshaped(dim_, dim_ + 1);
  }

  int dim_;
};

void check_dim(int dim) {
  if (dim != 2 && dim != 3) throw InputError("deformer", "it works in 2D or 3D only");
}

}  // namespace

std::shared_ptr<const Deformer> make_skin_deformer(const Matrix& weights, int dim) {
  check_dim(dim);
  check_weights(weights);
  return std::make_shared<SkinDeformer>(weights, dim);
}

std::shared_ptr<const Deformer> make_affine_deformer(int dim) {
  check_dim(dim);
  return std::make_shared<AffineDeformer>(dim);
}

}  // namespace descant
