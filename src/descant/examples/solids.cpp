// examples/solids.cpp: bodies in space with one handle: jelly, top, peach.

#include <cmath>

#include "descant/examples/motion.hpp"
#include "descant/examples/scenes.hpp"
#include "descant/examples/shapes.hpp"
#include "descant/mesh/lattice.hpp"

namespace descant::example_scenes {
namespace {

using V3 = Eigen::Vector3d;

Scene one_body(const std::string& name, Mesh mesh, const std::string& kind, const Vector& pivot,
               HandleTrack track) {
  Scene scene;
  scene.name = name;
  BodySpec body;
  body.name = name;
  body.mesh = std::move(mesh);
  body.rig.kind = kind;
  body.rig.handles = {{"pivot", pivot, {}, -1}};
  body.rig.animation = std::vector<HandleTrack>{std::move(track)};
  scene.bodies.push_back(std::move(body));
  return scene;
}

}  // namespace

Scene jelly() {
  const auto dome = [](const Vector& x) {
    const double bowl = ellipsoid(x, V3(0, 0, 0), V3(0.5, 0.6, 0.5));
    return smooth_intersection(bowl, -x[1], 0.15);
  };
  const HandleTrack track =
      keyed_track(3, {
                         {0.00, {}},
                         {0.25, {.move = {0.25, 0, 0}, .turn = {0, 0, -8}}},
                         {0.45, {.move = {-0.25, 0, 0}, .turn = {0, 0, 8}}},
                         {0.65, {.move = {0.20, 0, 0}, .turn = {0, 0, -8}}},
                         {0.85, {.move = {0, 0, 0}}},
                         {1.10, {.move = {0, 0.1, 0}, .turn = {25, 0, 0}}},
                         {1.35, {.move = {0, 0, 0}, .scale = {1.12, 0.78, 1.12}}},
                         {1.50, {.move = {0, 0, 0}, .scale = {0.95, 1.1, 0.95}}},
                         {1.65, {}},
                     });
  Scene scene = one_body("jelly", lattice_body(dome, V3(-0.5, 0, -0.5), V3(0.5, 0.6, 0.5), 0.13),
                         "affine", V3(0, 0, 0), track);
  scene.num_frames = 75;
  scene.bodies[0].settings.frequency = 3.5;
  return scene;
}

Scene top() {
  const auto shape = [](const Vector& x) {
    const double disc = ellipsoid(x, V3(0, 0.35, 0), V3(0.45, 0.16, 0.45));
    const double spike = cone(x, V3(0, 0.1, 0), V3(0, 0.35, 0), 0.06, 0.2);
    const double stem = capsule(x, V3(0, 0.4, 0), V3(0, 0.75, 0), 0.075);
    return smooth_union(smooth_union(disc, spike, 0.08), stem, 0.1);
  };
  // a spin that rises and is caught, while the axis leans and goes around
  const auto stance_at = [](double time) {
    const double spin = 360 * 1.6 * (ease(time, 0, 2) * 2 - ease(time, 0, 1.2) * 0.5);
    const double lean = 9 * ease(time, 0.3, 0.9) * (1 - ease(time, 1.7, 2));
    const double around = 2 * M_PI * 0.8 * time;
    const Eigen::AngleAxisd tilt(lean * M_PI / 180, V3(std::cos(around), 0, std::sin(around)));
    const Eigen::AngleAxisd turned(tilt * Eigen::AngleAxisd(spin * M_PI / 180, V3::UnitY()));
    return Stance{.turn = turned.axis() * turned.angle() * 180 / M_PI};
  };
  Scene scene =
      one_body("top", lattice_body(shape, V3(-0.45, 0, -0.45), V3(0.45, 0.85, 0.45), 0.12), "rigid",
               V3(0, 0, 0), sampled_track(3, 2, 30, stance_at));
  scene.num_frames = 75;
  scene.bodies[0].settings.law = LawKind::stable_neohookean;
  return scene;
}

Scene peach() {
  const auto fruit = [](const Vector& x) {
    const double flesh = ellipsoid(x, V3(0, 0, 0), V3(0.5, 0.46, 0.5));
    // the groove down one side
    const double groove = capsule(x, V3(0, 0.4, 0.62), V3(0, -0.4, 0.62), 0.14);
    return smooth_intersection(flesh, -groove, 0.12);
  };
  const auto stance_at = [](double time) {
    const double strength = ease(time, 0, 0.4) * (1 - ease(time, 1.2, 1.5));
    return Stance{.move = {0.12 * strength * std::sin(2 * M_PI * 1.1 * time), 0, 0},
                  .turn = {0, 40 * strength * std::sin(2 * M_PI * 1.4 * time), 0}};
  };
  Scene scene =
      one_body("peach", lattice_body(fruit, V3(-0.5, -0.5, -0.5), V3(0.5, 0.5, 0.5), 0.14), "rigid",
               V3(0, 0, 0), sampled_track(3, 1.6, 20, stance_at));
  scene.num_frames = 66;
  BodySpec& body = scene.bodies[0];
  body.settings.law = LawKind::corotational;
  body.settings.young = 8e3;
  body.settings.poisson = 0.4;
  Region stone;
  stone.center = V3(0, 0, 0);
  stone.radius = 0.22;
  stone.young = 4e5;
  stone.density = 1600;
  body.regions = {stone};
  return scene;
}

}  // namespace descant::example_scenes
