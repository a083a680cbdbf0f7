// simulation/system.hpp: bodies that move together in time, and what couples them.
//
// All dofs of a system stand one after another, body by body. Bodies that no term couples step on
// their own, in parallel, to the same bytes as alone; coupled ones are one minimisation.

#pragma once

#include <memory>
#include <vector>

#include "descant/energy/energy.hpp"
#include "descant/simulation/body.hpp"
#include "descant/simulation/step.hpp"

namespace descant {

/// The immutable model of everything that is simulated.
struct System {
  std::vector<std::shared_ptr<const Body>> bodies;       ///< at least one, all of one dimension
  std::vector<std::shared_ptr<const Energy>> couplings;  ///< their `bodies()` are numbers of bodies
  Workers workers;                                       ///< that islands are stepped on

  int dim() const { return bodies.front()->mesh.dim(); }
  Index num_dofs() const;
  Index num_params() const;

  /// Where the dofs and the parameters of each body stand.
  std::vector<Segment> dofs() const;
  std::vector<Segment> params() const;

  /// The numbers of the bodies that are stepped together, ascending: what couplings connect.
  std::vector<std::vector<int>> islands() const;
};

/// A body by itself. Keeps a reference.
System system_of(const Body& body);

/// The motion of one body of a system.
Motion motion_of(const System& system, int body, const Motion& motion);

/// The mass-weighted RMS and the largest length of a displacement [m].
struct Extent {
  double rms = 0, max = 0;
};
Extent extent(const System& system, ConstVec u);

/// How far the rig's poses at p and q are apart: the farthest a vertex moves [m].
double pose_distance(const Rig& rig, int dim, ConstVec p, ConstVec q);

/// How far the poses p and q of a system's rigs are apart, over the diagonal of the body: the
/// farthest a vertex moves.
double relative_pose_distance(const System& system, ConstVec p, ConstVec q);

}  // namespace descant
