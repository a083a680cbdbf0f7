// meshing/body_mesh.hpp: the simulation mesh around an artist's surface.
//
// A regular body-centred lattice encloses the surface: elements are all of one good shape, whatever
// the surface is like. Limbs never fuse: where a cell holds several unconnected pieces of the body,
// each has its own copy of it.

#pragma once

#include "descant/core/log.hpp"
#include "descant/mesh/embedding.hpp"
#include "descant/mesh/mesh.hpp"
#include "descant/mesh/surface.hpp"

namespace descant {

struct BodyMeshOptions {
  Index elements = 16000;  ///< wanted; the mesh has about as many
};

struct BodyMesh {
  Mesh mesh;            ///< tetrahedra around the surface
  Embedding embedding;  ///< of the surface's vertices, each in its own piece's copy of the lattice
  Vector depth;  ///< n, of the mesh's vertices under the artist's surface [m], positive inside
  Vector fill;   ///< num_elements, in (0, 1]: the fraction of the element that the body fills
  int surface_components = 0;  ///< of the body itself: what the mesh's components are compared with
  Index surface_euler = 0;     ///< the same for the Euler characteristic
  double cell = 0;             ///< the longest edge of an element [m]
};

/// Throws InputError for a surface without an area, or with vertices or triangles that cannot be.
/// Warns where the mesh is connected otherwise than the body.
BodyMesh body_mesh(const Surface& surface, const BodyMeshOptions& options, const Log& log);

}  // namespace descant
