// meshing/distance_field.hpp: how far points are from a surface, by OpenVDB.

#pragma once

#include <array>
#include <vector>

#include "descant/mesh/surface.hpp"

namespace descant {

/// A voxel by its number along x, y and z.
using Voxel = std::array<int, 3>;

/// Orders voxels by z, then y, then x.
inline bool comes_before(const Voxel& a, const Voxel& b) {
  return a[2] != b[2] ? a[2] < b[2] : a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
}

inline bool is_same(const Voxel& a, const Voxel& b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/// The voxels whose centres are within `distance` (at most 1) of a surface in voxel coordinates
/// (voxel (i, j, k) has its centre at (i, j, k)), in order.
std::vector<Voxel> voxels_near(const Surface& surface, double distance);

/// The distance of each point from the surface [m], good to a few percent of `resolution` [m]
/// and exact for nearly all; found within `reach` [m], which is the answer beyond it.
Vector surface_distances(const Surface& surface, const Positions& points, double resolution,
                         double reach);

}  // namespace descant
