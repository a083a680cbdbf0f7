// encoding/morph_normals.cpp: area-weighted normals before and after, on vertices welded at seams.

#include "descant/encoding/morph_normals.hpp"

#include <Eigen/Geometry>
#include <array>
#include <map>
#include <vector>

namespace descant {
namespace {

/// Vertices at one place share a number: a seam in the texture is none in the surface.
std::vector<Index> places(const Positions& positions) {
  std::map<std::array<double, 3>, Index> seen;
  std::vector<Index> place(positions.rows());
  for (Index i = 0; i < positions.rows(); ++i)
    place[i] = seen.emplace(std::array{positions(i, 0), positions(i, 1), positions(i, 2)},
                            static_cast<Index>(seen.size()))
                   .first->second;
  return place;
}

Positions surface_normals(const Positions& positions, const Elements& triangles,
                          const std::vector<Index>& place) {
  Positions sums = Positions::Zero(positions.rows(), 3);
  for (Index t = 0; t < triangles.rows(); ++t) {
    const Eigen::Vector3d a = positions.row(triangles(t, 0)), b = positions.row(triangles(t, 1)),
                          c = positions.row(triangles(t, 2));
    const Eigen::RowVector3d normal = (b - a).cross(c - a);
    for (int corner : triangles.row(t)) sums.row(place[corner]) += normal;
  }
  Positions normals(positions.rows(), 3);
  for (Index i = 0; i < positions.rows(); ++i) normals.row(i) = sums.row(place[i]);
  return normals;
}

}  // namespace

Positions normal_deltas(const SurfacePart& part, const Positions& deltas) {
  if (part.normals.rows() == 0) return {};
  const std::vector<Index> place = places(part.positions);
  const Positions before = surface_normals(part.positions, part.triangles, place);
  const Positions after = surface_normals(part.positions + deltas, part.triangles, place);
  Positions turned = Positions::Zero(part.normals.rows(), 3);
  for (Index i = 0; i < turned.rows(); ++i) {
    const Eigen::Vector3d from = before.row(i), to = after.row(i), normal = part.normals.row(i);
    if (!(from.norm() > 0) || !(to.norm() > 0)) continue;
    turned.row(i) = Eigen::Quaterniond::FromTwoVectors(from, to) * normal - normal;
  }
  return turned;
}

}  // namespace descant
