// prepare/rig_kinds.cpp: a row for each kind of rig; a new kind is one more.

#include "descant/prepare/rig_kinds.hpp"

#include "descant/rig/linear_rig.hpp"
#include "descant/rig/rigid_rig.hpp"

namespace descant {

namespace {

/// A rig whose parameters are the handles' maps themselves.
DrivenRig driven_by_maps(std::unique_ptr<Rig> rig) { return {std::move(rig), affine_params}; }

RigKind affine_kind() {
  return {.name = "affine",
          .handles = HandleUse::pivot,
          .build = [](const BodySpec& body, const Matrix&) {
            return driven_by_maps(make_affine_rig(body.mesh.vertices));
          }};
}

RigKind rigid_kind() {
  return {.name = "rigid",
          .handles = HandleUse::pivot,
          .build = [](const BodySpec& body, const Matrix&) -> DrivenRig {
            const Vector pivot = pivot_of(body);
            return {
                make_rigid_rig(body.mesh.vertices, pivot),
                [pivot](const std::vector<Matrix>& maps) { return rigid_params(maps[0], pivot); }};
          }};
}

RigKind lbs_kind() {
  return {.name = "lbs",
          .handles = HandleUse::blended,
          .build = [](const BodySpec& body, const Matrix& weights) {
            return driven_by_maps(make_skinning_rig(body.mesh.vertices, weights));
          }};
}

}  // namespace

RigRegistry builtin_rigs() { return RigRegistry({affine_kind(), rigid_kind(), lbs_kind()}); }

}  // namespace descant
