// rig/morph_skin_rig.cpp: morph targets, then a skin, whose parameters stand first.

#include "descant/rig/morph_skin_rig.hpp"

#include <string>

#include "descant/core/error.hpp"
#include "descant/rig/blend.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/morph_deformer.hpp"
#include "descant/rig/skin_deformer.hpp"

namespace descant {
namespace {

void check_deltas(const Positions& rest, const std::vector<Positions>& deltas) {
  for (size_t k = 0; k < deltas.size(); ++k)
    if (deltas[k].rows() != rest.rows() || deltas[k].cols() != rest.cols())
      throw InputError("morph target " + std::to_string(k),
                       "it has " + std::to_string(deltas[k].rows()) + " rows of " +
                           std::to_string(deltas[k].cols()) + " numbers for " +
                           std::to_string(rest.rows()) + " vertices in " +
                           std::to_string(rest.cols()) + "D");
}

}  // namespace

std::unique_ptr<ChainRig> make_morph_skin_rig(const Positions& rest, const Matrix& weights,
                                              const std::vector<Positions>& deltas) {
  check_rest(rest);
  check_weights(rest, weights);
  check_deltas(rest, deltas);
  if (deltas.empty()) return make_skinning_rig(rest, weights);
  const Deformers deformers{make_morph_deformer(deltas),
                            make_skin_deformer(weights, static_cast<int>(rest.cols()))};
  return std::make_unique<ChainRig>(rest, deformers, std::vector<int>{1, 0});
}

Vector morph_skin_params(const std::vector<Matrix>& transforms, const Vector& morph_weights) {
  const Vector maps = affine_params(transforms);
  Vector p(maps.size() + morph_weights.size());
  p << maps, morph_weights;
  return p;
}

}  // namespace descant
