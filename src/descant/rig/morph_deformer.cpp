// rig/morph_deformer.cpp: J is the targets, and all there is.

#include "descant/rig/morph_deformer.hpp"

#include <string>
#include <utility>

#include "descant/core/error.hpp"
#include "descant/rig/vertex_blocks.hpp"

namespace descant {
namespace {

void check_deltas(const std::vector<Positions>& deltas) {
  if (deltas.empty()) throw InputError("morph targets", "there are none", "Leave the deformer out");
  const Positions& first = deltas[0];
  for (size_t k = 0; k < deltas.size(); ++k) {
    const std::string place = "morph target " + std::to_string(k);
    if (deltas[k].rows() != first.rows() || deltas[k].cols() != first.cols())
      throw InputError(place, "it has " + std::to_string(deltas[k].rows()) + " rows of " +
                                  std::to_string(deltas[k].cols()) + " numbers, the first has " +
                                  std::to_string(first.rows()) + " of " +
                                  std::to_string(first.cols()));
    if (!deltas[k].allFinite()) throw InputError(place, "a number is not finite");
  }
}

/// [δ₁ … δ_q], dn × q.
SparseMatrix target_columns(const std::vector<Positions>& deltas) {
  SparseMatrix columns(deltas[0].size(), static_cast<Index>(deltas.size()));
  for (size_t k = 0; k < deltas.size(); ++k) {
    columns.startVec(static_cast<Index>(k));
    const Eigen::Map<const Vector> delta = flat(deltas[k]);
    for (Index i = 0; i < delta.size(); ++i)
      if (delta[i] != 0) columns.insertBack(i, static_cast<Index>(k)) = delta[i];
  }
  columns.finalize();
  return columns;
}

class MorphDeformer : public Deformer {
 public:
  explicit MorphDeformer(const std::vector<Positions>& deltas)
      : jacobian_(RigJacobian::sparse(target_columns(deltas), static_cast<int>(deltas[0].cols()))) {
  }

  Index num_params() const override { return jacobian_.num_params(); }
  Vector rest_params() const override { return Vector::Zero(num_params()); }
  Linearity linearity() const override { return Linearity::offset; }
  RigJacobian by_params(const Positions&, ConstVec) const override { return jacobian_; }

  Positions apply(const Positions& x, ConstVec p, const Workers& workers) const override {
    return x + displacement(x, p, workers);
  }

  Positions displacement(const Positions& x, ConstVec p, const Workers& workers) const override {
    expect_equal(x.size(), jacobian_.num_dofs(), "a morph target moves every point");
    Vector change;
    jacobian_.apply(p, workers, change);
    return rows_of(change, jacobian_.dim());
  }

  Matrix by_points(const Positions& x, ConstVec) const override {
    return equal_blocks(Matrix::Identity(x.cols(), x.cols()), x.rows());
  }

 private:
  RigJacobian jacobian_;
};

}  // namespace

std::shared_ptr<const Deformer> make_morph_deformer(const std::vector<Positions>& deltas) {
  check_deltas(deltas);
  return std::make_shared<MorphDeformer>(deltas);
}

}  // namespace descant
