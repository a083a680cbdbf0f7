// mesh/lattice_location.hpp: which tetrahedron of the body-centred lattice a point lies in.
//
// With cells of size one, the tetrahedra are cut out by the planes x±y, x±z, y±z ∈ ℤ. In the four
// coordinates  y₀ = (x+y+z)/2, y₁ = (x−y−z)/2, y₂ = (−x+y−z)/2, y₃ = (−x−y+z)/2  these are the
// planes yᵢ − yⱼ ∈ ℤ: rounding down and sorting the fractions finds corners and barycentric
// coordinates.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// A lattice vertex: twice its coordinates, all even or all odd.
using LatticePoint = Eigen::Vector3i;

/// A tetrahedron of the lattice, and a point in it.
struct LatticePlace {
  std::array<LatticePoint, 4> corners;  ///< positively oriented; the same for every point in it
  Eigen::Vector4d barycentric;          ///< of the point
  std::uint64_t key;                    ///< names the tetrahedron
};

/// Where a point lies, in units of the cell; |coordinates| < 10⁵.
LatticePlace lattice_place(const Eigen::Vector3d& point);

/// The parameters t in (0, 1), ascending, at which the segment from `a` to `b` passes from one
/// tetrahedron to the next. [in units of the cell]
std::vector<double> lattice_crossings(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

}  // namespace descant
