// tests/mesh/thickness_test.cpp: blocks are as thick as they are, and fins on them are thin.

#include "descant/mesh/thickness.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "descant/mesh/box.hpp"
#include "support/cut_mesh.hpp"

namespace descant {
namespace {

using testing::centroid;
using testing::without;

TEST(Thickness, OfABlockIsItsShortestSide) {
  const Mesh flat = box_mesh(Vector{{0, 0}}, Vector{{6, 2}}, {36, 12});
  const Vector in_2d = thickness(flat);
  EXPECT_NEAR(in_2d.maxCoeff(), 2, 0.2);
  EXPECT_NEAR(in_2d.mean(), 2, 0.2);
  const Mesh block = box_mesh(Vector{{0, 0, 0}}, Vector{{4, 3, 1}}, {20, 15, 5});
  const Vector in_3d = thickness(block);
  EXPECT_NEAR(in_3d.maxCoeff(), 1, 0.15);
  EXPECT_NEAR(in_3d.mean(), 1, 0.25);
}

/// A cube of side 1.2 with a fin on top, 0.2 thick and 0.8 high.
Mesh finned_cube() {
  const Mesh box = box_mesh(Vector{{0, 0, 0}}, Vector{{1.2, 1.2, 2}}, {12, 12, 20});
  return without(box, [](const Vector& x) { return x[2] > 1.2 && std::abs(x[0] - 0.6) > 0.1; });
}

TEST(Thickness, AFinIsThinUpToItsRoot) {
  const Mesh mesh = finned_cube();
  const Vector d = thickness(mesh);
  double thickest_of_fin = 0, thinnest_inside = HUGE_VAL;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const Vector x = centroid(mesh, e);
    if (x[2] > 1.3) thickest_of_fin = std::max(thickest_of_fin, d[e]);
    if ((x - Vector{{0.6, 0.6, 0.6}}).norm() < 0.5)
      thinnest_inside = std::min(thinnest_inside, d[e]);
  }
  EXPECT_LE(thickest_of_fin, 0.25);
  EXPECT_GE(thinnest_inside, 1.05);
}

TEST(Thickness, DoesNotHangOnRounding) {
  // on a regular mesh many faces are equally near; which one is found first must not matter
  Mesh mesh = box_mesh(Vector{{0, 0, 0}}, Vector{{2.4, 1.6, 1.2}}, {12, 8, 6});
  mesh = without(mesh, [](const Vector& x) { return x[0] > 1 && x[1] > 1; });
  const Vector d = thickness(mesh);
  Eigen::Matrix3d turn;
  turn = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized());
  mesh.vertices = (100 * mesh.vertices * turn.transpose()).eval();
  EXPECT_LE((thickness(mesh) - 100 * d).lpNorm<Eigen::Infinity>(), 1e-9);
}

TEST(Thickness, IsALength) {
  Mesh mesh = finned_cube();
  const Vector d = thickness(mesh);
  mesh.vertices *= 8;
  EXPECT_LE((thickness(mesh) - 8 * d).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(Thickness, OfOneElementIsThatOfTheBallAroundItsMiddle) {
  Mesh mesh;
  mesh.vertices.resize(3, 2);
  mesh.vertices << 0, 0, 3, 0, 0, 3;
  mesh.elements.resize(1, 3);
  mesh.elements << 0, 1, 2;
  // the middle (1, 1) is 1 from the legs and 1/√2 from the slanted side
  EXPECT_NEAR(thickness(mesh)[0], 2 / std::sqrt(2.0), 1e-12);
}

}  // namespace
}  // namespace descant
