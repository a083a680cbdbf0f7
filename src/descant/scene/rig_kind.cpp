// scene/rig_kind.cpp: what kinds with one handle have in common.

#include "descant/scene/rig_kind.hpp"

namespace descant {

Vector pivot_of(const BodySpec& body) {
  if (!body.rig.handles.empty()) return body.rig.handles[0].tail;
  return body.mesh.vertices.colwise().mean().transpose();
}

}  // namespace descant
