// mesh/lattice_location.cpp: the permutohedral way through the body-centred lattice.
//
// Corner k is ⌊y⌋ plus one in the k coordinates with the largest fractions; the sum of a corner's
// four coordinates, modulo 4, is different for each, and orders them the same way for every point.

#include "descant/mesh/lattice_location.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

/// Twice the position of the lattice vertex with coordinates c (modulo (1,1,1,1)).
LatticePoint doubled_position(const std::array<int, 4>& c) {
  return {c[0] + c[1] - c[2] - c[3], c[0] - c[1] + c[2] - c[3], c[0] - c[1] - c[2] + c[3]};
}

/// A number for the order in which coordinates were raised: base 4 digits of the first three.
std::uint64_t order_number(const std::array<int, 4>& order) {
  return static_cast<std::uint64_t>(order[0] + 4 * order[1] + 16 * order[2]);
}

bool is_negative(const std::array<LatticePoint, 4>& x) {
  Eigen::Matrix3i edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = x[k + 1] - x[0];
  const Eigen::Vector3i a = edges.col(0), b = edges.col(1), c = edges.col(2);
  const int volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0]);
  return volume < 0;
}

}  // namespace

LatticePlace lattice_place(const Eigen::Vector3d& point) {
  // the four coordinates: whole parts, fractions, and the order of these
  const double x = point[0], y = point[1], z = point[2];
  const std::array<double, 4> coordinate = {0.5 * (x + y + z), 0.5 * (x - y - z),
                                            0.5 * (-x + y - z), 0.5 * (-x - y + z)};
  std::array<int, 4> base, order = {0, 1, 2, 3};
  std::array<double, 4> fraction;
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    const double whole = std::floor(coordinate[i]);
    base[i] = static_cast<int>(whole);
    fraction[i] = coordinate[i] - whole;
    sum += base[i];
  }
  const auto descending = [&](int i, int j) {
    return fraction[i] != fraction[j] ? fraction[i] > fraction[j] : i < j;
  };
  std::sort(order.begin(), order.end(), descending);

  // corners in the order they are reached, turned so that the one of class 0 comes first
  const int start = (4 - ((sum % 4) + 4) % 4) % 4;
  for (int k = 0; k < start; ++k) ++base[order[k]];
  LatticePlace place;
  std::array<int, 4> raised;
  for (int k = 0; k < 4; ++k) {
    const int step = (start + k) % 4;
    place.corners[k] = doubled_position(base);
    const double upper = step == 0 ? 1 + fraction[order[3]] : fraction[order[step - 1]];
    place.barycentric[k] = upper - fraction[order[step]];
    raised[k] = order[step];
    ++base[order[step]];
  }
  const LatticePoint& first = place.corners[0];
  place.key = order_number(raised);
  for (int a = 0; a < 3; ++a) {
    place.key = (place.key << 19) | static_cast<std::uint64_t>(first[a] + (1 << 18));
  }
  if (is_negative(place.corners)) {
    std::swap(place.corners[2], place.corners[3]);
    std::swap(place.barycentric[2], place.barycentric[3]);
  }
  return place;
}

std::vector<double> lattice_crossings(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  constexpr int families[6][3] = {{1, 1, 0},  {1, -1, 0}, {1, 0, 1},
                                  {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
  std::vector<double> crossings;
  for (const auto& family : families) {
    const Eigen::Vector3d normal(family[0], family[1], family[2]);
    const double from = normal.dot(a), to = normal.dot(b);
    const double low = std::min(from, to), high = std::max(from, to);
    for (double plane = std::floor(low) + 1; plane < high; ++plane) {
      crossings.push_back((plane - from) / (to - from));
    }
  }
  std::sort(crossings.begin(), crossings.end());
  return crossings;
}

}  // namespace descant
