// bench/bench_characters.cpp: the paper's examples with many bones, by size.

#include "descant/bench/bench_bodies.hpp"
#include "descant/bench/bench_skeleton.hpp"

namespace descant::bench_bodies {
namespace {

using V3 = Eigen::Vector3d;

/// A straight chain.
BoneChain limb(int parent, int count, const V3& from, const V3& to, double radius) {
  return {.parent = parent,
          .count = count,
          .from = from,
          .via = (from + to) / 2,
          .to = to,
          .from_radius = radius,
          .to_radius = radius};
}

Skeleton staypuft_bones() {
  Skeleton bones;
  BoneChain torso = limb(-1, 1, {0, -0.25, 0}, {0, 0.2, 0}, 0.4);
  torso.degrees = 20;
  const int root = bones.add(torso);
  BoneChain head = limb(root, 1, {0, 0.5, 0}, {0, 0.75, 0}, 0.25);
  head.degrees = 30;
  head.hertz = 1.7;
  bones.add(head);
  for (double side : {-1.0, 1.0}) {
    BoneChain arm = limb(root, 1, {0, 0.3, 0.4 * side}, {0.15, -0.05, 0.85 * side}, 0.16);
    arm.axis = V3::UnitX();
    arm.degrees = 40;
    arm.hertz = 1.5;
    arm.phase = 0.2 * side;
    bones.add(arm);
    BoneChain leg = limb(root, 1, {0, -0.45, 0.2 * side}, {0, -0.85, 0.25 * side}, 0.19);
    leg.degrees = 30;
    leg.phase = 0.25 * side;
    bones.add(leg);
  }
  return bones;
}

Skeleton elephant_bones() {
  Skeleton bones;
  BoneChain spine = limb(-1, 2, {-0.45, 0.15, 0}, {0.3, 0.2, 0}, 0.34);
  const int back = 0, chest = bones.add(spine);
  BoneChain head = limb(chest, 1, {0.4, 0.35, 0}, {0.7, 0.4, 0}, 0.22);
  head.degrees = 20;
  head.hertz = 1.6;
  const int skull = bones.add(head);
  bones.add({.parent = skull,
             .count = 6,
             .from = {0.85, 0.3, 0},
             .via = {1.1, -0.1, 0},
             .to = {0.95, -0.7, 0},
             .from_radius = 0.12,
             .to_radius = 0.07,
             .degrees = 80,
             .hertz = 1.4});
  BoneChain tail = limb(back, 1, {-0.75, 0.3, 0}, {-1, -0.1, 0}, 0.08);
  tail.axis = V3::UnitX();
  tail.degrees = 25;
  tail.hertz = 2;
  bones.add(tail);
  for (double side : {-1.0, 1.0}) {
    BoneChain ear = limb(skull, 1, {0.5, 0.45, 0.25 * side}, {0.4, 0.3, 0.55 * side}, 0.1);
    ear.axis = V3::UnitY();
    ear.degrees = 40;
    ear.hertz = 1.8;
    bones.add(ear);
    for (double end : {-1.0, 1.0}) {
      BoneChain leg = limb(end < 0 ? back : chest, 3, {0.4 * end - 0.1, -0.05, 0.2 * side},
                           {0.42 * end - 0.1, -0.8, 0.22 * side}, 0.13);
      leg.degrees = 40;
      leg.phase = 0.25 * side + 0.1 * end;
      bones.add(leg);
    }
  }
  return bones;
}

void add_trex_leg(Skeleton& bones, double side) {
  BoneChain thigh = limb(0, 1, {-0.1, 0.05, 0.17 * side}, {0.08, -0.3, 0.2 * side}, 0.14);
  thigh.degrees = 35;
  thigh.phase = 0.25 * side;
  BoneChain shin = limb(bones.add(thigh), 1, thigh.to, {-0.1, -0.55, 0.2 * side}, 0.09);
  shin.degrees = 25;
  shin.phase = 0.25 * side + 0.1;
  BoneChain foot = limb(bones.add(shin), 1, shin.to, {-0.02, -0.8, 0.2 * side}, 0.065);
  foot.phase = 0.25 * side + 0.2;
  const int ankle = bones.add(foot);
  for (int toe : {-1, 0, 1}) {
    BoneChain claws = limb(ankle, 2, {0.02, -0.85, (0.22 + 0.05 * toe) * side},
                           {0.22, -0.87, (0.26 + 0.12 * toe) * side}, 0.05);
    claws.hertz = 1.8;
    claws.phase = 0.1 * toe;
    bones.add(claws);
  }
}

void add_trex_arm(Skeleton& bones, int chest, double side) {
  BoneChain upper = limb(chest, 2, {0.32, 0.1, 0.17 * side}, {0.5, -0.12, 0.28 * side}, 0.07);
  upper.degrees = 50;
  upper.hertz = 1.7;
  upper.phase = 0.2 * side;
  BoneChain hand = limb(bones.add(upper), 1, upper.to, {0.6, -0.14, 0.28 * side}, 0.06);
  const int palm = bones.add(hand);
  for (int finger : {-1, 0, 1}) {
    BoneChain claw = limb(palm, 1, {0.62, -0.14 + 0.06 * finger, 0.28 * side},
                          {0.78, -0.15 + 0.13 * finger, 0.28 * side}, 0.045);
    claw.hertz = 2;
    claw.phase = 0.15 * finger;
    bones.add(claw);
  }
}

Skeleton trex_bones() {
  Skeleton bones;
  const int hips = 0;
  BoneChain spine = limb(-1, 4, {-0.2, 0.15, 0}, {0.4, 0.25, 0}, 0.24);
  spine.to_radius = 0.18;
  const int chest = bones.add(spine);
  BoneChain neck = limb(chest, 3, {0.45, 0.3, 0}, {0.65, 0.6, 0}, 0.14);
  neck.degrees = 35;
  neck.hertz = 1.5;
  BoneChain head = limb(bones.add(neck), 1, {0.7, 0.68, 0}, {1, 0.66, 0}, 0.13);
  head.hertz = 1.8;
  BoneChain jaw = limb(bones.add(head), 1, {0.86, 0.5, 0}, {1.08, 0.4, 0}, 0.06);
  jaw.degrees = 25;
  jaw.hertz = 2;
  bones.add(jaw);
  bones.add({.parent = hips,
             .count = 11,
             .from = {-0.3, 0.15, 0},
             .via = {-0.8, 0.1, 0},
             .to = {-1.3, 0.3, 0},
             .from_radius = 0.19,
             .to_radius = 0.055,
             .axis = V3::UnitY(),
             .degrees = 110,
             .hertz = 1.2});
  for (double side : {-1.0, 1.0}) add_trex_leg(bones, side);
  for (double side : {-1.0, 1.0}) add_trex_arm(bones, chest, side);
  return bones;
}

Mesh trex_mesh(const Skeleton& bones) {
  return lattice_body(bones.flesh(0.04), V3(-1.45, -1, -0.5), V3(1.2, 0.9, 0.5), 0.0396);
}

}  // namespace

BenchShape staypuft() {
  const Skeleton bones = staypuft_bones();
  return bones.shape(
      lattice_body(bones.flesh(0.1), V3(-0.5, -1.1, -1.1), V3(0.5, 1.1, 1.1), 0.0887));
}

BenchShape elephant() {
  const Skeleton bones = elephant_bones();
  return bones.shape(
      lattice_body(bones.flesh(0.06), V3(-1.1, -1, -0.75), V3(1.2, 0.75, 0.75), 0.0623));
}

BenchShape trex() {
  const Skeleton bones = trex_bones();
  return bones.shape(trex_mesh(bones));
}

BenchShape trex_on_bones(int num_bones) {
  const Skeleton bones = trex_bones();
  return bones.coarse_shape(trex_mesh(bones), num_bones);
}

}  // namespace descant::bench_bodies
