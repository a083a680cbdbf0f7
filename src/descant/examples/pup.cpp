// examples/pup.cpp: a plump four-legged creature with floppy ears, a belly and a pompon on its
// tail.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "descant/examples/figure.hpp"
#include "descant/examples/figures.hpp"
#include "descant/examples/shapes.hpp"

namespace descant::example_figures {
namespace {

constexpr double walk_seconds = 1, jump_seconds = 1.6;

/// Left and right are alike.
double body(const Vector& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const double trunk = ellipsoid(y, Point(0, 0.335, -0.04), Point(0.175, 0.155, 0.25));
  const double belly = ellipsoid(y, Point(0, 0.27, -0.02), Point(0.205, 0.165, 0.215));
  const double neck = cone(y, Point(0, 0.36, 0.12), Point(0, 0.5, 0.22), 0.13, 0.12);
  const double head = ellipsoid(y, Point(0, 0.55, 0.27), Point(0.18, 0.16, 0.165));
  const double snout = ellipsoid(y, Point(0, 0.495, 0.42), Point(0.085, 0.062, 0.07));
  const double ear =
      std::min(cone(y, Point(0.1, 0.66, 0.22), Point(0.2, 0.76, 0.2), 0.045, 0.055),
               cone(y, Point(0.2, 0.76, 0.2), Point(0.33, 0.66, 0.21), 0.055, 0.062));
  const double fore = cone(y, Point(0.1, 0.26, 0.13), Point(0.11, 0.06, 0.15), 0.07, 0.052);
  const double paw = ellipsoid(y, Point(0.11, 0.045, 0.172), Point(0.062, 0.048, 0.082));
  const double thigh = ellipsoid(y, Point(0.115, 0.22, -0.17), Point(0.085, 0.11, 0.1));
  const double hind = cone(y, Point(0.12, 0.2, -0.18), Point(0.12, 0.06, -0.19), 0.065, 0.052);
  const double heel = ellipsoid(y, Point(0.12, 0.045, -0.165), Point(0.062, 0.048, 0.085));
  const double tail = std::min(cone(y, Point(0, 0.36, -0.25), Point(0, 0.46, -0.37), 0.05, 0.042),
                               cone(y, Point(0, 0.46, -0.37), Point(0, 0.6, -0.4), 0.042, 0.045));
  const double pompon = ball(y, Point(0, 0.66, -0.39), 0.092);

  double all = smooth_union(trunk, belly, 0.1);
  all = smooth_union(all, neck, 0.1);
  all = smooth_union(all, head, 0.07);
  all = smooth_union(all, snout, 0.04);
  all = smooth_union(all, ear, 0.05);
  all = smooth_union(all, smooth_union(fore, paw, 0.03), 0.05);
  all = smooth_union(all, thigh, 0.05);
  all = smooth_union(all, smooth_union(hind, heel, 0.03), 0.04);
  return smooth_union(all, smooth_union(tail, pompon, 0.04), 0.05);
}

/// 1 inside an ellipsoid, 0 outside, a soft edge between.
double spot(const Point& x, const Point& centre, const Point& radii, double edge) {
  const double away = ellipsoid(x, centre, radii);
  return std::clamp(0.5 - away / edge, 0.0, 1.0);
}

Eigen::Vector3d coat(const Point& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const Eigen::Vector3d fur = web_colour(0xe8924a), cream = web_colour(0xfff0d8);
  const Eigen::Vector3d cocoa = web_colour(0x8a4b2f), rose = web_colour(0xf79aa0);
  const auto mix = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b, double t) {
    return Eigen::Vector3d(a + t * (b - a));
  };
  Eigen::Vector3d colour = fur;
  const double pale =
      std::max({spot(y, {0, 0.18, 0.02}, {0.15, 0.13, 0.26}, 0.04),
                spot(y, {0, 0.47, 0.45}, {0.12, 0.085, 0.12}, 0.03),
                spot(y, {0, 0.68, -0.39}, {0.13, 0.105, 0.13}, 0.03), y[1] < 0.07 ? 1.0 : 0.0});
  colour = mix(colour, cream, pale);
  colour = mix(colour, cocoa, spot(y, {0.34, 0.66, 0.21}, {0.1, 0.11, 0.12}, 0.04));
  colour = mix(colour, cocoa, 0.9 * spot(y, {0.02, 0.48, -0.12}, {0.1, 0.06, 0.1}, 0.03));
  return mix(colour, rose, 0.8 * spot(y, {0.125, 0.5, 0.385}, {0.04, 0.032, 0.06}, 0.03));
}

std::vector<Bone> skeleton() {
  std::vector<Bone> bones{
      {"hips", "", {0, 0.32, -0.14}, {0, 0.31, -0.03}, 0.16},
      {"chest", "hips", {0, 0.31, -0.03}, {0, 0.36, 0.13}, 0.16},
      {"neck", "chest", {0, 0.38, 0.14}, {0, 0.48, 0.21}, 0.11},
      {"head", "neck", {0, 0.5, 0.22}, {0, 0.56, 0.34}, 0.16},
      {"tail1", "hips", {0, 0.36, -0.26}, {0, 0.46, -0.37}, 0.05},
      {"tail2", "tail1", {0, 0.46, -0.37}, {0, 0.57, -0.4}, 0.05},
      {"tail3", "tail2", {0, 0.57, -0.4}, {0, 0.7, -0.39}, 0.08},
  };
  for (const double side : {1., -1.}) {
    const std::string s = side > 0 ? "_l" : "_r";
    const auto at = [side](double x, double y, double z) { return Point(side * x, y, z); };
    bones.push_back({"ear1" + s, "head", at(0.11, 0.67, 0.22), at(0.2, 0.76, 0.2), 0.05});
    bones.push_back({"ear2" + s, "ear1" + s, at(0.2, 0.76, 0.2), at(0.33, 0.66, 0.21), 0.06});
    bones.push_back({"arm1" + s, "chest", at(0.1, 0.25, 0.13), at(0.105, 0.15, 0.14), 0.065});
    bones.push_back({"arm2" + s, "arm1" + s, at(0.105, 0.15, 0.14), at(0.11, 0.05, 0.17), 0.06});
    bones.push_back({"leg1" + s, "hips", at(0.115, 0.24, -0.17), at(0.12, 0.14, -0.185), 0.075});
    bones.push_back({"leg2" + s, "leg1" + s, at(0.12, 0.14, -0.185), at(0.12, 0.05, -0.165), 0.06});
  }
  return bones;
}

/// A trot: the legs across from each other go together.
void add_walk(Figure& pup) {
  pup.add_clip("Walk", walk_seconds);
  const auto wave = [](double t, double turns, double ahead) {
    return std::sin(2 * std::numbers::pi * (turns * t / walk_seconds + ahead));
  };
  for (const std::string s : {"_l", "_r"}) {
    const double fore = s == "_l" ? 0 : 0.5, hind = s == "_l" ? 0.55 : 0.05;
    pup.turn("arm1" + s, [=](double t) { return Point(30 * wave(t, 1, fore), 0, 0); });
    pup.turn("arm2" + s, [=](double t) { return Point(24 * (1 + wave(t, 1, fore + 0.3)), 0, 0); });
    pup.turn("leg1" + s, [=](double t) { return Point(28 * wave(t, 1, hind), 0, 0); });
    pup.turn("leg2" + s, [=](double t) { return Point(22 * (1 + wave(t, 1, hind + 0.3)), 0, 0); });
    const double side = s == "_l" ? 1 : -1;
    pup.turn("ear1" + s, [=](double t) { return Point(0, 0, side * 9 * wave(t, 2, 0.1)); });
    pup.turn("ear2" + s, [=](double t) { return Point(0, 0, side * 14 * wave(t, 2, 0.95)); });
  }
  pup.move("hips",
           [=](double t) { return Point(0.012 * wave(t, 1, 0.25), 0.022 * wave(t, 2, 0.1), 0); });
  pup.turn("hips", [=](double t) {
    return Point(2 * wave(t, 2, 0.3), 5 * wave(t, 1, 0), 4 * wave(t, 1, 0.2));
  });
  pup.turn("chest", [=](double t) {
    return Point(2 * wave(t, 2, 0), -7 * wave(t, 1, 0), -5 * wave(t, 1, 0.2));
  });
  pup.turn("neck", [=](double t) { return Point(4 * wave(t, 2, 0.7), 2 * wave(t, 1, 0.5), 0); });
  pup.turn("head", [=](double t) { return Point(5 * wave(t, 2, 0.6), 0, 4 * wave(t, 1, 0.1)); });
  pup.turn("tail1", [=](double t) { return Point(0, 16 * wave(t, 2, 0), 12 * wave(t, 2, 0)); });
  pup.turn("tail2", [=](double t) { return Point(0, 0, 16 * wave(t, 2, 0.88)); });
  pup.turn("tail3", [=](double t) { return Point(0, 0, 18 * wave(t, 2, 0.76)); });
}

/// Crouch, leap, tuck, land with a bump, shake it off.
void add_jump(Figure& pup) {
  pup.add_clip("Jump", jump_seconds);
  const auto about_x = [&](const std::string& bone, const std::vector<CurvePoint>& degrees) {
    pup.turn(bone, [degrees](double t) { return Point(curve(degrees, t), 0, 0); });
  };
  pup.move("hips", [](double t) {
    return Point(0,
                 curve({{0, 0},
                        {0.3, -0.075},
                        {0.42, -0.08},
                        {0.55, 0.1},
                        {0.78, 0.4},
                        {1, 0.1},
                        {1.1, -0.06},
                        {1.3, 0.012},
                        {1.45, 0}},
                       t),
                 0);
  });
  about_x("hips", {{0, 0}, {0.35, 9}, {0.55, -16}, {0.78, 0}, {1, 13}, {1.12, 5}, {1.35, 0}});
  about_x("chest", {{0, 0}, {0.35, 8}, {0.55, -14}, {0.78, 5}, {1, 5}, {1.12, 10}, {1.35, 0}});
  about_x("head", {{0, 0}, {0.35, 10}, {0.55, -18}, {0.8, -4}, {1.1, 16}, {1.3, -3}, {1.5, 0}});
  for (const std::string s : {"_l", "_r"}) {
    about_x("arm1" + s,
            {{0, 0}, {0.38, -32}, {0.55, -30}, {0.78, -68}, {1, -18}, {1.1, -36}, {1.35, 0}});
    about_x("arm2" + s, {{0, 0}, {0.38, 56}, {0.55, 12}, {0.78, 70}, {1, 8}, {1.1, 62}, {1.35, 0}});
    about_x("leg1" + s,
            {{0, 0}, {0.38, -34}, {0.55, 40}, {0.78, -40}, {1, -12}, {1.1, -38}, {1.35, 0}});
    about_x("leg2" + s, {{0, 0}, {0.38, 56}, {0.55, 6}, {0.78, 80}, {1, 8}, {1.1, 62}, {1.35, 0}});
    const double side = s == "_l" ? 1 : -1;
    pup.turn("ear1" + s, [side](double t) {
      return Point(
          0, 0,
          side *
              curve({{0, 0}, {0.35, -12}, {0.58, -30}, {0.95, 34}, {1.12, -22}, {1.3, 8}, {1.5, 0}},
                    t));
    });
  }
  about_x("tail1", {{0, 0}, {0.38, 14}, {0.6, -26}, {0.9, 22}, {1.12, -18}, {1.35, 0}});
  about_x("tail2", {{0, 0}, {0.38, 12}, {0.62, -24}, {0.92, 24}, {1.15, -16}, {1.4, 0}});
}

}  // namespace

DressedCharacter pup() {
  Figure pup("pup");
  pup.add_skeleton(skeleton());
  const int mesh = pup.add_skinned_mesh("body");
  const Shell shell = shell_of(body, {-0.45, -0.05, -0.55}, {0.45, 0.88, 0.55}, 0.036);
  pup.add_soft_part(mesh, shell, painted(shell, coat));
  for (const double side : {1., -1.}) {
    const Shell eye = ellipsoid_shell({side * 0.078, 0.575, 0.412}, {0.03, 0.036, 0.022}, 8);
    const Shell glint = ellipsoid_shell({side * 0.07, 0.59, 0.43}, {0.009, 0.01, 0.007}, 5);
    pup.add_stiff_part(mesh, eye, plain(eye, 0x2a1a1e, 0.15), "head");
    pup.add_stiff_part(mesh, glint, plain(glint, 0xffffff, 0.3), "head");
  }
  const Shell nose = ellipsoid_shell({0, 0.52, 0.49}, {0.03, 0.022, 0.02}, 8);
  pup.add_stiff_part(mesh, nose, plain(nose, 0x4a2a2a, 0.25), "head");
  add_walk(pup);
  add_jump(pup);
  return pup.take();
}

}  // namespace descant::example_figures
