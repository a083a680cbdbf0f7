// rig/deformer.hpp: one stage of a rig: points in, points out.
//
//   x′ = f(x, p)      x and x′ n×d points, p the stage's own m parameters
//   ∂x′/∂p            dn × m
//   ∂x′/∂x            n blocks of d×d: a deformer moves every vertex by itself, whatever its
//                     neighbours do
//
// Deformers are put one after another in a chain (rig/chain.hpp), which is a Rig.

#pragma once

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/rig_jacobian.hpp"

namespace descant {

/// How x′ depends on p.
enum class Linearity {
  curved,  ///< in any way
  linear,  ///< ∂x′/∂p depends on x alone
  offset   ///< x′ = x + J p + c: ∂x′/∂p depends on nothing, and ∂x′/∂x = I
};

/// A differentiable map of points, driven by a few parameters. Immutable and pure, as a Rig is.
class Deformer {
 public:
  virtual ~Deformer() = default;
  virtual Index num_params() const = 0;    ///< m
  virtual Vector rest_params() const = 0;  ///< m, where x′ = x
  virtual Linearity linearity() const { return Linearity::curved; }

  /// x′ (n×d).
  virtual Positions apply(const Positions& x, ConstVec p, const Workers& workers) const = 0;

  /// ∂x′/∂p, in whatever form is cheapest, with a well-conditioned span (see RigJacobian).
  virtual RigJacobian by_params(const Positions& x, ConstVec p) const = 0;

  /// ∂x′/∂x: the d×d blocks of all vertices side by side (d × dn).
  virtual Matrix by_points(const Positions& x, ConstVec p) const = 0;

  /// x′ − x, for deformers that know a small motion to more digits than the difference has.
  virtual Positions displacement(const Positions& x, ConstVec p, const Workers& workers) const {
    return apply(x, p, workers) - x;
  }

  /// How much each handle moves each vertex: n×k, rows sum to one. Empty (0×0) where one moves all.
  virtual Matrix influences() const { return {}; }
};

}  // namespace descant
