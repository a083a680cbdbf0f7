// meshing/distance_field.cpp: unsigned distances on sparse grids of voxels.
//
// One thread: where two triangles are equally near, which of them is remembered must not depend on
// who came first.

#include "descant/meshing/distance_field.hpp"

#include <openvdb/math/Proximity.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

/// OpenVDB cuts triangles longer than 16 voxels into far more pieces than they have voxels.
constexpr double longest_edge = 15;

/// A surface as OpenVDB wants to see it: p ↦ (p − origin)/size.
class SurfaceAdapter {
 public:
  SurfaceAdapter(const Surface& surface, Eigen::Vector3d origin, double size)
      : surface_(surface), origin_(std::move(origin)), size_(size) {}

  size_t polygonCount() const { return static_cast<size_t>(surface_.triangles.rows()); }
  size_t pointCount() const { return static_cast<size_t>(surface_.vertices.rows()); }
  size_t vertexCount(size_t) const { return 3; }
  void getIndexSpacePoint(size_t n, size_t v, openvdb::Vec3d& position) const {
    position = corner(static_cast<Index>(n), static_cast<int>(v));
  }

  openvdb::Vec3d corner(Index t, int k) const {
    return inside(surface_.vertices.row(surface_.triangles(t, k)).transpose());
  }

  openvdb::Vec3d inside(const Eigen::Vector3d& x) const {
    const Eigen::Vector3d y = (x - origin_) / size_;
    return {y[0], y[1], y[2]};
  }

 private:
  const Surface& surface_;
  Eigen::Vector3d origin_;
  double size_;
};

struct Field {
  openvdb::FloatGrid::Ptr distance;
  openvdb::Int32Grid::Ptr nearest;  ///< triangle
};

Field unsigned_field(const SurfaceAdapter& adapter, double band) {
  openvdb::initialize();
  Field field;
  field.nearest = openvdb::Int32Grid::create(-1);
  tbb::task_arena one_thread(1);
  one_thread.execute([&] {
    const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
    field.distance = openvdb::tools::meshToVolume<openvdb::FloatGrid>(
        adapter, *transform, static_cast<float>(band), 0.0f,
        openvdb::tools::UNSIGNED_DISTANCE_FIELD, field.nearest.get());
  });
  return field;
}

/// The surface with triangles halved across their longest edges until none is longer than `most`.
Surface halved(const Surface& surface, double most) {
  std::vector<std::array<Eigen::Vector3d, 3>> waiting, done;
  for (Index t = surface.triangles.rows() - 1; t >= 0; --t) {
    std::array<Eigen::Vector3d, 3> x;
    for (int k = 0; k < 3; ++k) x[k] = surface.vertices.row(surface.triangles(t, k)).transpose();
    waiting.push_back(x);
  }
  while (!waiting.empty()) {
    const std::array<Eigen::Vector3d, 3> x = waiting.back();
    waiting.pop_back();
    int longest = 0;
    const auto length = [&](int k) { return (x[(k + 1) % 3] - x[k]).norm(); };
    for (int k = 1; k < 3; ++k) longest = length(k) > length(longest) ? k : longest;
    if (length(longest) <= most) {
      done.push_back(x);
      continue;
    }
    const Eigen::Vector3d &a = x[longest], &b = x[(longest + 1) % 3], &c = x[(longest + 2) % 3];
    const Eigen::Vector3d middle = 0.5 * (a + b);
    waiting.push_back({middle, b, c});
    waiting.push_back({a, middle, c});
  }
  Surface result;
  result.vertices.resize(3 * static_cast<Index>(done.size()), 3);
  result.triangles.resize(static_cast<Index>(done.size()), 3);
  for (Index i = 0; i < result.vertices.rows(); ++i) {
    result.vertices.row(i) = done[i / 3][i % 3].transpose();
    result.triangles.data()[i] = static_cast<int>(i);
  }
  return result;
}

double triangle_distance(const SurfaceAdapter& adapter, Index t, const openvdb::Vec3d& p) {
  openvdb::Vec3d weights;
  const openvdb::Vec3d nearest = openvdb::math::closestPointOnTriangleToPoint(
      adapter.corner(t, 0), adapter.corner(t, 1), adapter.corner(t, 2), p, weights);
  return (nearest - p).length();
}

}  // namespace

std::vector<Voxel> voxels_near(const Surface& surface, double distance) {
  const Surface pieces = halved(surface, longest_edge);
  const SurfaceAdapter adapter(pieces, Eigen::Vector3d::Zero(), 1);
  const Field field = unsigned_field(adapter, 2);
  std::vector<Voxel> voxels;
  for (auto value = field.distance->cbeginValueOn(); value; ++value) {
    if (!(*value <= distance)) continue;
    const openvdb::Coord at = value.getCoord();
    voxels.push_back({at.x(), at.y(), at.z()});
  }
  std::sort(voxels.begin(), voxels.end(), comes_before);
  return voxels;
}

Vector surface_distances(const Surface& surface, const Positions& points, double resolution,
                         double reach) {
  // the grid starts at the first point: nothing depends on where in space the body stands
  const Eigen::Vector3d origin = points.colwise().mean().transpose();
  const Surface pieces = halved(surface, longest_edge * resolution);
  const SurfaceAdapter adapter(pieces, origin, resolution);
  const double band = reach / resolution + 2;
  const Field field = unsigned_field(adapter, band);
  const auto nearest = field.nearest->getConstAccessor();

  Vector distances(points.rows());
  for (Index i = 0; i < points.rows(); ++i) {
    const openvdb::Vec3d p = adapter.inside(points.row(i).transpose());
    const openvdb::Coord low = openvdb::Coord::floor(p);
    // the triangles nearest to the eight voxels around a point
    double best = band;
    for (int n = 0; n < 8; ++n) {
      const int t = nearest.getValue(low.offsetBy(n & 1, n >> 1 & 1, n >> 2 & 1));
      if (t >= 0) best = std::min(best, triangle_distance(adapter, t, p));
    }
    distances[i] = std::min(best * resolution, reach);
  }
  return distances;
}

}  // namespace descant
