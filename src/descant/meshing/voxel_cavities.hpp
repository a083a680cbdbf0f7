// meshing/voxel_cavities.hpp: hollows inside a body that no way leads into.

#pragma once

#include <vector>

#include "descant/meshing/distance_field.hpp"

namespace descant {

/// The voxels, in order, of the cavities of a body: those that are not of the body and cannot be
/// left for the outside, not even across edges and corners.
/// @param voxels  of the body, in order
std::vector<Voxel> voxel_cavities(const std::vector<Voxel>& voxels);

}  // namespace descant
