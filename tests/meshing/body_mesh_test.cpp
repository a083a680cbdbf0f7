// meshing/body_mesh_test.cpp: simulation meshes around surfaces of every kind.

#include "descant/meshing/body_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "descant/core/error.hpp"
#include "descant/mesh/measures.hpp"
#include "support/body_mesh_checks.hpp"
#include "support/input_error.hpp"
#include "support/surfaces.hpp"

namespace descant {
namespace {

using namespace test;

BodyMesh meshed(const Surface& surface, Index elements = 1500) {
  const BodyMesh body = body_mesh(surface, {.elements = elements}, {});
  expect_sound(body, surface);
  return body;
}

TEST(BodyMesh, BoxIsFilledToItsVolume) {
  const BodyMesh body = meshed(box_surface({1, 2, 3}), 4000);
  expect_topology(body, 1, 1);
  EXPECT_NEAR(body.fill.dot(element_volumes(body.mesh)), 6, 0.2);
  EXPECT_NEAR(static_cast<double>(body.mesh.num_elements()), 4000, 800);
  // the deepest vertex is within a cell of the middle
  EXPECT_NEAR(body.depth.maxCoeff(), 0.5, 0.5 * body.cell);
  EXPECT_LT(body.depth.minCoeff(), 0);
  EXPECT_GT(body.depth.minCoeff(), -1.5 * body.cell);
}

TEST(BodyMesh, DepthIsTheDistanceToTheSurface) {
  const BodyMesh body = meshed(capsule_surface(1, 0), 3000);
  for (Index i = 0; i < body.mesh.num_vertices(); ++i) {
    // a ball of 24 × 19 facets is up to 1.6% thinner than a round one; right at the surface, the
    // side is known to a voxel
    const double depth = 1 - body.mesh.vertices.row(i).norm();
    const bool is_near = std::abs(depth) < 0.016 + body.cell / 12;
    const double found = is_near ? std::abs(body.depth[i]) : body.depth[i];
    EXPECT_NEAR(found, is_near ? std::abs(depth) : depth, 0.02);
  }
}

TEST(BodyMesh, SlowTheNumberOfElementsIsAboutAsWanted) {
  const std::vector<Surface> surfaces = {box_surface({1, 1, 1}), torus_surface(1, 0.3),
                                         capsule_surface(0.2, 3), sheet_surface(1, 5)};
  for (const Surface& surface : surfaces) {
    for (const Index wanted : {500, 5000}) {
      const BodyMesh body = meshed(surface, wanted);
      EXPECT_NEAR(static_cast<double>(body.mesh.num_elements()) / static_cast<double>(wanted), 1,
                  0.2);
    }
  }
}

TEST(BodyMesh, LimbsNeverFuse) {
  // two capsules along each other; the gap is a third of the cell that their mesh comes out with
  const auto pair = [](double gap) {
    const Surface capsule = capsule_surface(0.5, 3);
    return both(capsule, moved(capsule, {0.6 * (1 + gap), 0.8 * (1 + gap), 0}));
  };
  const double cell = meshed(pair(0.2), 600).cell;
  const double gap = cell / 3;
  const BodyMesh body = meshed(pair(gap), 600);
  EXPECT_LT(gap, 0.35 * body.cell);
  expect_topology(body, 2, 2);
}

TEST(BodyMesh, PartsThatTouchAreOneBody) {
  // a head with an eye set in it, and a beam through both
  const Surface head = capsule_surface(1, 0), eye = moved(capsule_surface(0.3, 0), {0.9, 0, 0});
  const Surface beam = box_surface({0.2, 4, 0.2});
  expect_topology(meshed(both(both(head, eye), beam)), 1, 1);
}

TEST(BodyMesh, ForksStayForks) {
  // three prongs on a bar, as wide as the gaps between them, far below a cell
  Surface fork = box_surface({1.0, 0.2, 0.2});
  for (const double x : {-0.4, 0.0, 0.4}) {
    fork = both(fork, moved(box_surface({0.2, 2, 0.2}), {x, 1.05, 0}));
  }
  for (const Index wanted : {60, 200, 2000}) {
    const BodyMesh body = meshed(fork, wanted);
    expect_topology(body, 1, 1);
    // the tips are carried by different vertices
    EXPECT_EQ(num_common_carriers(body, {-0.4, 2.05, 0}, {0, 2.05, 0}), 0) << wanted;
    EXPECT_EQ(num_common_carriers(body, {0, 2.05, 0}, {0.4, 2.05, 0}), 0) << wanted;
  }
}

TEST(BodyMesh, TorusKeepsItsHole) {
  for (const Index wanted : {250, 3000}) {
    expect_topology(meshed(torus_surface(1, 0.3), wanted), 1, 0);
  }
}

TEST(BodyMesh, OpenSheetsAreWrapped) {
  const BodyMesh body = meshed(sheet_surface(1, 6));
  expect_topology(body, 1, 1);
  EXPECT_LE(body.depth.maxCoeff(), 0);
}

TEST(BodyMesh, ASingleTriangle) {
  Surface triangle;
  triangle.vertices.resize(3, 3);
  triangle.vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0.5;
  triangle.triangles.resize(1, 3);
  triangle.triangles << 0, 1, 2;
  expect_topology(meshed(triangle, 200), 1, 1);
}

TEST(BodyMesh, ABoxWithoutALidIsStillFull) {
  Surface box = box_surface({1, 1, 1});
  box.triangles = Elements(box.triangles.topRows(10));
  const BodyMesh body = meshed(box, 2000);
  expect_topology(body, 1, 1);
  EXPECT_NEAR(body.fill.dot(element_volumes(body.mesh)), 1, 0.05);
}

TEST(BodyMesh, ATubeWithoutEndsIsNot) {
  const Surface tube = grid_surface(32, 12, false, [](int u, int v) {
    const double a = 2 * M_PI * u / 32;
    return Eigen::RowVector3d(std::cos(a), std::sin(a), 0.3 * v);
  });
  expect_topology(meshed(tube, 4000), 1, 0);
}

TEST(BodyMesh, SurfacesThatMeetInEdgesOrCrossEachOther) {
  const Surface box = box_surface({1, 1, 1});
  // at an edge, through each other, and twice the same
  expect_topology(meshed(both(box, moved(box, {1, 1, 0}))), 1, 1);
  expect_topology(meshed(both(box_surface({3, 1, 1}), box_surface({1, 3, 1}))), 1, 1);
  expect_topology(meshed(both(box, box)), 1, 1);
}

TEST(BodyMesh, InsideOutAndMixedUpSurfacesAreTheSameBody) {
  Surface box = box_surface({1, 2, 1});
  const BodyMesh straight = meshed(box);
  for (const int t : {0, 3, 4, 9, 11}) std::swap(box.triangles(t, 0), box.triangles(t, 1));
  const BodyMesh mixed = meshed(box);
  EXPECT_EQ(straight.mesh.elements, mixed.mesh.elements);
  EXPECT_EQ(straight.fill, mixed.fill);
}

TEST(BodyMesh, HundredsOfParts) {
  Surface parts = box_surface({0.5, 0.5, 0.5});
  for (int i = 1; i < 343; ++i) {
    parts = both(parts,
                 moved(box_surface({0.5, 0.5, 0.5}), Eigen::RowVector3d(i % 7, i / 7 % 7, i / 49)));
  }
  expect_topology(meshed(parts, 16000), 343, 343);
}

TEST(BodyMesh, TrianglesWithoutAnAreaAndVerticesWithoutATriangle) {
  Surface box = box_surface({1, 1, 1});
  box.vertices.conservativeResize(10, 3);
  box.vertices.bottomRows(2) << 40, 0, 0, 0.1, 0.1, 0.1;
  box.triangles.conservativeResize(14, 3);
  box.triangles.bottomRows(2) << 1, 1, 2, 0, 3, 0;
  const BodyMesh body = body_mesh(box, {.elements = 800}, {});
  expect_topology(body, 1, 1);
  // the one far away is carried along with the nearest point, and counted
  EXPECT_EQ(body.embedding.outside, 1);
  EXPECT_EQ(body.embedding.weights.rows(), 10);
  EXPECT_LT(body.mesh.vertices.maxCoeff(), 1);
}

TEST(BodyMesh, SlowAbsurdlyLongAndFlatBoxes) {
  for (const double thin : {1e-2, 1e-3}) {
    expect_topology(meshed(box_surface({1, thin, thin}), 1000), 1, 1);
    expect_topology(meshed(box_surface({1, 1, thin}), 1000), 1, 1);
    expect_topology(meshed(box_surface({1, 0.03, thin}), 1000), 1, 1);
  }
}

TEST(BodyMesh, UnitsAndPlaceDoNotMatter) {
  const Surface ring = torus_surface(1, 0.3);
  const BodyMesh body = meshed(ring);
  const BodyMesh large = meshed(scaled(ring, 100));
  EXPECT_EQ(body.mesh.elements, large.mesh.elements);
  EXPECT_LT((100 * body.mesh.vertices - large.mesh.vertices).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((body.fill - large.fill).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((100 * body.depth - large.depth).cwiseAbs().maxCoeff(), 1e-4);

  const BodyMesh far = meshed(moved(ring, {1e4 * diagonal(ring), 0, 0}));
  EXPECT_EQ(body.mesh.elements, far.mesh.elements);
}

TEST(BodyMesh, SameBytesTwice) {
  const BodyMesh a = meshed(torus_surface(1, 0.3)), b = meshed(torus_surface(1, 0.3));
  EXPECT_EQ(a.mesh.vertices, b.mesh.vertices);
  EXPECT_EQ(a.mesh.elements, b.mesh.elements);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.fill, b.fill);
  EXPECT_EQ(Matrix(a.embedding.weights), Matrix(b.embedding.weights));
}

TEST(BodyMesh, SurfacesWithoutABodyAreTurnedAway) {
  const auto meshing = [](const Surface& surface, Index elements = 100) {
    return [=] { body_mesh(surface, {.elements = elements}, {}); };
  };
  expect_input_error(meshing({Positions(0, 3), Elements(0, 3)}), "surface", "no triangles");
  Surface point = box_surface({0, 0, 0});
  expect_input_error(meshing(point), "surface", "same place");
  expect_input_error(meshing(box_surface({1, 0, 0})), "surface", "no triangle has an area");
  Surface broken = box_surface({1, 1, 1});
  broken.triangles(4, 1) = 8;
  expect_input_error(meshing(broken), "surface", "triangle 4 names vertex 8");
  broken = box_surface({1, 1, 1});
  broken.vertices(3, 2) = INFINITY;
  expect_input_error(meshing(broken), "surface", "vertex 3");
  expect_input_error(meshing(box_surface({1, 1, 1}), 0), "--detail", "between 1 and");
}

TEST(BodyMesh, WarnsWhereTheMeshCannotTellAHoleFromNone) {
  // the hole of this ring is far smaller than a cell
  std::vector<std::string> warnings;
  const auto listen = [&](Severity severity, const std::string& text) {
    if (severity == Severity::warning) warnings.push_back(text);
  };
  const BodyMesh body = body_mesh(torus_surface(1, 0.93), {.elements = 60}, listen);
  const bool differs = num_components(body.mesh) != body.surface_components ||
                       euler_characteristic(body.mesh) != body.surface_euler;
  EXPECT_TRUE(differs) << "there is nothing to warn of";
  EXPECT_EQ(warnings.size(), 1u);
}

}  // namespace
}  // namespace descant
