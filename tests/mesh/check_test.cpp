// tests/mesh/check_test.cpp: every mesh `checked` turns away, and what it says.

#include "descant/mesh/check.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "descant/core/error.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/chain.hpp"
#include "descant/mesh/measures.hpp"
#include "descant/mesh/sheet.hpp"

namespace descant {
namespace {

Mesh unit_box(int dim) {
  return box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, 1));
}

/// What `checked` says about a mesh it turns away.
std::string complaint(const Mesh& mesh) {
  try {
    checked(mesh, "body.mesh", {});
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), "body.mesh");
    return error.what();
  }
  return "accepted";
}

TEST(Check, GoodMeshesPassUnchangedAndInSilence) {
  for (int dim : {2, 3}) {
    const Mesh mesh = unit_box(dim);
    const Mesh same = checked(mesh, "", [](Severity, const std::string& text) { FAIL() << text; });
    EXPECT_EQ(same.vertices, mesh.vertices);
    EXPECT_EQ(same.elements, mesh.elements);
  }
}

TEST(Check, EmptyMeshIsTurnedAway) {
  const char* expected =
      "body.mesh: the mesh is empty. Give at least one triangle (2D) or tetrahedron (3D)";
  EXPECT_EQ(complaint(Mesh{}), expected);
  Mesh no_elements = unit_box(3);
  no_elements.elements.resize(0, 4);
  EXPECT_EQ(complaint(no_elements), expected);
}

TEST(Check, ShapesThatDoNotFitAreTurnedAway) {
  Mesh mixed = unit_box(2);
  mixed.elements = unit_box(3).elements;
  EXPECT_EQ(complaint(mixed),
            "body.mesh: elements have 4 vertices in 2D. Give edges or triangles in 2D");
  Mesh lone = unit_box(3);
  lone.elements = Elements::Zero(2, 1);
  EXPECT_EQ(complaint(lone),
            "body.mesh: elements have 1 vertices in 3D. Give edges, triangles or tetrahedra in 3D");
  Mesh line = unit_box(2);
  line.vertices.conservativeResize(4, 1);
  EXPECT_EQ(complaint(line), "body.mesh: vertices have 1 coordinates. Give 2 or 3");
}

TEST(Check, CoordinatesThatAreNotFiniteAreTurnedAway) {
  for (double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Mesh mesh = unit_box(3);
    mesh.vertices(6, 1) = bad;
    EXPECT_EQ(complaint(mesh),
              "body.mesh: vertex 6 has a coordinate that is not finite. Export the mesh again, or "
              "remove that vertex");
  }
}

TEST(Check, VertexNumbersOutOfRangeAreTurnedAway) {
  Mesh mesh = unit_box(2);
  mesh.elements.row(1) << 0, 4, 2;
  EXPECT_EQ(complaint(mesh),
            "body.mesh: triangle 1 (0 4 2) names vertex 4, but there are 4. Vertices are numbered "
            "from 0 here");
  mesh.elements.row(1) << 0, -1, 2;
  EXPECT_NE(complaint(mesh).find("names vertex -1"), std::string::npos);
}

TEST(Check, RepeatedVerticesAreTurnedAway) {
  Mesh mesh = unit_box(3);
  mesh.elements.row(2) << 0, 5, 7, 5;
  EXPECT_EQ(complaint(mesh),
            "body.mesh: tetrahedron 2 (0 5 7 5) has vertex 5 twice. Remove that element");
}

TEST(Check, ElementsWithoutVolumeAreTurnedAway) {
  Mesh mesh = unit_box(3);
  mesh.elements.row(4) << 0, 1, 2, 3;  // a face of the cube
  EXPECT_EQ(complaint(mesh),
            "body.mesh: tetrahedron 4 (0 1 2 3) has no volume. Remove it, or mesh the body again");
  Mesh flat = unit_box(2);
  flat.vertices.col(1).setZero();
  EXPECT_NE(complaint(flat).find("triangle 0 (0 1 3) has no area"), std::string::npos);
  Mesh huge = unit_box(3);
  huge.vertices *= 1e200;  // the volume overflows
  EXPECT_NE(complaint(huge).find("has no volume"), std::string::npos);
}

TEST(Check, SmallnessIsNotFlatness) {
  Mesh mesh = unit_box(3);
  mesh.vertices *= 1e-30;
  EXPECT_EQ(complaint(mesh), "accepted");
}

TEST(Check, UnusedVerticesAreTurnedAway) {
  Mesh mesh = unit_box(2);
  mesh.vertices.conservativeResize(5, 2);
  mesh.vertices.row(4) << 3, 3;
  EXPECT_EQ(complaint(mesh),
            "body.mesh: vertex 4 belongs to no element. Remove the vertices that no element uses");
}

TEST(Check, InvertedElementsAreReorientedWithAWarning) {
  for (int dim : {2, 3}) {
    const Mesh good = unit_box(dim);
    Mesh mesh = good;
    std::swap(mesh.elements(1, 0), mesh.elements(1, 1));
    std::vector<std::string> warnings;
    const Mesh fixed = checked(mesh, "body.mesh", [&](Severity severity, const std::string& text) {
      EXPECT_EQ(severity, Severity::warning);
      warnings.push_back(text);
    });
    EXPECT_EQ(element_volumes(fixed), element_volumes(good));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "body.mesh: 1 of " + std::to_string(good.num_elements()) +
                               " elements were inverted (the first is 1) and have been reoriented");
  }
}

TEST(Check, FoldedElementsAreTurnedAway) {
  // the inner vertex of a fan, moved out across an edge of the hull
  Mesh fan;
  fan.vertices.resize(4, 2);
  fan.vertices << 0, 0, 2, 0, 0, 2, 1.5, 1.5;
  fan.elements.resize(3, 3);
  fan.elements << 0, 1, 3, 1, 2, 3, 2, 0, 3;
  EXPECT_EQ(complaint(fan),
            "body.mesh: triangle 1 (1 3 2) is folded over its neighbour triangle 0 (0 1 3). Move "
            "its vertices apart, or mesh the body again");
  fan.vertices.row(3) << 0.5, 0.5;
  EXPECT_EQ(complaint(fan), "accepted");
}

TEST(Check, ChainsAndSheetsPassUnchangedHoweverTheyAreTurned) {
  Mesh chain = chain_mesh(unit_box(3).vertices);
  std::swap(chain.elements(2, 0), chain.elements(2, 1));
  Mesh sheet = sheet_mesh(Vector::Zero(3), Vector{{1, 0, 1}}, Vector{{0, 1, 0}}, {2, 2});
  std::swap(sheet.elements(3, 0), sheet.elements(3, 1));
  for (const Mesh& mesh : {chain, sheet}) {
    const Mesh same = checked(mesh, "", [](Severity, const std::string& text) { FAIL() << text; });
    EXPECT_EQ(same.vertices, mesh.vertices);
    EXPECT_EQ(same.elements, mesh.elements);
  }
}

TEST(Check, EdgesWithoutLengthAndTrianglesWithoutAreaAreTurnedAway) {
  Mesh chain = chain_mesh(unit_box(2).vertices);
  chain.vertices.row(2) = chain.vertices.row(1);
  EXPECT_EQ(complaint(chain),
            "body.mesh: edge 1 (1 2) has no length. Remove it, or mesh the body again");
  chain.vertices.row(2) *= 1e200;  // the length overflows
  EXPECT_EQ(complaint(chain),
            "body.mesh: edge 1 (1 2) has no length. Remove it, or mesh the body again");

  Mesh sheet = sheet_mesh(Vector::Zero(3), Vector{{1, 0, 1}}, Vector{{0, 1, 0}}, {1, 1});
  sheet.vertices.row(2) = (sheet.vertices.row(0) + 2 * sheet.vertices.row(3)) / 3;
  EXPECT_EQ(complaint(sheet),
            "body.mesh: triangle 1 (0 3 2) has no area. Remove it, or mesh the body again");
  sheet.vertices.row(2) += 1e-9 * Eigen::RowVector3d(1, 0, -1);
  EXPECT_EQ(complaint(sheet), "accepted");
  sheet.vertices *= 1e-30;
  EXPECT_EQ(complaint(sheet), "accepted");
}

TEST(Check, OtherFaultsOfChainsAndSheetsAreTurnedAway) {
  Mesh chain = chain_mesh(unit_box(2).vertices);
  chain.elements.row(2) << 3, 3;
  EXPECT_EQ(complaint(chain), "body.mesh: edge 2 (3 3) has vertex 3 twice. Remove that element");
  chain.elements.row(2) << 0, 4;
  EXPECT_NE(complaint(chain).find("edge 2 (0 4) names vertex 4"), std::string::npos);
  chain.elements.row(2) << 0, 1;
  EXPECT_NE(complaint(chain).find("vertex 3 belongs to no element"), std::string::npos);
  Mesh sheet = sheet_mesh(Vector::Zero(3), Vector{{1, 0, 1}}, Vector{{0, 1, 0}}, {1, 1});
  sheet.vertices(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint(sheet).find("vertex 1 has a coordinate"), std::string::npos);
}

TEST(Check, MeshesWrittenBackwardsThroughoutAreAccepted) {
  for (int dim : {2, 3}) {
    Mesh mesh = box_mesh(Vector::Zero(dim), Vector::Ones(dim), std::vector<int>(dim, 3));
    mesh.elements.col(0).swap(mesh.elements.col(1));
    EXPECT_EQ(complaint(mesh), "accepted");
  }
}

}  // namespace
}  // namespace descant
