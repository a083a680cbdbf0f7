// tests/elasticity/simplex_test.cpp: what fills no space has no elasticity.

#include "descant/elasticity/simplex.hpp"

#include <gtest/gtest.h>

#include "descant/mesh/chain.hpp"
#include "descant/mesh/sheet.hpp"
#include "support/input_error.hpp"

namespace descant {
namespace {

TEST(Simplices, OfChainsAndSheetsAreTurnedAway) {
  const Mesh sheet = sheet_mesh(Vec<3>(0, 0, 0), Vec<3>(1, 0, 0), Vec<3>(0, 1, 1), {2, 2});
  expect_input_error([&] { simplices<3>(sheet); }, "elasticity", "elements have 3 vertices in 3D");
  const Mesh chain = chain_mesh(sheet.vertices.leftCols(2));
  expect_input_error([&] { simplices<2>(chain); }, "elasticity", "elements have 2 vertices in 2D");
}

}  // namespace
}  // namespace descant
