// examples/characters.cpp: bodies in space with several bones: wobble, star, worm.

#include <algorithm>
#include <cmath>

#include "descant/examples/motion.hpp"
#include "descant/examples/scenes.hpp"
#include "descant/examples/shapes.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant::example_scenes {
namespace {

using V3 = Eigen::Vector3d;

/// The creature; its left and right are alike.
double creature(const Vector& x) {
  const V3 y(std::abs(x[0]), x[1], x[2]);
  const double belly = ellipsoid(y, V3(0, 0.50, 0), V3(0.43, 0.46, 0.39));
  const double head = ellipsoid(y, V3(0, 1.13, 0.05), V3(0.36, 0.31, 0.32));
  const double foot = ellipsoid(y, V3(0.21, 0.07, 0.12), V3(0.16, 0.11, 0.24));
  const double arm = cone(y, V3(0.34, 0.66, 0.05), V3(0.68, 0.50, 0.12), 0.10, 0.11);
  const double feeler = std::min(cone(y, V3(0.13, 1.36, 0.04), V3(0.36, 1.86, 0.0), 0.105, 0.09),
                                 ball(y, V3(0.38, 1.92, 0.0), 0.15));
  const double tail = std::min(cone(y, V3(0, 0.30, -0.30), V3(0, 0.52, -0.78), 0.11, 0.08),
                               ball(y, V3(0, 0.56, -0.84), 0.15));
  double body = smooth_union(belly, head, 0.12);
  body = smooth_union(body, foot, 0.08);
  body = smooth_union(body, arm, 0.08);
  body = smooth_union(body, feeler, 0.08);
  return smooth_union(body, tail, 0.1);
}

std::vector<HandleTrack> creature_dance() {
  // crouch, hop with a half turn to the side, land, look about, bow
  const HandleTrack body =
      keyed_track(3, {
                         {0.00, {}},
                         {0.25, {.move = {0, -0.04, 0}, .turn = {10, 0, 0}}},
                         {0.45, {.move = {0, 0.55, 0.05}, .turn = {-8, 20, 0}}},
                         {0.65, {.move = {0, -0.02, 0.1}, .turn = {8, 35, 0}}},
                         {0.85, {.move = {0, 0, 0.1}, .turn = {0, 35, 0}}},
                         {1.10, {.move = {0, 0.02, 0.05}, .turn = {0, -10, 9}}},
                         {1.35, {.move = {0, 0.02, 0}, .turn = {0, -30, -9}}},
                         {1.60, {.turn = {0, 0, 0}}},
                     });
  const HandleTrack head = keyed_track(3, {
                                              {0.00, {}},
                                              {0.25, {.turn = {14, 0, 0}}},
                                              {0.45, {.turn = {-14, 0, 0}}},
                                              {0.65, {.turn = {18, 0, 0}}},
                                              {0.90, {.turn = {0, 25, 0}}},
                                              {1.15, {.turn = {0, -25, 12}}},
                                              {1.40, {.turn = {0, 15, -12}}},
                                              {1.65, {.turn = {20, 0, 0}}},
                                              {1.90, {}},
                                          });
  const HandleTrack tail = sampled_track(3, 2.1, 15, [](double time) {
    const double strength = ease(time, 0.6, 0.9) * (1 - ease(time, 1.7, 2.1));
    return Stance{.turn = {0, 32 * strength * std::sin(2 * M_PI * 1.5 * time), 0}};
  });
  const HandleTrack left = keyed_track(3, {
                                              {0.00, {}},
                                              {0.25, {.turn = {0, 0, -20}}},
                                              {0.45, {.turn = {0, 0, 60}}},
                                              {0.70, {.turn = {0, 0, -10}}},
                                              {1.05, {.turn = {0, 0, 70}}},
                                              {1.20, {.turn = {0, 0, 45}}},
                                              {1.35, {.turn = {0, 0, 75}}},
                                              {1.50, {.turn = {0, 0, 45}}},
                                              {1.80, {}},
                                          });
  const HandleTrack right = keyed_track(3, {
                                               {0.00, {}},
                                               {0.25, {.turn = {0, 0, 20}}},
                                               {0.45, {.turn = {0, 0, -60}}},
                                               {0.70, {.turn = {0, 0, 10}}},
                                               {0.95, {}},
                                           });
  return {body, head, tail, left, right};
}

}  // namespace

Scene wobble() {
  Scene scene;
  scene.name = "wobble";
  scene.num_frames = 75;
  scene.run.substeps = 2;
  scene.run.integrator = Integrator::bdf2;
  BodySpec body;
  body.name = "creature";
  body.mesh = lattice_body(creature, V3(-0.8, -0.05, -1.0), V3(0.8, 2.05, 0.4), 0.105);
  body.rig.kind = "lbs";
  body.rig.handles = {{"body", V3(0, 0.15, 0), V3(0, 0.80, 0), -1},
                      {"head", V3(0, 0.88, 0.02), V3(0, 1.30, 0.05), 0},
                      {"tail", V3(0, 0.34, -0.40), V3(0, 0.56, -0.86), 0},
                      {"left-arm", V3(0.40, 0.63, 0.06), V3(0.68, 0.50, 0.12), 0},
                      {"right-arm", V3(-0.40, 0.63, 0.06), V3(-0.68, 0.50, 0.12), 0}};
  body.rig.animation = creature_dance();
  body.settings.frequency = 3;
  body.settings.leak = 0.95;
  scene.bodies.push_back(std::move(body));
  return scene;
}

Scene star() {
  constexpr int num_arms = 5;
  const auto tip = [](int arm, double radius) {
    const double angle = M_PI / 2 + 2 * M_PI * arm / num_arms;
    return V3(radius * std::cos(angle), radius * std::sin(angle), 0);
  };
  const auto shape = [&](const Vector& x) {
    double body = ellipsoid(x, V3(0, 0, 0), V3(0.4, 0.4, 0.26));
    for (int arm = 0; arm < num_arms; ++arm) {
      body = smooth_union(body, cone(x, V3(0, 0, 0), tip(arm, 0.95), 0.25, 0.13), 0.08);
    }
    return body;
  };
  Scene scene;
  scene.name = "star";
  scene.num_frames = 60;
  scene.run.substeps = 2;
  scene.run.integrator = Integrator::bdf2;
  BodySpec body;
  body.name = "star";
  body.mesh = lattice_body(shape, V3(-1.1, -1.1, -0.3), V3(1.1, 1.1, 0.3), 0.14);
  body.rig.kind = "lbs";
  body.rig.handles = {{"middle", V3(0, 0, 0), {}, -1}};
  std::vector<HandleTrack> tracks = {sampled_track(3, 1.6, 15, [](double time) {
    const double strength = ease(time, 0, 0.4) * (1 - ease(time, 1.3, 1.6));
    return Stance{.turn = {0, 0, 25 * strength * std::sin(2 * M_PI * 0.9 * time)}};
  })};
  for (int arm = 0; arm < num_arms; ++arm) {
    body.rig.handles.push_back({"arm-" + std::to_string(arm), tip(arm, 0.35), tip(arm, 0.95), 0});
    // the arms beat towards the viewer one after the other
    const V3 axis = V3::UnitZ().cross(tip(arm, 1));
    tracks.push_back(sampled_track(3, 1.8, 15, [=](double time) {
      const double strength = ease(time, 0, 0.4) * (1 - ease(time, 1.4, 1.8));
      return Stance{.turn =
                        axis * (30 * strength * std::sin(2 * M_PI * (1.25 * time + 0.2 * arm)))};
    }));
  }
  body.rig.animation = std::move(tracks);
  body.settings.law = LawKind::corotational;
  body.settings.pose = Pose::hold;
  body.settings.frequency = 3;
  scene.bodies.push_back(std::move(body));
  return scene;
}

Scene worm() {
  constexpr int num_bones = 5;
  constexpr double length = 2;  // [m]
  const auto shape = [&](const Vector& x) {
    // slightly ringed
    const double thickness = 0.2 + 0.015 * std::cos(2 * M_PI * num_bones * x[0] / length);
    return capsule(x, V3(0, 0, 0), V3(length, 0, 0), thickness);
  };
  Scene scene;
  scene.name = "worm";
  scene.num_frames = 75;
  BodySpec body;
  body.name = "worm";
  body.mesh = lattice_body(shape, V3(-0.25, -0.25, -0.25), V3(length + 0.25, 0.25, 0.25), 0.13);
  body.rig.kind = "lbs";
  std::vector<HandleTrack> tracks;
  for (int bone = 0; bone < num_bones; ++bone) {
    const double from = length * bone / num_bones, to = length * (bone + 1) / num_bones;
    body.rig.handles.push_back(
        {"bone-" + std::to_string(bone), V3(from, 0, 0), V3(to, 0, 0), bone - 1});
    // a wave runs from tail to head
    tracks.push_back(sampled_track(3, 2.2, 15, [=](double time) {
      const double strength = ease(time, 0, 0.5) * (1 - ease(time, 1.8, 2.2));
      const double phase = 2 * M_PI * (0.9 * time - 0.22 * bone);
      return Stance{.move = {bone == 0 ? 0.3 * ease(time, 0, 2.2) : 0, 0, 0},
                    .turn = {0, 0, 38 * strength * std::sin(phase)}};
    }));
  }
  body.rig.animation = std::move(tracks);
  body.settings.pose = Pose::relax;
  body.settings.frequency = 2;
  scene.bodies.push_back(std::move(body));
  return scene;
}

}  // namespace descant::example_scenes
