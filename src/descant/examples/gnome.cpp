// examples/gnome.cpp: a pot-bellied gnome on a skeleton, a hat that floats above its head, and a
// lantern on a node of its own, without a skin.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "descant/examples/figure.hpp"
#include "descant/examples/figures.hpp"
#include "descant/examples/shapes.hpp"

namespace descant::example_figures {
namespace {

constexpr double stroll_seconds = 1.2, bow_seconds = 2;

/// Where the lantern's ring hangs.
const Point hand(-0.36, 0.36, 0.16);

double body(const Vector& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const double belly = ellipsoid(y, Point(0, 0.3, 0.02), Point(0.24, 0.21, 0.22));
  const double chest = ellipsoid(y, Point(0, 0.47, 0), Point(0.16, 0.15, 0.14));
  const double head = ellipsoid(y, Point(0, 0.68, 0.02), Point(0.17, 0.155, 0.155));
  const double beard = std::min(cone(y, Point(0, 0.6, 0.12), Point(0, 0.46, 0.24), 0.11, 0.09),
                                cone(y, Point(0, 0.46, 0.24), Point(0, 0.33, 0.3), 0.09, 0.035));
  const double arm =
      std::min(cone(y, Point(0.14, 0.5, 0), Point(0.27, 0.4, 0.04), 0.065, 0.055),
               cone(y, Point(0.27, 0.4, 0.04), Point(0.35, 0.36, 0.14), 0.055, 0.05));
  const double fist = ball(y, Point(0.36, 0.36, 0.16), 0.06);
  const double leg = cone(y, Point(0.1, 0.18, 0), Point(0.11, 0.07, 0), 0.075, 0.065);
  const double boot = ellipsoid(y, Point(0.115, 0.055, 0.05), Point(0.075, 0.06, 0.13));
  double all = smooth_union(belly, chest, 0.1);
  all = smooth_union(all, head, 0.05);
  all = smooth_union(all, beard, 0.04);
  all = smooth_union(all, smooth_union(arm, fist, 0.03), 0.04);
  return smooth_union(all, smooth_union(leg, boot, 0.03), 0.04);
}

/// A pointed hat with a rolled brim and a bent tip, cut off flat just above the head.
double hat(const Vector& x) {
  const double around = std::hypot(x[0], x[2]) - 0.165;
  const double brim = std::hypot(around, x[1] - 0.845) - 0.045;
  const double crown = cone(x, Point(0, 0.88, 0), Point(0, 1.1, -0.04), 0.165, 0.085);
  const double tip = std::min(cone(x, Point(0, 1.1, -0.04), Point(0.05, 1.25, -0.1), 0.085, 0.045),
                              ball(x, Point(0.1, 1.27, -0.14), 0.06));
  const double pointed = smooth_intersection(smooth_union(crown, tip, 0.05), 0.865 - x[1], 0.02);
  return smooth_union(brim, pointed, 0.02);
}

double lantern(const Vector& x) {
  const double glass = ellipsoid(x, Point(0, -0.17, 0), Point(0.075, 0.085, 0.075));
  const double cap = cone(x, Point(0, -0.09, 0), Point(0, -0.055, 0), 0.055, 0.022);
  const double foot = ellipsoid(x, Point(0, -0.25, 0), Point(0.06, 0.024, 0.06));
  const double rod = capsule(x, Point(0, -0.06, 0), Point(0, 0, 0), 0.014);
  return std::min({smooth_union(glass, cap, 0.015), smooth_union(glass, foot, 0.015), rod});
}

Eigen::Vector3d clothes(const Point& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const auto mix = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b, double t) {
    return Eigen::Vector3d(a + std::clamp(t, 0.0, 1.0) * (b - a));
  };
  const Eigen::Vector3d skin = web_colour(0xf2bd97), coat = web_colour(0x4f8a5b);
  const Eigen::Vector3d boots = web_colour(0x6b4630), beard = web_colour(0xf4efe6);
  Eigen::Vector3d colour = mix(coat, skin, (y[1] - 0.565) / 0.02);
  colour = mix(colour, web_colour(0x7a4a2b), 1.5 - std::abs(y[1] - 0.27) / 0.02);
  colour = mix(colour, boots, (0.13 - y[1]) / 0.015);
  colour = mix(colour, skin, 0.5 - ball(y, Point(0.36, 0.36, 0.16), 0.075) / 0.02);
  const double whiskers = std::min(cone(y, Point(0, 0.6, 0.13), Point(0, 0.46, 0.25), 0.125, 0.1),
                                   cone(y, Point(0, 0.46, 0.25), Point(0, 0.33, 0.31), 0.1, 0.05));
  colour = mix(colour, beard, 0.5 - whiskers / 0.02);
  return mix(colour, web_colour(0xe8837a),
             0.7 * (0.5 - ball(y, Point(0.105, 0.665, 0.15), 0.03) / 0.03));
}

std::vector<Bone> skeleton() {
  std::vector<Bone> bones{
      {"hips", "", {0, 0.22, 0}, {0, 0.32, 0.02}, 0.2},
      {"chest", "hips", {0, 0.38, 0}, {0, 0.52, 0}, 0.16},
      {"head", "chest", {0, 0.57, 0}, {0, 0.72, 0.02}, 0.16},
      {"beard", "head", {0, 0.58, 0.14}, {0, 0.36, 0.29}, 0.08},
      {"hat1", "head", {0, 0.87, 0}, {0, 1.05, -0.03}, 0.14},
      {"hat2", "hat1", {0, 1.1, -0.04}, {0.1, 1.27, -0.14}, 0.07},
  };
  for (const double side : {1., -1.}) {
    const std::string s = side > 0 ? "_l" : "_r";
    const auto at = [side](double x, double y, double z) { return Point(side * x, y, z); };
    bones.push_back({"arm1" + s, "chest", at(0.15, 0.5, 0), at(0.27, 0.4, 0.04), 0.06});
    bones.push_back({"arm2" + s, "arm1" + s, at(0.27, 0.4, 0.04), at(0.36, 0.36, 0.16), 0.06});
    bones.push_back({"leg" + s, "hips", at(0.1, 0.19, 0), at(0.11, 0.09, 0), 0.075});
    bones.push_back({"boot" + s, "leg" + s, at(0.11, 0.08, 0), at(0.115, 0.05, 0.1), 0.075});
  }
  return bones;
}

void add_stroll(Figure& gnome) {
  gnome.add_clip("Stroll", stroll_seconds);
  const auto wave = [](double t, double turns, double ahead) {
    return std::sin(2 * std::numbers::pi * (turns * t / stroll_seconds + ahead));
  };
  for (const std::string s : {"_l", "_r"}) {
    const double ahead = s == "_l" ? 0 : 0.5;
    gnome.turn("leg" + s, [=](double t) { return Point(30 * wave(t, 1, ahead), 0, 0); });
    gnome.turn("boot" + s, [=](double t) { return Point(16 * wave(t, 1, ahead + 0.3), 0, 0); });
    gnome.turn("arm1" + s, [=](double t) { return Point(-18 * wave(t, 1, ahead), 0, 0); });
    gnome.turn("arm2" + s, [=](double t) { return Point(-10 * wave(t, 1, ahead - 0.1), 0, 0); });
  }
  gnome.move("hips",
             [=](double t) { return Point(0.02 * wave(t, 1, 0.25), 0.024 * wave(t, 2, 0.1), 0); });
  gnome.turn("hips", [=](double t) { return Point(0, 7 * wave(t, 1, 0.5), 7 * wave(t, 1, 0.25)); });
  gnome.turn("chest", [=](double t) {
    return Point(2 * wave(t, 2, 0), -10 * wave(t, 1, 0.5), -9 * wave(t, 1, 0.2));
  });
  gnome.turn("head", [=](double t) { return Point(4 * wave(t, 2, 0.6), 4 * wave(t, 1, 0), 0); });
  gnome.turn("beard", [=](double t) { return Point(0, 8 * wave(t, 1, 0.4), 0); });
  gnome.turn("hat1", [=](double t) { return Point(3 * wave(t, 2, 0.5), 0, 6 * wave(t, 1, 0.1)); });
  gnome.turn("hat2", [=](double t) { return Point(6 * wave(t, 2, 0.4), 0, 12 * wave(t, 1, 0)); });
  gnome.turn("lantern",
             [=](double t) { return Point(20 * wave(t, 1, 0.35), 0, 8 * wave(t, 1, 0.1)); });
}

/// A deep bow, the lantern held out, and up again.
void add_bow(Figure& gnome) {
  gnome.add_clip("Bow", bow_seconds);
  const std::vector<CurvePoint> bend{{0, 0},     {0.2, -3}, {0.7, 30},
                                     {1.05, 30}, {1.4, -5}, {1.65, 0}};
  const auto about_x = [&](const std::string& bone, const std::vector<CurvePoint>& points,
                           double share) {
    gnome.turn(bone, [=](double t) { return Point(share * curve(points, t), 0, 0); });
  };
  about_x("hips", bend, 0.4);
  about_x("chest", bend, 0.8);
  about_x("head", bend, 0.7);
  about_x("hat2", bend, 0.6);
  about_x("leg_l", bend, -0.4);
  about_x("leg_r", bend, -0.4);
  gnome.turn("arm1_r", [=](double t) { return Point(-curve(bend, t), 0.5 * curve(bend, t), 0); });
  gnome.turn("arm1_l", [=](double t) { return Point(0, -curve(bend, t), -0.5 * curve(bend, t)); });
  gnome.turn("lantern", [](double t) {
    return Point(
        curve({{0, 0}, {0.4, 24}, {0.75, -26}, {1.05, 16}, {1.35, -22}, {1.65, 10}, {1.9, 0}}, t),
        0, 0);
  });
}

}  // namespace

DressedCharacter gnome() {
  Figure gnome("gnome");
  gnome.add_skeleton(skeleton());
  const int mesh = gnome.add_skinned_mesh("body");
  const Shell shell = shell_of(body, {-0.5, -0.05, -0.35}, {0.5, 0.9, 0.45}, 0.036);
  gnome.add_soft_part(mesh, shell, painted(shell, clothes));
  for (const double side : {1., -1.}) {
    const Shell eye = ellipsoid_shell({side * 0.062, 0.715, 0.162}, {0.02, 0.025, 0.016}, 8);
    gnome.add_stiff_part(mesh, eye, plain(eye, 0x2b2226, 0.15), "head");
  }
  const Shell nose = ellipsoid_shell({0, 0.665, 0.19}, {0.042, 0.036, 0.04}, 8);
  gnome.add_stiff_part(mesh, nose, plain(nose, 0xe79a7c, 0.5), "head");

  const int top = gnome.add_skinned_mesh("hat");
  const Shell crown = shell_of(hat, {-0.3, 0.75, -0.3}, {0.3, 1.4, 0.3}, 0.04);
  gnome.add_soft_part(
      top, crown, painted(crown, [](const Point& x) {
        const double ring = std::hypot(std::hypot(x[0], x[2]) - 0.17, x[1] - 0.84) - 0.058;
        const bool is_wool = ring < 0 || ball(x, Point(0.1, 1.27, -0.14), 0.066) < 0;
        return web_colour(is_wool ? 0xfaf3e3 : 0xc8433f);
      }));

  gnome.add_node("lantern", "arm2_r", hand - Point(-0.27, 0.4, 0.04));
  const int light = gnome.add_mesh("lantern", "lantern");
  const Shell lamp = shell_of(lantern, {-0.15, -0.35, -0.15}, {0.15, 0.1, 0.15}, 0.024);
  PartLook glow = painted(lamp, [](const Point& x) {
    const bool is_glass = ellipsoid(x, Point(0, -0.17, 0), Point(0.08, 0.075, 0.08)) < 0;
    return is_glass ? web_colour(0xffe08a) : web_colour(0x4a4038);
  });
  glow.roughness = 0.4;
  glow.glow = {0.25, 0.16, 0.03};
  gnome.add_part(light, lamp, glow);
  add_stroll(gnome);
  add_bow(gnome);
  return gnome.take();
}

}  // namespace descant::example_figures
