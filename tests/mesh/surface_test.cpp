// mesh/surface_test.cpp: welding, orientation and topology of triangle soups.

#include "descant/mesh/surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/surfaces.hpp"

namespace descant {
namespace {

using test::both;
using test::box_surface;
using test::moved;

/// Every triangle with vertices of its own, as a file with hard edges has them.
Surface exploded(const Surface& surface) {
  Surface soup;
  soup.vertices.resize(surface.triangles.size(), 3);
  soup.triangles.resize(surface.triangles.rows(), 3);
  for (Index k = 0; k < surface.triangles.size(); ++k) {
    soup.vertices.row(k) = surface.vertices.row(surface.triangles.data()[k]);
    soup.triangles.data()[k] = static_cast<int>(k);
  }
  return soup;
}

int num_components(const Surface& surface) {
  const std::vector<int> component = surface_components(surface);
  return component.empty() ? 0 : 1 + *std::max_element(component.begin(), component.end());
}

TEST(Surface, WeldingClosesSeams) {
  const Surface box = exploded(box_surface({1, 2, 3}));
  EXPECT_EQ(num_components(box), 12);
  EXPECT_FALSE(is_closed(box));
  const Surface clean = welded(box);
  EXPECT_EQ(clean.vertices.rows(), 8);
  EXPECT_EQ(clean.triangles.rows(), 12);
  EXPECT_EQ(num_components(clean), 1);
  EXPECT_EQ(euler_characteristic(clean), 2);
  EXPECT_TRUE(is_closed(clean));
  EXPECT_NEAR(enclosed_volume(clean), 6, 1e-12);
  EXPECT_NEAR(area(clean), 22, 1e-12);
}

TEST(Surface, WeldingReachesAMillionthOfTheDiagonal) {
  Surface box = exploded(box_surface({3, 4, 12}));  // a diagonal of 13
  box.vertices(0, 0) += 12e-6;
  EXPECT_EQ(welded(box).vertices.rows(), 8);
  box.vertices(0, 0) += 8e-6;
  EXPECT_EQ(welded(box).vertices.rows(), 9);
}

TEST(Surface, WeldingDropsWhatHasNoAreaAndWhatRepeats) {
  Surface box = box_surface({1, 1, 1});
  box.vertices.conservativeResize(11, 3);
  box.vertices.bottomRows(3) << 5, 5, 5, 0, 0.5, 0.5, -0.5, 0.5, 0.5;  // one that nobody uses
  box.triangles.conservativeResize(16, 3);
  box.triangles.row(12) << 3, 3, 5;
  box.triangles.row(13) = box.triangles.row(2);
  box.triangles.row(14) << 2, 3, 2;
  box.triangles.row(15) << 7, 9, 10;  // three points on a line
  const Surface clean = welded(box);
  EXPECT_EQ(clean.triangles.rows(), 12);
  EXPECT_EQ(clean.vertices.rows(), 8);
  EXPECT_TRUE(is_closed(clean));
}

TEST(Surface, NothingIsLeftOfPointsThatCoincide) {
  Surface surface;
  surface.vertices = Positions::Ones(3, 3);
  surface.triangles.resize(1, 3);
  surface.triangles << 0, 1, 2;
  EXPECT_EQ(diagonal(surface), 0);
  EXPECT_EQ(welded(surface).triangles.rows(), 0);
  EXPECT_FALSE(is_closed(welded(surface)));
}

TEST(Surface, OrientationIsMadeToAgreeAndToFaceOutward) {
  // one box inside out, one with a few triangles turned
  Surface boxes = both(box_surface({1, 1, 1}), moved(box_surface({1, 1, 2}), {3, 0, 0}));
  for (int t = 0; t < 12; ++t) std::swap(boxes.triangles(t, 0), boxes.triangles(t, 1));
  for (const int t : {12, 15, 20}) std::swap(boxes.triangles(t, 0), boxes.triangles(t, 1));
  EXPECT_FALSE(is_closed(boxes));
  const Surface clean = oriented(welded(boxes));
  EXPECT_TRUE(is_closed(clean));
  EXPECT_NEAR(enclosed_volume(clean), 3, 1e-12);
}

TEST(Surface, OpenSheetsKeepTheSideMostOfThemFace) {
  Surface sheet = test::sheet_surface(1, 4);
  std::swap(sheet.triangles(0, 0), sheet.triangles(0, 1));
  const Surface clean = oriented(welded(sheet));
  EXPECT_FALSE(is_closed(clean));
  EXPECT_EQ(euler_characteristic(clean), 1);
  for (Index t = 0; t < clean.triangles.rows(); ++t) {
    const Eigen::Vector3d a = clean.vertices.row(clean.triangles(t, 0)),
                          b = clean.vertices.row(clean.triangles(t, 1)),
                          c = clean.vertices.row(clean.triangles(t, 2));
    EXPECT_GT((b - a).x() * (c - a).y() - (b - a).y() * (c - a).x(), 0) << t;
  }
}

TEST(Surface, EdgesOfMoreThanTwoTrianglesAreNoObstacle) {
  // two boxes that share an edge: four triangles meet there
  const Surface boxes = both(box_surface({1, 1, 1}), moved(box_surface({1, 1, 1}), {1, 1, 0}));
  const Surface clean = oriented(welded(boxes));
  EXPECT_EQ(clean.vertices.rows(), 14);
  EXPECT_EQ(num_components(clean), 1);
  EXPECT_TRUE(is_closed(clean));
  EXPECT_NEAR(enclosed_volume(clean), 2, 1e-12);
}

TEST(Surface, TorusHasAHole) {
  const Surface torus = test::torus_surface(2, 0.5);
  EXPECT_EQ(euler_characteristic(welded(torus)), 0);
  EXPECT_TRUE(is_closed(oriented(welded(torus))));
}

}  // namespace
}  // namespace descant
