// meshing/body_lattice.hpp: a lattice around the voxels of a body, torn where the body is.
//
// The voxels in one tetrahedron that hang together there are a piece; every piece has its own copy
// of the tetrahedron. Copies of neighbouring tetrahedra share the corners of their common face
// where voxels of the two pieces touch, and only there: parts of a body that are closer than a cell
// but not connected stay apart (compare Molino et al. 2004, Nesme et al. 2009).

#pragma once

#include "descant/mesh/lattice_location.hpp"
#include "descant/meshing/body_voxels.hpp"

namespace descant {

/// The lattice in units of a cell, and what of the body is where.
struct BodyLattice {
  std::vector<LatticePoint> vertices;        ///< n, twice the position [cells]
  std::vector<std::array<int, 4>> elements;  ///< positively oriented
  std::vector<double> fill;                  ///< of each element, the fraction the body fills
  std::vector<int> point_element;            ///< the element that owns each point, −1 for none
  std::vector<bool> has_inside;              ///< n, the body is there, in this vertex's own piece
};

/// @param body     voxels, `resolution` of them to a cell
/// @param points   surface vertices [voxels], each owned by the piece its voxel belongs to
BodyLattice body_lattice(const BodyVoxels& body, int resolution, const Positions& points);

}  // namespace descant
