// examples/wren.cpp: a round little bird that flies by blendshapes alone: it has no skeleton.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "descant/examples/figure.hpp"
#include "descant/examples/figures.hpp"
#include "descant/examples/motion.hpp"
#include "descant/examples/shapes.hpp"

namespace descant::example_figures {
namespace {

constexpr double flap_seconds = 0.6, ruffle_seconds = 1.6;

/// Left and right are alike.
double body(const Vector& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const double trunk = ellipsoid(y, Point(0, 0.3, 0), Point(0.2, 0.21, 0.24));
  const double head = ellipsoid(y, Point(0, 0.52, 0.13), Point(0.16, 0.15, 0.155));
  const double wing = ellipsoid(y, Point(0.36, 0.38, -0.02), Point(0.28, 0.046, 0.12));
  const double feathers = ellipsoid(y, Point(0.48, 0.38, -0.08), Point(0.17, 0.042, 0.11));
  const double tail = ellipsoid(y, Point(0.03, 0.36, -0.33), Point(0.075, 0.04, 0.17));
  const double crest = cone(y, Point(0, 0.66, 0.1), Point(0, 0.78, 0.02), 0.035, 0.028);
  double all = smooth_union(trunk, head, 0.09);
  all = smooth_union(all, smooth_union(wing, feathers, 0.03), 0.06);
  all = smooth_union(all, tail, 0.06);
  return smooth_union(all, crest, 0.04);
}

Eigen::Vector3d plumage(const Point& x) {
  const Point y(std::abs(x[0]), x[1], x[2]);
  const Eigen::Vector3d blue = web_colour(0x3f8fc9), deep = web_colour(0x24547f);
  const Eigen::Vector3d butter = web_colour(0xffe29a), rose = web_colour(0xf4978e);
  const auto mix = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b, double t) {
    return Eigen::Vector3d(a + std::clamp(t, 0.0, 1.0) * (b - a));
  };
  Eigen::Vector3d colour = blue;
  colour =
      mix(colour, butter, 0.5 - ellipsoid(y, Point(0, 0.24, 0.16), Point(0.17, 0.19, 0.2)) / 0.04);
  colour = mix(colour, deep, (y[0] - 0.46) / 0.06);
  colour = mix(colour, deep, (-0.36 - y[2]) / 0.04);
  colour = mix(colour, deep, (y[1] - 0.68) / 0.04);
  return mix(colour, rose, 0.8 * (0.5 - ball(y, Point(0.1, 0.485, 0.25), 0.03) / 0.03));
}

/// The wings turned about the shoulders, their tips a little more.
Point flapped(const Point& x, double degrees) {
  const double side = x[0] < 0 ? -1 : 1, out = std::abs(x[0]) - 0.15;
  if (out <= 0) return x;
  const double share = ease(out, 0, 0.12) * (0.8 + 0.5 * out);
  const double angle = share * degrees * std::numbers::pi / 180;
  const double lift = x[1] - 0.38;
  return {side * (0.15 + out * std::cos(angle) - lift * std::sin(angle)),
          0.38 + out * std::sin(angle) + lift * std::cos(angle), x[2]};
}

/// The belly swells; the tail and the crest rise.
Point puffed(const Point& x) {
  Point y = x;
  const Point from_belly = x - Point(0, 0.28, 0.05);
  y += 0.22 * (1 - ease(from_belly.norm(), 0.18, 0.34)) * from_belly;
  y[1] += 0.12 * ease(-x[2], 0.2, 0.5);
  y[2] += 0.07 * ease(x[1], 0.66, 0.8);
  return y;
}

/// Wings up, wings down, belly out: the weights of the three targets.
Vector stroke(double up, double puff) {
  return Vector{{std::max(0., up), std::max(0., -up), std::clamp(puff, 0., 1.)}};
}

void add_clips(Figure& wren) {
  const auto beat = [](double t) { return std::sin(2 * std::numbers::pi * t / flap_seconds); };
  wren.add_clip("Flap", flap_seconds);
  wren.weigh("wren", [=](double t) { return stroke(beat(t), 0.4 - 0.4 * beat(t + 0.1)); });
  wren.move("wren", [=](double t) { return Point(0, 0.05 * beat(t - 0.24), 0); });

  wren.add_clip("Ruffle", ruffle_seconds);
  wren.weigh("wren", [](double t) {
    const double shiver = ease(t, 0.3, 0.5) * (1 - ease(t, 0.9, 1.1));
    const double up = -0.64 + 0.35 * shiver * std::sin(2 * std::numbers::pi * 6 * t);
    return stroke(up, curve({{0, 0}, {0.3, 0.2}, {0.5, 1}, {0.9, 1}, {1.15, 0}}, t));
  });
}

}  // namespace

DressedCharacter wren() {
  Figure wren("wren");
  wren.add_node("wren", "", Point::Zero());
  const int mesh = wren.add_mesh("bird", "wren");
  const Shell shell = shell_of(body, {-0.8, 0, -0.6}, {0.8, 0.9, 0.5}, 0.034);
  wren.add_part(mesh, shell, painted(shell, plumage));
  for (const double side : {1., -1.}) {
    const Shell eye = ellipsoid_shell({side * 0.075, 0.55, 0.262}, {0.026, 0.03, 0.02}, 8);
    const Shell glint = ellipsoid_shell({side * 0.068, 0.563, 0.279}, {0.008, 0.009, 0.006}, 5);
    wren.add_part(mesh, eye, plain(eye, 0x1d1a26, 0.15));
    wren.add_part(mesh, glint, plain(glint, 0xffffff, 0.3));
  }
  const Shell beak = ellipsoid_shell({0, 0.51, 0.3}, {0.03, 0.022, 0.062}, 8);
  wren.add_part(mesh, beak, plain(beak, 0xf0a030, 0.4));
  wren.add_target(mesh, "wings_up", [](const Point& x) { return flapped(x, 50); });
  wren.add_target(mesh, "wings_down", [](const Point& x) { return flapped(x, -45); });
  wren.add_target(mesh, "puff", puffed);
  add_clips(wren);
  return wren.take();
}

}  // namespace descant::example_figures
