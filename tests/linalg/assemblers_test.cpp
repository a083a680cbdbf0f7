// tests/linalg/assemblers_test.cpp: patterns, blocks and scalar metrics of several bodies.

#include <gtest/gtest.h>

#include "descant/core/error.hpp"
#include "descant/linalg/block_assembler.hpp"
#include "descant/linalg/pattern_builder.hpp"
#include "descant/linalg/scalar_assembler.hpp"

namespace descant {
namespace {

/// Two bodies of three and two vertices; the second stands first.
constexpr Index num_vertices = 5;
const std::vector<Index> first = {2, 0};

SparseMatrix some_pattern(int dim) {
  PatternBuilder pattern(num_vertices);
  pattern.enter(first);
  const std::vector<int> rows = {0, 1};
  pattern.connect_column(0, 0, rows);
  pattern.connect_column(0, 1, rows);
  pattern.connect(0, 2, 1, 1);
  pattern.connect(0, 0, 1, 0);
  return pattern.matrix(dim);
}

TEST(PatternBuilder, HasTheBlocksThatWereConnectedAndTheDiagonal) {
  for (const int dim : {2, 3}) {
    SparseMatrix ones = some_pattern(dim);
    EXPECT_TRUE(ones.isCompressed());
    EXPECT_EQ(ones.coeffs().abs().sum(), 0);
    ones.coeffs().setOnes();
    Matrix blocks = Matrix::Identity(num_vertices, num_vertices);
    blocks(2, 3) = blocks(3, 2) = 1;  // vertices 0 and 1 of the first body
    blocks(4, 1) = blocks(1, 4) = 1;  // its vertex 2, and vertex 1 of the second
    blocks(2, 0) = blocks(0, 2) = 1;
    Matrix expected = Matrix::Zero(dim * num_vertices, dim * num_vertices);
    for (Index i = 0; i < num_vertices; ++i)
      for (Index j = 0; j < num_vertices; ++j)
        expected.block(dim * i, dim * j, dim, dim).setConstant(blocks(i, j));
    EXPECT_EQ(Matrix(ones), expected);
  }
}

TEST(BlockAssembler, AddsWhereTheBodiesStand) {
  const int dim = 2;
  SparseMatrix Q = some_pattern(dim);
  BlockAssembler assembler(Q, dim, first);
  Matrix block(2, 2);
  block << 1, 2, 3, 4;
  assembler.add(0, 2, 1, 1, block);
  assembler.add(0, 2, 1, 1, block);
  const std::vector<int> rows = {0, 1};
  const Matrix columns = Matrix::Random(4, 2);
  assembler.add_columns(0, 1, rows, columns.data());
  Matrix expected = Matrix::Zero(10, 10);
  expected.block(8, 2, 2, 2) = 2 * block;
  expected.block(4, 6, 4, 2) = columns;
  EXPECT_EQ(Matrix(Q), expected);

  // a column that has more blocks than are added
  assembler.add_columns(0, 0, rows, columns.data());
  expected.block(4, 4, 4, 2) += columns;
  EXPECT_EQ(Matrix(Q), expected);

  EXPECT_THROW(assembler.add(0, 1, 1, 0, block), BugError);
}

TEST(BlockAssembler, AddsAScalarMatrixToEveryCoordinate) {
  SparseMatrix Q = some_pattern(3), B(num_vertices, num_vertices);
  B.insert(1, 4) = 5;
  B.insert(3, 3) = 7;
  B.makeCompressed();
  add_to_every_coordinate(B, 3, Q);
  Matrix expected = Matrix::Zero(15, 15);
  expected.block(3, 12, 3, 3).diagonal().setConstant(5);
  expected.block(9, 9, 3, 3).diagonal().setConstant(7);
  EXPECT_EQ(Matrix(Q), expected);
  B.coeffRef(0, 4) = 1;
  B.makeCompressed();
  EXPECT_THROW(add_to_every_coordinate(B, 3, Q), BugError);
}

TEST(ScalarAssembler, SumsSharesSpringsAndDiagonals) {
  ScalarAssembler A(num_vertices);
  EXPECT_TRUE(A.is_diagonal());
  EXPECT_EQ(A.matrix().nonZeros(), num_vertices) << "room for the mass";
  A.enter(first);
  A.add_diagonal(1, 0, 3);
  A.add_diagonal(1, 0, 4);
  EXPECT_TRUE(A.is_diagonal());
  EXPECT_EQ(A.diagonal()[0], 7);
  EXPECT_EQ(A.diagonal().sum(), 7);

  SparseMatrix share(3, 3);
  share.insert(0, 1) = share.insert(1, 0) = -1;
  share.insert(0, 0) = share.insert(1, 1) = 1;
  share.makeCompressed();
  A.add(0, share);
  A.add_spring(0, 2, 1, 1, 10);
  EXPECT_FALSE(A.is_diagonal());
  Matrix expected = Matrix::Zero(5, 5);
  expected(2, 2) = expected(3, 3) = 1;
  expected(2, 3) = expected(3, 2) = -1;
  expected(4, 4) = expected(1, 1) = 10;
  expected(4, 1) = expected(1, 4) = -10;
  EXPECT_EQ(Matrix(A.matrix()), expected);
}

}  // namespace
}  // namespace descant
