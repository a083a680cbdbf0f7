// rig/morph_skin_rig.cpp: the morphed shape, each vertex's blended map, and the columns of J.
//
// The span has J's columns with yᵢ replaced by yᵢ − cⱼ, cⱼ the handle's weighted centroid of the
// morphed shape. Rest positions are taken relative to their mean before anything is added to them,
// so that a body far from the origin keeps its digits.

#include "descant/rig/morph_skin_rig.hpp"

#include <string>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/linear_rig.hpp"

namespace descant {
namespace {

void check_deltas(const Positions& rest, const std::vector<Positions>& deltas) {
  for (size_t k = 0; k < deltas.size(); ++k) {
    const std::string place = "morph target " + std::to_string(k);
    if (deltas[k].rows() != rest.rows() || deltas[k].cols() != rest.cols())
      throw InputError(place, "it has " + std::to_string(deltas[k].rows()) + " rows of " +
                                  std::to_string(deltas[k].cols()) + " numbers for " +
                                  std::to_string(rest.rows()) + " vertices in " +
                                  std::to_string(rest.cols()) + "D");
    if (!deltas[k].allFinite()) throw InputError(place, "a number is not finite");
  }
}

class MorphSkinRig : public Rig {
 public:
  MorphSkinRig(const Positions& rest, const Matrix& weights, std::vector<Positions> deltas)
      : rest_(rest), weights_(weights), deltas_(std::move(deltas)) {
    const Vector centre = weighted_centroid(rest, Vector::Ones(rest.rows()));
    arms_ = rest.rowwise() - centre.transpose();
  }

  Index num_params() const override { return num_skin_params() + num_morphs(); }
  Index num_dofs() const override { return rest_.size(); }
  bool has_constant_jacobian() const override { return false; }

  Vector displacement(ConstVec p) const override {
    const Positions maps = blended_maps(p), y = morphed(rest_, p);
    const Index d = dim();
    Vector u_r(rest_.size());
    for (Index i = 0; i < rest_.rows(); ++i) {
      const Eigen::Map<const Matrix> map(maps.row(i).data(), d, d + 1);
      u_r.segment(d * i, d) =
          map.leftCols(d) * y.row(i).transpose() + map.col(d) - rest_.row(i).transpose();
    }
    return u_r;
  }

  RigJacobian jacobian(ConstVec p) const override {
    const Positions y = morphed(rest_, p), arms = morphed(arms_, p);
    const Matrix origin = Matrix::Zero(dim(), weights_.cols());
    Matrix centroids = origin;
    for (Index j = 0; j < weights_.cols(); ++j)
      centroids.col(j) = weighted_centroid(arms, weights_.col(j));

    Matrix J = Matrix::Zero(num_dofs(), num_params()), span = J;
    write_skin_columns(y, origin, J);
    write_skin_columns(arms, centroids, span);
    write_morph_columns(blended_maps(p), J);
    span.rightCols(num_morphs()) = J.rightCols(num_morphs());
    return RigJacobian::general(std::move(J), std::move(span), static_cast<int>(dim()));
  }

 private:
  Index dim() const { return rest_.cols(); }
  Index num_morphs() const { return static_cast<Index>(deltas_.size()); }
  Index num_skin_params() const { return weights_.cols() * dim() * (dim() + 1); }

  /// shape + Σ aₖ δₖ (n×d).
  Positions morphed(const Positions& shape, ConstVec p) const {
    expect_equal(p.size(), num_params(), "p has an affine map a handle and a weight a target");
    Positions y = shape;
    for (Index k = 0; k < num_morphs(); ++k) y += p[num_skin_params() + k] * deltas_[k];
    return y;
  }

  /// Σⱼ wᵢⱼ Tⱼ, one a row, its columns one after another (n × d(d+1)).
  Positions blended_maps(ConstVec p) const {
    expect_equal(p.size(), num_params(), "p has an affine map a handle and a weight a target");
    return weights_ * rows_of(p.head(num_skin_params()), static_cast<int>(dim() * (dim() + 1)));
  }

  /// wᵢⱼ [yᵢ − cⱼ, 1] ⊗ I_d of every handle j.
  void write_skin_columns(const Positions& y, const Matrix& centres, Matrix& columns) const {
    const Index d = dim();
    for (Index j = 0; j < weights_.cols(); ++j)
      for (Index c = 0; c <= d; ++c)
        for (Index a = 0; a < d; ++a) {
          auto column = columns.col(d * ((d + 1) * j + c) + a);
          for (Index i = 0; i < y.rows(); ++i)
            column[d * i + a] = weights_(i, j) * (c < d ? y(i, c) - centres(c, j) : 1);
        }
  }

  /// Bᵢ δₖᵢ of every target k.
  void write_morph_columns(const Positions& maps, Matrix& columns) const {
    const Index d = dim();
    for (Index i = 0; i < rest_.rows(); ++i) {
      const Eigen::Map<const Matrix> map(maps.row(i).data(), d, d + 1);
      for (Index k = 0; k < num_morphs(); ++k)
        columns.col(num_skin_params() + k).segment(d * i, d) =
            map.leftCols(d) * deltas_[k].row(i).transpose();
    }
  }

  Positions rest_, arms_;  ///< x, and x from its mean
  Matrix weights_;
  std::vector<Positions> deltas_;
};

}  // namespace

std::unique_ptr<Rig> make_morph_skin_rig(const Positions& rest, const Matrix& weights,
                                         std::vector<Positions> deltas) {
  check_rest(rest);
  check_weights(rest, weights);
  check_deltas(rest, deltas);
  if (deltas.empty()) return make_skinning_rig(rest, weights);
  return std::make_unique<MorphSkinRig>(rest, weights, std::move(deltas));
}

Vector morph_skin_params(const std::vector<Matrix>& transforms, const Vector& morph_weights) {
  const Vector maps = affine_params(transforms);
  Vector p(maps.size() + morph_weights.size());
  p << maps, morph_weights;
  return p;
}

}  // namespace descant
