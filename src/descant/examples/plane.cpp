// examples/plane.cpp: bodies in the plane: leaf, sway, duet.

#include <cmath>

#include "descant/examples/motion.hpp"
#include "descant/examples/scenes.hpp"
#include "descant/examples/shapes.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant::example_scenes {
namespace {

using V2 = Eigen::Vector2d;

}  // namespace

Scene leaf() {
  const auto shape = [](const Vector& x) {
    // a blade where two discs overlap, on a stalk
    const double blade = smooth_intersection(ball(x, V2(0, 0.75 - 0.5), 0.95),
                                             ball(x, V2(0, 0.75 + 0.5), 0.95), 0.1);
    const double low = cone(x, V2(0, 0.75), V2(1.1, 0.75), 0.40, 0.12);
    const double stalk = capsule(x, V2(-1.5, 0.75), V2(-0.6, 0.75), 0.08);
    return smooth_union(smooth_union(blade, low, 0.2), stalk, 0.15);
  };
  Scene scene;
  scene.name = "leaf";
  scene.num_frames = 75;
  BodySpec body;
  body.name = "leaf";
  body.mesh = lattice_body(shape, V2(-1.6, 0.1), V2(1.3, 1.4), 0.075);
  body.rig.kind = "lbs";
  body.rig.handles = {{"stalk", V2(-1.5, 0.75), V2(-0.75, 0.75), -1},
                      {"middle", V2(0, 0.75), {}, 0},
                      {"tip", V2(1.05, 0.75), {}, 1}};
  const auto swing = [](double degrees, double delay) {
    return sampled_track(2, 2.0, 15, [=](double time) {
      const double strength = ease(time, 0, 0.5) * (1 - ease(time, 1.5, 1.9));
      return Stance{.turn = {0, 0, strength * degrees * std::sin(2 * M_PI * (time - delay))}};
    });
  };
  body.rig.animation = std::vector<HandleTrack>{swing(20, 0), swing(15, 0.1), swing(25, 0.2)};
  body.settings.frequency = 3;
  scene.bodies.push_back(std::move(body));
  return scene;
}

Scene sway() {
  const auto shape = [](const Vector& x) {
    const double trunk = cone(x, V2(0, 0.05), V2(0, 0.9), 0.16, 0.1);
    const double crown = smooth_union(
        ball(x, V2(0, 1.45), 0.42),
        smooth_union(ball(x, V2(-0.38, 1.1), 0.3), ball(x, V2(0.38, 1.1), 0.3), 0.1), 0.12);
    return smooth_union(trunk, crown, 0.12);
  };
  Scene scene;
  scene.name = "sway";
  scene.num_frames = 60;
  scene.run.gravity = {0, -9.81};
  BodySpec body;
  body.name = "tree";
  body.mesh = lattice_body(shape, V2(-0.7, -0.15), V2(0.7, 1.9), 0.075);
  body.rig.kind = "affine";

  // p is an affine map, column by column: sheared about the ground, and stretched
  ParamTrack track;
  track.fps = 30;
  track.samples.resize(scene.num_frames, 6);
  for (int frame = 0; frame < scene.num_frames; ++frame) {
    const double time = frame / track.fps;
    const double strength = ease(time, 0, 0.4) * (1 - ease(time, 1.3, 1.6));
    const double shear = 0.35 * strength * std::sin(2 * M_PI * 1.25 * time);
    const double stretch = 1 + 0.1 * strength * std::sin(2 * M_PI * 2.5 * time);
    track.samples.row(frame) << 1 / stretch, 0, shear, stretch, 0, 0;
  }
  body.rig.animation = std::move(track);
  body.settings.law = LawKind::neohookean;
  body.settings.leak = 0;
  body.settings.frequency = 2.5;
  scene.bodies.push_back(std::move(body));
  return scene;
}

Scene duet() {
  const auto blob = [](const Vector& x) {
    const double belly = ellipsoid(x, V2(0, 0.4), V2(0.45, 0.4));
    const double head = ball(x, V2(0, 0.95), 0.26);
    const double ear = cone(x, V2(0.12, 1.1), V2(0.3, 1.42), 0.12, 0.09);
    const double other_ear = cone(x, V2(-0.12, 1.1), V2(-0.3, 1.42), 0.12, 0.09);
    const double ears = std::min(ear, other_ear);
    return smooth_union(smooth_union(belly, head, 0.15), ears, 0.06);
  };
  const HandleTrack dance = keyed_track(2, {
                                               {0.0, {}},
                                               {0.3, {.move = {0.25, 0.1, 0}, .turn = {0, 0, -12}}},
                                               {0.6, {}},
                                               {0.9, {.move = {-0.25, 0.1, 0}, .turn = {0, 0, 12}}},
                                               {1.2, {}},
                                               {1.5, {.move = {0, 0.35, 0}}},
                                               {1.8, {}},
                                           });
  Scene scene;
  scene.name = "duet";
  scene.num_frames = 72;
  const Mesh mesh = lattice_body(blob, V2(-0.5, 0), V2(0.5, 1.5), 0.06);
  for (const auto& [name, place, frequency] :
       {std::tuple{"soft", -0.8, 3.0}, std::tuple{"firm", 0.8, 6.0}}) {
    BodySpec body;
    body.name = name;
    body.mesh = mesh;
    body.mesh.vertices.col(0).array() += place;
    body.rig.kind = "affine";
    body.rig.handles = {{"feet", V2(place, 0), {}, -1}};
    body.rig.animation = std::vector<HandleTrack>{dance};
    body.settings.frequency = frequency;
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

}  // namespace descant::example_scenes
