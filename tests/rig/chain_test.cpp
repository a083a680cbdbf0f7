// tests/rig/chain_test.cpp: chains against their deformers applied by hand, and J's form and zeros.

#include "descant/rig/chain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "descant/core/error.hpp"
#include "descant/rig/check_jacobian.hpp"
#include "descant/rig/linear_rig.hpp"
#include "descant/rig/morph_deformer.hpp"
#include "descant/rig/rigid_deformer.hpp"
#include "descant/rig/skin_deformer.hpp"
#include "support/bend_deformer.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

constexpr Index num_points = 12;

/// Two bones at a vertex, of four.
Matrix local_weights(Index n) {
  const Matrix two = random_weights(n, 2);
  Matrix weights = Matrix::Zero(n, 4);
  for (Index i = 0; i < n; ++i) weights.row(i).segment(i % 3, 2) = two.row(i);
  return weights;
}

std::shared_ptr<const Deformer> skin(int dim) {
  return make_skin_deformer(local_weights(num_points), dim);
}
std::shared_ptr<const Deformer> morphs(int dim) {
  return make_morph_deformer(
      {random_matrix(num_points, dim, 21), random_matrix(num_points, dim, 22)});
}
std::shared_ptr<const Deformer> rigid(int dim) {
  return make_rigid_deformer(random_matrix(dim, 1, 23));
}
std::shared_ptr<const Deformer> affine(int dim) { return make_affine_deformer(dim); }
std::shared_ptr<const Deformer> bend(int) { return std::make_shared<Bend>(); }

struct ChainCase {
  std::string name;
  std::vector<std::shared_ptr<const Deformer> (*)(int dim)> make;
  std::vector<int> param_order;
  JacobianForm form;
  Linearity linearity = Linearity::curved;

  friend void PrintTo(const ChainCase& param, std::ostream* out) { *out << param.name; }
};

std::vector<ChainCase> every_chain() {
  return {{"skin", {skin}, {}, JacobianForm::split, Linearity::linear},
          {"rigid", {rigid}, {}, JacobianForm::dense},
          {"bend", {bend}, {}, JacobianForm::dense},
          {"morphs", {morphs}, {}, JacobianForm::sparse, Linearity::offset},
          {"morphs_skin", {morphs, skin}, {1, 0}, JacobianForm::sparse},
          {"skin_morphs", {skin, morphs}, {}, JacobianForm::sparse, Linearity::linear},
          {"skin_affine", {skin, affine}, {}, JacobianForm::sparse},
          {"skin_bend", {skin, bend}, {}, JacobianForm::sparse},
          {"bend_rigid", {bend, rigid}, {1, 0}, JacobianForm::dense},
          {"morphs_skin_bend", {morphs, skin, bend}, {1, 2, 0}, JacobianForm::sparse},
          {"bend_morphs_rigid", {bend, morphs, rigid}, {2, 0, 1}, JacobianForm::sparse},
          {"affine_skin_skin", {affine, skin, skin}, {}, JacobianForm::sparse}};
}

class EveryChain : public testing::TestWithParam<ChainCase> {
 protected:
  Deformers deformers(int dim) const {
    Deformers all;
    for (const auto& make : GetParam().make) all.push_back(make(dim));
    return all;
  }
  ChainRig rig(int dim) const {
    return ChainRig(scattered_points(num_points, dim), deformers(dim), GetParam().param_order);
  }
  static Vector pose(const ChainRig& rig, unsigned seed) {
    return rig.rest_params() + 0.4 * random_matrix(rig.num_params(), 1, seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Rig, EveryChain, testing::ValuesIn(every_chain()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EveryChain, AppliesOneDeformerAfterAnother) {
  for (const int dim : {2, 3}) {
    const ChainRig chain = rig(dim);
    const Deformers all = deformers(dim);
    const Vector p = pose(chain, 1);

    // where each deformer's parameters stand
    std::vector<int> order = GetParam().param_order;
    if (order.empty())
      for (size_t k = 0; k < all.size(); ++k) order.push_back(static_cast<int>(k));
    std::vector<Vector> own(all.size());
    Index at = 0;
    for (const int k : order) {
      own[k] = p.segment(at, all[k]->num_params());
      at += all[k]->num_params();
    }
    ASSERT_EQ(at, chain.num_params());

    const Positions rest = scattered_points(num_points, dim);
    Positions x = rest;
    for (size_t k = 0; k < all.size(); ++k) x = all[k]->apply(x, own[k], Workers(1));
    const Vector u_r = chain.displacement(p);
    EXPECT_LE((rest + rows_of(u_r, dim) - x).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LE(chain.displacement(chain.rest_params()).cwiseAbs().maxCoeff(), 2e-15);
  }
}

TEST_P(EveryChain, JacobianAgreesWithCentralDifferences) {
  for (const int dim : {2, 3})
    for (unsigned seed = 1; seed <= 2; ++seed) {
      const ChainRig chain = rig(dim);
      EXPECT_LE(jacobian_error(chain, pose(chain, seed)), 1e-10) << dim << "D";
    }
}

TEST_P(EveryChain, HasTheFormAndTheConstancyItsDeformersAllow) {
  const ChainRig chain = rig(3);
  const RigJacobian J = chain.jacobian(pose(chain, 1));
  EXPECT_EQ(J.form(), GetParam().form);
  EXPECT_EQ(chain.has_constant_jacobian(), GetParam().linearity != Linearity::curved);
  const Matrix other = chain.jacobian(pose(chain, 2)).dense();
  // of the bend alone J does not change either, which it does not say
  if (GetParam().name != "bend") {
    EXPECT_EQ(J.dense() == other, chain.has_constant_jacobian());
  }
}

TEST_P(EveryChain, ByPointsIsWhatAMovedRestPointDoes) {
  for (const int dim : {2, 3}) {
    const ChainRig chain = rig(dim);
    const Vector p = pose(chain, 3);
    const Matrix blocks = chain.by_points(p);
    ASSERT_EQ(blocks.rows(), dim);
    ASSERT_EQ(blocks.cols(), dim * num_points);
    const auto posed = [&](int axis, double h) -> Positions {
      Positions rest = scattered_points(num_points, dim);
      rest.col(axis).array() += h;
      const ChainRig moved(rest, deformers(dim), GetParam().param_order);
      const Vector u_r = moved.displacement(p);
      return rest + rows_of(u_r, dim);
    };
    for (int a = 0; a < dim; ++a) {
      const double h = 1e-3;  // everything is at most of fourth degree, so this is exact
      const Positions slope =
          (8 * (posed(a, h) - posed(a, -h)) - (posed(a, 2 * h) - posed(a, -2 * h))) / (12 * h);
      for (Index i = 0; i < num_points; ++i)
        EXPECT_LE((slope.row(i).transpose() - blocks.col(dim * i + a)).norm(), 1e-11);
    }
  }
}

TEST_P(EveryChain, PosesIntoMemoryOnAnyNumberOfThreads) {
  const ChainRig chain = rig(3);
  const Vector p = pose(chain, 4);
  Vector u_r;
  chain.pose(p, Workers(3), u_r);
  EXPECT_EQ(u_r, chain.displacement(p));
}

TEST(ChainRig, OfOneSkinIsTheLinearRig) {
  const Positions rest = scattered_points(num_points, 3, 10);
  const Matrix weights = local_weights(num_points);
  const ChainRig chain(rest, {make_skin_deformer(weights, 3)});
  const RigJacobian J = chain.jacobian(chain.rest_params());
  const LinearRig linear(rest, SparseMatrix(J.scalar()), J.scalar_span(), chain.rest_params());
  const Vector p = random_matrix(chain.num_params(), 1, 1);
  EXPECT_EQ(chain.displacement(p), linear.displacement(p));
  EXPECT_EQ(J.non_zeros(), 4 * 2 * num_points);
  for (Index i = 0; i < num_points; ++i)
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(J.scalar().coeff(i, 4 * k + 3), weights(i, k));
      for (int a = 0; a < 3; ++a)
        EXPECT_EQ(J.scalar().coeff(i, 4 * k + a), weights(i, k) * rest(i, a));
    }
}

TEST(ChainRig, KeepsTheZerosOfItsDeformers) {
  const ChainRig chain(scattered_points(num_points, 3), {morphs(3), skin(3)}, {1, 0});
  const RigJacobian J = chain.jacobian(random_matrix(chain.num_params(), 1, 1));
  // of the skin two bones a vertex, four numbers of each a dof; of the morphs every number
  const Index expected = 3 * num_points * (2 * 4 + 2);
  EXPECT_EQ(J.non_zeros(), expected);
  EXPECT_EQ(J.general_span().nonZeros(), expected);
}

TEST(ChainRig, SparsityStaysFromPoseToPose) {
  const ChainRig chain(scattered_points(num_points, 3), {morphs(3), skin(3), bend(3)});
  const SparseMatrix rest = chain.jacobian(chain.rest_params()).written_sparse();
  const SparseMatrix posed =
      chain.jacobian(chain.rest_params() + random_matrix(chain.num_params(), 1, 1))
          .written_sparse();
  // the bend's own column comes from a dense matrix, whose zeros do not stay
  const Index skin_and_morphs = chain.num_params() - 1;
  EXPECT_EQ(rest.leftCols(skin_and_morphs).nonZeros(), posed.leftCols(skin_and_morphs).nonZeros());
}

TEST(ChainRig, HasTheInfluencesOfItsLastDeformerWithHandles) {
  const Positions rest = scattered_points(num_points, 3);
  EXPECT_EQ(ChainRig(rest, {morphs(3), skin(3), affine(3)}).influences(),
            local_weights(num_points));
  EXPECT_EQ(ChainRig(rest, {rigid(3), bend(3)}).influences(), Matrix::Ones(num_points, 1));
}

TEST(ChainRig, BadChainsAreInputErrors) {
  const Positions rest = scattered_points(num_points, 3);
  EXPECT_THROW(ChainRig(rest, {}), InputError);
  EXPECT_THROW(ChainRig(rest, {nullptr}), InputError);
  EXPECT_THROW(ChainRig(Positions(0, 3), {affine(3)}), InputError);
  EXPECT_THROW(ChainRig(rest, {morphs(3), skin(3)}, {0, 0}), InputError);
  EXPECT_THROW(ChainRig(rest, {morphs(3), skin(3)}, {0}), InputError);
  EXPECT_THROW(ChainRig(scattered_points(5, 3), {skin(3)}), InputError);
  EXPECT_THROW(ChainRig(rest, {affine(3), rigid(3)}).displacement(Vector::Zero(17)), BugError);
  EXPECT_THROW(ChainRig(rest, {affine(3), rigid(3)}).jacobian(Vector::Zero(19)), BugError);
}

}  // namespace
}  // namespace descant
