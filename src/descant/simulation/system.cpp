// simulation/system.cpp: where bodies stand, who steps with whom, and what is measured of them all.

#include "descant/simulation/system.hpp"

#include <algorithm>
#include <cmath>

#include "descant/core/disjoint_sets.hpp"
#include "descant/core/error.hpp"

namespace descant {
namespace {

template <class SizeOf>
std::vector<Segment> one_after_another(const System& system, const SizeOf& size_of) {
  std::vector<Segment> segments;
  Index first = 0;
  for (const auto& body : system.bodies) {
    segments.push_back({first, size_of(*body)});
    first += segments.back().size;
  }
  return segments;
}

Index total(const std::vector<Segment>& segments) {
  return segments.back().first + segments.back().size;
}

}  // namespace

std::vector<Segment> System::dofs() const {
  return one_after_another(*this, [](const Body& body) { return body.mesh.num_dofs(); });
}

std::vector<Segment> System::params() const {
  return one_after_another(*this, [](const Body& body) { return body.rig->num_params(); });
}

Index System::num_dofs() const { return total(dofs()); }
Index System::num_params() const { return total(params()); }

std::vector<std::vector<int>> System::islands() const {
  const int num_bodies = static_cast<int>(bodies.size());
  DisjointSets sets(num_bodies);
  for (const auto& coupling : couplings) {
    const std::span<const int> seen = coupling->bodies();
    for (const int b : seen) {
      if (b < 0 || b >= num_bodies)
        throw InputError("coupling", "there is no body " + std::to_string(b) + " among " +
                                         std::to_string(num_bodies));
      sets.join(seen[0], b);
    }
  }
  const std::vector<int> number = sets.numbered();
  std::vector<std::vector<int>> result(1 + *std::max_element(number.begin(), number.end()));
  for (int b = 0; b < num_bodies; ++b) result[number[b]].push_back(b);
  return result;
}

System system_of(const Body& body) {
  return {.bodies = {std::shared_ptr<const Body>(std::shared_ptr<const Body>(), &body)},
          .couplings = {},
          .workers = body.workers};
}

Motion motion_of(const System& system, int body, const Motion& motion) {
  const Segment at = system.dofs()[body];
  Motion own = motion;
  visit_dofs(own, [&](Vector& part) { part = Vector(part.segment(at.first, at.size)); });
  own.bounds.clear();
  if (motion.bounds.empty()) return own;
  size_t first = 0;
  for (int b = 0; b < body; ++b) first += system.bodies[b]->terms.size();
  for (size_t k = 0; k < system.bodies[body]->terms.size(); ++k)
    own.bounds.push_back(motion.bounds[first + k]);
  return own;
}

Extent extent(const System& system, ConstVec u) {
  const std::vector<Segment> dofs = system.dofs();
  double squares = 0, mass = 0, longest = 0;
  for (size_t b = 0; b < dofs.size(); ++b) {
    const Vector own = u.segment(dofs[b].first, dofs[b].size);
    const Vector length = rows_of(own, system.dim()).rowwise().norm();
    squares += system.bodies[b]->space.mass.dot(length.cwiseAbs2());
    mass += system.bodies[b]->space.mass.sum();
    longest = std::max(longest, length.maxCoeff());
  }
  return {.rms = std::sqrt(squares / mass), .max = longest};
}

double relative_pose_distance(const System& system, ConstVec p, ConstVec q) {
  const std::vector<Segment> params = system.params();
  double farthest = 0;
  for (size_t b = 0; b < params.size(); ++b) {
    const Body& body = *system.bodies[b];
    const double gap =
        pose_distance(*body.rig, system.dim(), p.segment(params[b].first, params[b].size),
                      q.segment(params[b].first, params[b].size));
    farthest = std::max(farthest, gap / body.space.diagonal);
  }
  return farthest;
}

double pose_distance(const Rig& rig, int dim, ConstVec p, ConstVec q) {
  const Vector between = rig.displacement(q) - rig.displacement(p);
  return rows_of(between, dim).rowwise().norm().maxCoeff();
}

}  // namespace descant
