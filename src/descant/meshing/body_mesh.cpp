// meshing/body_mesh.cpp: from a surface to voxels, from voxels to a lattice, at the size asked
// for.
//
//   elements ≈ 12 V/a³ + 3.4 A/a² + 3 L/a     of a body of volume V, area A and length L in cells a
//
// (6 A/a² for sheets.)
// Everything is done around the centre of the body in units of its diagonal, so that neither units
// nor the distance from the origin matter.

#include "descant/meshing/body_mesh.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/check.hpp"
#include "descant/mesh/topology.hpp"
#include "descant/meshing/body_lattice.hpp"

namespace descant {
namespace {

constexpr double smallest_cell = 1.0 / 20000;  ///< of the diagonal
constexpr Index most_elements = 1'000'000;
constexpr double wanted_voxels = 3e6;
constexpr int coarsest = 12, finest = 32;  ///< voxels to a cell: a gap of a third is still a gap
constexpr double least_fill = 0.01;
const char* const place = "surface";

void check(const Surface& surface, const BodyMeshOptions& options) {
  if (options.elements < 1 || options.elements > most_elements) {
    throw InputError("--detail", "must be between 1 and " + std::to_string(most_elements),
                     "16000 elements suit most characters");
  }
  if (surface.triangles.rows() == 0 || surface.vertices.rows() == 0) {
    throw InputError(place, "there are no triangles to make a body from",
                     "Export the character with its mesh");
  }
  expect_equal(surface.vertices.cols(), Index{3}, "coordinates of a surface's vertices");
  for (Index i = 0; i < surface.vertices.rows(); ++i) {
    if (!surface.vertices.row(i).allFinite()) {
      throw InputError(place,
                       "vertex " + std::to_string(i) + " has a coordinate that is not finite",
                       "Export the character again, or remove that vertex");
    }
  }
  const Index count = surface.vertices.rows();
  for (Index k = 0; k < surface.triangles.size(); ++k) {
    const int i = surface.triangles.data()[k];
    if (i < 0 || i >= count) {
      throw InputError(place,
                       "triangle " + std::to_string(k / 3) + " names vertex " + std::to_string(i) +
                           ", but there are " + std::to_string(count),
                       "Vertices are numbered from 0 here");
    }
  }
}

/// The surface about the centre of its box, with a diagonal of one.
struct UnitSurface {
  Surface whole;  ///< as the artist drew it
  Surface clean;  ///< welded and oriented
  Eigen::RowVector3d centre;
  double size;  ///< [m]
};

UnitSurface unit_surface(const Surface& surface) {
  UnitSurface unit{surface, {}, {}, diagonal(surface)};
  if (!(unit.size > 0) || !std::isfinite(unit.size)) {
    throw InputError(place, "all vertices of the triangles are at the same place",
                     "Export the character with its mesh, at its full size");
  }
  Eigen::RowVector3d low = Eigen::RowVector3d::Constant(HUGE_VAL), high = -low;
  for (Index k = 0; k < surface.triangles.size(); ++k) {
    const auto x = surface.vertices.row(surface.triangles.data()[k]);
    low = low.cwiseMin(x), high = high.cwiseMax(x);
  }
  unit.centre = low + 0.5 * (high - low);
  unit.whole.vertices = (surface.vertices.rowwise() - unit.centre) / unit.size;
  unit.clean = oriented(welded(unit.whole));
  if (unit.clean.triangles.rows() == 0) {
    throw InputError(place, "no triangle has an area",
                     "Export the character with its mesh, at its full size");
  }
  return unit;
}

/// A lattice of some cell size, and what it was made from.
struct Attempt {
  double cell = 0;  ///< [diagonals]
  int resolution = 0;
  BodyLattice lattice;
  VoxelTopology topology;
};

/// How many voxels a cell is divided into: as many as are affordable.
int resolution_for(double cell, double volume, double area) {
  const double cells = volume / std::pow(cell, 3) + 0.25 * area / (cell * cell) + 3 / cell;
  const double affordable = std::cbrt(wanted_voxels / cells);
  return std::clamp(static_cast<int>(affordable), coarsest, finest);
}

double box_volume(const Surface& surface) {
  const Eigen::RowVectorXd extent =
      surface.vertices.colwise().maxCoeff() - surface.vertices.colwise().minCoeff();
  return extent.prod();
}

class Mesher {
 public:
  explicit Mesher(const UnitSurface& unit)
      : unit_(unit),
        volume_(std::min(std::abs(enclosed_volume(unit.clean)), box_volume(unit.clean))),
        area_(area(unit.clean)) {}

  /// The lattice whose number of elements comes nearest to what is wanted.
  Attempt run(Index wanted) const {
    Attempt best;
    double cell = first_guess(static_cast<double>(wanted)), exponent = 2.5;
    double previous_cell = 0, previous_count = 0, best_miss = HUGE_VAL;
    for (int round = 0; round < 5; ++round) {
      Attempt attempt = at(cell);
      const auto count = static_cast<double>(attempt.lattice.elements.size());
      const double miss = std::abs(std::log(count / static_cast<double>(wanted)));
      if (miss < best_miss) {
        best_miss = miss;
        best = std::move(attempt);
      }
      if (best_miss < std::log(1.18)) break;

      // the power of the cell size that the count has followed so far
      if (previous_cell > 0 && previous_cell != cell) {
        const double seen = std::log(previous_count / count) / std::log(cell / previous_cell);
        exponent = std::isfinite(seen) ? std::clamp(seen, 1.0, 3.0) : exponent;
      }
      previous_cell = cell, previous_count = count;
      const double next = cell * std::pow(count / static_cast<double>(wanted), 1 / exponent);
      cell = std::clamp(next, smallest_cell, 4.0);
      if (std::abs(cell / previous_cell - 1) < 1e-3) break;
    }
    return best;
  }

 private:
  double first_guess(double wanted) const {
    const double rim = volume_ > 0.01 * std::pow(area_, 1.5) ? 3.4 : 6;
    double low = smallest_cell, high = 4;
    for (int k = 0; k < 60; ++k) {
      const double a = std::sqrt(low * high);
      const double count = 12 * volume_ / (a * a * a) + rim * area_ / (a * a) + 3 / a;
      (count > wanted ? low : high) = a;
    }
    return high;
  }

  Attempt at(double cell) const {
    Attempt attempt;
    attempt.cell = cell;
    attempt.resolution = resolution_for(cell, volume_, area_);
    const double voxel = cell / attempt.resolution;
    Surface scaled = unit_.clean;
    scaled.vertices /= voxel;
    const BodyVoxels body = body_voxels(scaled);
    attempt.topology = voxel_topology(body.voxels, voxel_neighbours(body.voxels));
    attempt.lattice = body_lattice(body, attempt.resolution, unit_.whole.vertices / voxel);
    return attempt;
  }

  const UnitSurface& unit_;
  double volume_, area_;
};

Mesh mesh_of(const BodyLattice& lattice, double cell, const Eigen::RowVector3d& centre) {
  Mesh mesh;
  mesh.vertices.resize(static_cast<Index>(lattice.vertices.size()), 3);
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    mesh.vertices.row(i) = 0.5 * cell * lattice.vertices[i].cast<double>().transpose() + centre;
  }
  mesh.elements.resize(static_cast<Index>(lattice.elements.size()), 4);
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    for (int k = 0; k < 4; ++k) mesh.elements(e, k) = lattice.elements[e][k];
  }
  return mesh;
}

/// Each surface vertex in the element that owns it; those of no triangle wherever they are.
Embedding embedding_of(const BodyLattice& lattice, const UnitSurface& unit, double cell) {
  const Index count = unit.whole.vertices.rows();
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<Index> strays;
  for (Index i = 0; i < count; ++i) {
    const int e = lattice.point_element[i];
    if (e < 0) {
      strays.push_back(i);
      continue;
    }
    const auto& corners = lattice.elements[e];
    Eigen::Matrix4d system;
    for (int k = 0; k < 4; ++k) {
      system.col(k) << 0.5 * lattice.vertices[corners[k]].cast<double>(), 1;
    }
    Eigen::Vector4d x;
    x << unit.whole.vertices.row(i).transpose() / cell, 1;
    const Eigen::Vector4d weights = system.inverse() * x;
    for (int k = 0; k < 4; ++k) entries.emplace_back(i, corners[k], weights[k]);
  }

  Embedding embedding;
  if (!strays.empty()) {
    Positions points(static_cast<Index>(strays.size()), 3);
    for (std::size_t s = 0; s < strays.size(); ++s)
      points.row(s) = unit.whole.vertices.row(strays[s]);
    const Mesh mesh = mesh_of(lattice, cell, Eigen::RowVector3d::Zero());
    const Embedding found = embedded(mesh, points);
    embedding.outside = found.outside;
    for (int j = 0; j < found.weights.outerSize(); ++j) {
      for (SparseMatrix::InnerIterator it(found.weights, j); it; ++it) {
        entries.emplace_back(strays[it.row()], it.col(), it.value());
      }
    }
  }
  embedding.weights.resize(count, static_cast<Index>(lattice.vertices.size()));
  embedding.weights.setFromTriplets(entries.begin(), entries.end());
  return embedding;
}

Vector depth_of(const BodyLattice& lattice, const UnitSurface& unit, double cell) {
  const Mesh mesh = mesh_of(lattice, cell, Eigen::RowVector3d::Zero());
  Eigen::RowVector3d extent = unit.clean.vertices.colwise().maxCoeff();
  extent -= unit.clean.vertices.colwise().minCoeff();
  const double reach = 0.5 * extent.minCoeff() + 2 * cell;
  Vector depth = surface_distances(unit.clean, mesh.vertices, 0.5 * cell, reach);
  for (Index i = 0; i < depth.size(); ++i) {
    if (!lattice.has_inside[i]) depth[i] = -depth[i];
  }
  return depth * unit.size;
}

/// What the topology of the body is: where the surface tells, it; else the voxels.
void describe_body(const UnitSurface& unit, const VoxelTopology& voxels, BodyMesh& body) {
  body.surface_components = static_cast<int>(voxels.num_components);
  body.surface_euler = voxels.euler;
  const std::vector<int> component = surface_components(unit.clean);
  const int num_parts = 1 + *std::max_element(component.begin(), component.end());
  const Index euler = euler_characteristic(unit.clean);
  if (is_closed(unit.clean) && num_parts == voxels.num_components && euler % 2 == 0) {
    body.surface_euler = euler / 2;
  }
}

void compare(const BodyMesh& body, const Log& log) {
  const std::vector<int> component = vertex_components(body.mesh);
  const int components = 1 + *std::max_element(component.begin(), component.end());
  const Index euler = euler_characteristic(body.mesh);
  if (components == body.surface_components && euler == body.surface_euler) return;
  warn(log,
       "the simulation mesh is connected otherwise than the body: " + std::to_string(components) +
           " components and Euler characteristic " + std::to_string(euler) + " instead of " +
           std::to_string(body.surface_components) + " and " + std::to_string(body.surface_euler) +
           "; more detail may tell its parts apart");
}

}  // namespace

BodyMesh body_mesh(const Surface& surface, const BodyMeshOptions& options, const Log& log) {
  check(surface, options);
  const UnitSurface unit = unit_surface(surface);
  const Attempt attempt = Mesher(unit).run(options.elements);

  BodyMesh body;
  body.cell = attempt.cell * unit.size;
  body.mesh = checked(mesh_of(attempt.lattice, body.cell, unit.centre), place, log);
  body.embedding = embedding_of(attempt.lattice, unit, attempt.cell);
  body.depth = depth_of(attempt.lattice, unit, attempt.cell);
  body.fill = Eigen::Map<const Vector>(attempt.lattice.fill.data(),
                                       static_cast<Index>(attempt.lattice.fill.size()))
                  .cwiseMax(least_fill);
  describe_body(unit, attempt.topology, body);
  compare(body, log);
  return body;
}

}  // namespace descant
