// meshing/body_voxels.hpp: the body under an artist's surface, as voxels.
//
// A voxel belongs to the body where its centre is inside the surface, or so near to it that every
// point of the surface lies in a voxel of the body: sheets thinner than a voxel are kept.

#pragma once

#include <cstdint>
#include <vector>

#include "descant/meshing/distance_field.hpp"

namespace descant {

/// The voxels of a body, in order.
struct BodyVoxels {
  std::vector<Voxel> voxels;
  std::vector<std::uint8_t> is_inside;  ///< of the surface; else only near to it

  /// The place of a voxel in the list, −1 where it is not of the body.
  Index find(const Voxel& voxel) const;
};

/// Where the centre of voxel (0, 0, 0) stands [voxels]: off every plane of symmetry, so that lines
/// of voxels pass no edge of a lattice and no corner of a surface.
Eigen::Vector3d voxel_offset();

/// The voxels of a surface that is welded and oriented, in units of a voxel: voxel (i, j, k) has
/// its centre at (i, j, k) + voxel_offset(). Closed surfaces have the inside that they wind around.
/// Open ones too where they are closed but for a hole: all but one of the six rays along the axes
/// must agree. Hollows that nothing leads into are filled.
BodyVoxels body_voxels(const Surface& surface);

/// For every voxel the place of its neighbour one further along x, y and z, −1 for none.
struct VoxelNeighbours {
  std::array<std::vector<std::int32_t>, 3> next;
};
VoxelNeighbours voxel_neighbours(const std::vector<Voxel>& voxels);

/// Connected components and Euler characteristic of voxels joined over their faces.
struct VoxelTopology {
  Index num_components = 0;
  Index euler = 0;
};
VoxelTopology voxel_topology(const std::vector<Voxel>& voxels, const VoxelNeighbours& neighbours);

}  // namespace descant
