// io/scene_json_keys.cpp: the keys of a handle: when it is where.
//
//   {"time": s, "translate": [d], "rotate": degrees (2D) | [rx, ry, rz] degrees | [x, y, z, w],
//    "scale": number | [d]}
//
//   Euler angles turn about x first:  q = q_z(rz) q_y(ry) q_x(rx)

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "descant/io/scene_json_parts.hpp"

namespace descant {

namespace {

using Quaternion = Eigen::Quaterniond;

Quaternion turn(double degrees, const Eigen::Vector3d& axis) {
  return Quaternion(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis));
}

Quaternion given_quaternion(const JsonNode& node, const Vector& xyzw) {
  Quaternion q(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
  const double norm = q.norm();
  if (!(norm > 1e-6) || !std::isfinite(norm)) node.fail("is no rotation: the quaternion is zero");
  // unit quaternions keep their bits
  if (std::abs(norm - 1) > 1e-12) q.coeffs() /= norm;
  return q;
}

Quaternion read_rotation(const JsonNode& node, int dim) {
  if (dim == 2 && node.value().is_number()) {
    return turn(node.number(), Eigen::Vector3d::UnitZ());
  }
  const Vector values = node.numbers();
  if (values.size() == 4) {
    const Quaternion q = given_quaternion(node, values);
    if (dim == 2 && (q.x() != 0 || q.y() != 0)) {
      node.fail("turns out of the plane", "In 2D, give one angle in degrees");
    }
    return q;
  }
  if (dim == 2) node.fail("expected one angle in degrees");
  if (values.size() != 3) {
    node.fail("has " + std::to_string(values.size()) + " numbers",
              "Give three angles in degrees, about x, y and z, or a quaternion x, y, z, w");
  }
  return turn(values[2], Eigen::Vector3d::UnitZ()) * turn(values[1], Eigen::Vector3d::UnitY()) *
         turn(values[0], Eigen::Vector3d::UnitX());
}

Vector read_scale(const JsonNode& node, int dim) {
  const Vector scale =
      node.value().is_number() ? Vector(Vector::Constant(dim, node.number())) : node.point(dim);
  if (!(scale.array() > 0).all()) node.fail("must be greater than 0");
  return scale;
}

}  // namespace

HandleTrack resting_track(int dim) {
  HandleTrack track;
  track.times = {0};
  track.translations = Matrix::Zero(1, dim);
  track.rotations = Matrix::Zero(1, 4);
  track.rotations(0, 3) = 1;
  return track;
}

HandleTrack read_keys(const JsonNode& node, int dim) {
  const std::vector<JsonNode> keys = node.items("keys");
  if (keys.empty()) node.fail("the animation has no frame", "Give at least one key");
  const Index count = static_cast<Index>(keys.size());
  HandleTrack track;
  track.translations = Matrix::Zero(count, dim);
  track.rotations = Matrix::Zero(count, 4);
  track.scales = Matrix::Ones(count, dim);
  Quaternion previous = Quaternion::Identity();
  bool has_scale = false;
  for (Index k = 0; k < count; ++k) {
    const JsonNode& key = keys[k];
    key.expect_keys({"time", "translate", "rotate", "scale"});
    const JsonNode time = key.required("time", "when the handle is there, in seconds");
    if (k > 0 && !(time.number() > track.times.back())) {
      time.fail("is not later than the key before it", "Sort the keys by time");
    }
    track.times.push_back(time.number());
    if (key.has("translate")) track.translations.row(k) = key.at("translate").point(dim);
    if (key.has("rotate")) {
      // of q and −q, which turn alike, the one nearer to the key before: the short way round
      Quaternion q = read_rotation(key.at("rotate"), dim);
      if (k > 0 && q.dot(previous) < 0) q.coeffs() = -q.coeffs();
      previous = q;
    } else {
      previous.coeffs() << 0, 0, 0, (previous.w() < 0 ? -1 : 1);
    }
    track.rotations.row(k) = previous.coeffs();
    if (key.has("scale")) {
      track.scales.row(k) = read_scale(key.at("scale"), dim);
      has_scale = true;
    }
  }
  if (!has_scale) track.scales.resize(0, 0);
  return track;
}

}  // namespace descant
