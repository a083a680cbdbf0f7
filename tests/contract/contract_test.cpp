// tests/contract/contract_test.cpp: C, its rank and its residuals.

#include "descant/contract/contract.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <optional>

#include "descant/mesh/measures.hpp"
#include "descant/mesh/topology.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

ContractSpace space_of(const Mesh& mesh) {
  return {.dim = mesh.dim(),
          .mass = lumped_mass(mesh, Vector::Constant(mesh.num_elements(), 1000)),
          .leak = Vector::Ones(mesh.num_vertices()),
          .component = vertex_components(mesh),
          .pinned = {},
          .diagonal = diagonal(mesh)};
}

Vector stirred(Index size) {
  Vector u(size);
  for (Index i = 0; i < size; ++i) u[i] = std::sin(1.7 * i) + 0.3 * std::cos(0.3 * i * i);
  return u;
}

Contract skinning_contract(const Mesh& mesh, const Matrix& weights, const ContractSpace& space) {
  const auto rig = make_skinning_rig(mesh.vertices, weights);
  return Contract(rig->jacobian(Vector::Zero(rig->num_params())), space);
}

TEST(Contract, ProjectionIsFeasibleIdempotentAndNearestInTheMassMetric) {
  const Mesh mesh = bar_mesh(3);
  const ContractSpace space = space_of(mesh);
  const Contract contract = skinning_contract(mesh, bar_weights(mesh.vertices), space);
  const Vector u = stirred(mesh.num_dofs());
  const Vector projected = contract.project(u);
  EXPECT_GT(contract.residual(u), 1e-3);
  EXPECT_LE(contract.residual(projected), 1e-14);
  EXPECT_LE((contract.project(projected) - projected).norm(), 1e-14 * u.norm());

  // the change is M-orthogonal to every feasible direction
  const Vector other = contract.project(stirred(mesh.num_dofs()).reverse());
  double product = 0;
  for (Index i = 0; i < u.size(); ++i) product += space.mass[i / 3] * (u - projected)[i] * other[i];
  EXPECT_NEAR(product, 0, 1e-10 * space.mass.sum());
}

/// ZᵀM⁻¹Z.
Matrix mass_gram(const Contract& contract, const ContractSpace& space) {
  const Matrix Z = Matrix(contract.full_basis());
  Matrix scaled = Z;
  for (Index i = 0; i < Z.rows(); ++i) scaled.row(i) /= space.mass[i / space.dim];
  return Z.transpose() * scaled;
}

TEST(Contract, DenseBasisIsMassOrthonormal) {
  const Mesh mesh = bar_mesh(2);
  const ContractSpace space = space_of(mesh);
  const Contract contract = skinning_contract(mesh, bar_weights(mesh.vertices), space);
  const Matrix gram = mass_gram(contract, space);
  ASSERT_EQ(gram.cols(), contract.rank());
  EXPECT_LE((gram - Matrix::Identity(gram.rows(), gram.cols())).norm(), 1e-13);
}

/// Nine bones along a bar, at most two at a vertex.
Matrix local_weights(const Positions& vertices) {
  const double low = vertices.col(0).minCoeff(), high = vertices.col(0).maxCoeff();
  Matrix weights = Matrix::Zero(vertices.rows(), 9);
  for (Index i = 0; i < vertices.rows(); ++i) {
    const double place = 8 * (vertices(i, 0) - low) / (high - low);
    const Index bone = std::min<Index>(7, static_cast<Index>(place));
    weights(i, bone) = bone + 1 - place;
    weights(i, bone + 1) = place - bone;
  }
  return weights;
}

TEST(Contract, FewInfluencesGiveASparseBasisThatForbidsTheSame) {
  for (int dim : {2, 3}) {
    const Mesh mesh = dim == 2 ? box_mesh(Vector::Zero(2), Vector::Ones(2), {16, 4})
                               : box_mesh(Vector::Zero(3), Vector::Ones(3), {16, 3, 3});
    const ContractSpace space = space_of(mesh);
    const auto rig = make_skinning_rig(mesh.vertices, local_weights(mesh.vertices));
    const RigJacobian J = rig->jacobian(Vector::Zero(rig->num_params()));
    const Contract sparse(J, space), dense(RigJacobian::general(J.dense(), dim), space);
    ASSERT_EQ(sparse.rank(), dense.rank());
    EXPECT_LT(sparse.basis()->Z.nonZeros(), 0.5 * sparse.basis()->Z.size());
    EXPECT_LE((mass_gram(sparse, space).diagonal() - Vector::Ones(sparse.rank())).norm(), 1e-13);

    const Vector u = stirred(mesh.num_dofs());
    EXPECT_LE((sparse.project(u) - dense.project(u)).norm(), 1e-11 * u.norm());
    EXPECT_LE(sparse.residual(sparse.project(u)), 1e-14);
  }
}

/// A bar of nine bones with one morph target, posed, and where its contract is kept.
struct Morphing {
  explicit Morphing(const Matrix& own_weights = {}) {
    if (own_weights.size() > 0) weights = own_weights;
    Positions delta = Positions::Zero(mesh.num_vertices(), 3);
    delta.col(1) = mesh.vertices.col(0).cwiseProduct(mesh.vertices.col(2));
    const auto rig = make_morph_skin_rig(mesh.vertices, weights, {delta});
    const Vector stir = stirred(rig->num_params());
    J.emplace(rig->jacobian(rig->rest_params() + 0.2 * stir));
  }
  RigJacobian dense() const {
    return RigJacobian::general(J->dense(), Matrix(J->general_span()), 3);
  }

  Mesh mesh = box_mesh(Vector::Zero(3), Vector::Ones(3), {16, 3, 3});
  Matrix weights = local_weights(mesh.vertices);
  ContractSpace space = space_of(mesh);
  std::optional<RigJacobian> J;
};

void expect_same_contract(const Morphing& body) {
  const Contract sparse(*body.J, body.space), dense(body.dense(), body.space);
  EXPECT_EQ(sparse.rank(), dense.rank());
  EXPECT_EQ(sparse.num_rows(), dense.num_rows());
  const Vector u = stirred(body.mesh.num_dofs());
  EXPECT_LE((sparse.project(u) - dense.project(u)).norm(), 1e-12 * u.norm());
  EXPECT_LE(sparse.residual(sparse.project(u)), 1e-14);
}

TEST(Contract, OfASparseJacobianIsSparseAndForbidsTheSame) {
  const Morphing body;
  ASSERT_EQ(body.J->form(), JacobianForm::sparse);
  // two bones a vertex, four numbers a dof each, and the morph
  const Index most = body.mesh.num_dofs() * (2 * 4 + 1);
  EXPECT_LE(body.J->non_zeros(), most);
  EXPECT_LE(Contract(*body.J, body.space).basis()->Z.nonZeros(), most);
  expect_same_contract(body);
}

TEST(Contract, OfASparseJacobianLeavesOutDependentRows) {
  // the last bone twice, each at half its weight, and one that moves nothing
  const Morphing plain;
  Matrix weights(plain.weights.rows(), 11);
  weights << plain.weights, 0.5 * plain.weights.col(8), Vector::Zero(plain.weights.rows());
  weights.col(8) /= 2;
  const Morphing twice(weights);
  const Contract contract(*twice.J, twice.space);
  EXPECT_EQ(contract.rank(), Contract(*plain.J, plain.space).rank());
  EXPECT_LE(contract.basis()->Z.nonZeros(), twice.mesh.num_dofs() * (2 * 4 + 1));
  expect_same_contract(twice);
}

TEST(Contract, OfASparseJacobianKeepsFaintRows) {
  // a bone that differs from another by 1e-6 of its weight at the far end: its rows count, and only
  // they are written out
  const Morphing plain;
  const Vector last = plain.weights.col(8);
  Matrix weights(plain.weights.rows(), 10);
  weights << plain.weights, 0.5 * last;
  for (Index i = 0; i < weights.rows(); ++i)
    weights(i, 9) += 1e-6 * last[i] * std::sin(5.0 * static_cast<double>(i));
  weights.col(8) = last - weights.col(9);
  const Morphing faint(weights);
  const Contract contract(*faint.J, faint.space);
  EXPECT_EQ(contract.rank(), Contract(*plain.J, plain.space).rank() + 12);
  const Index n = faint.mesh.num_dofs();
  EXPECT_LE(contract.basis()->Z.nonZeros(), n * (2 * 4 + 1) + 12 * n);
  const Matrix gram = mass_gram(contract, faint.space);
  const Vector eigenvalues = gram.selfadjointView<Eigen::Lower>().eigenvalues();
  EXPECT_GT(eigenvalues[0], 1e-8 * eigenvalues[eigenvalues.size() - 1]);

  // directions known to 1e-16/1e-6 of their length
  const Vector u = stirred(n);
  const Contract dense(faint.dense(), faint.space);
  EXPECT_EQ(contract.rank(), dense.rank());
  EXPECT_LE((contract.project(u) - dense.project(u)).norm(), 1e-8 * u.norm());
  EXPECT_LE(contract.residual(contract.project(u)), 1e-14);
}

TEST(Contract, OfASparseJacobianTakesPinsAndLeaks) {
  Morphing body;
  body.space.leak = leak_from_depth(body.mesh, body.weights, 0.95);
  body.space.pinned.assign(body.mesh.num_vertices(), false);
  for (Index i = 0; i < body.mesh.num_vertices(); ++i)
    body.space.pinned[i] = body.mesh.vertices(i, 0) < 0.2;
  expect_same_contract(body);
}

TEST(Contract, RemovingTheReactionChangesNoWorkOnFeasibleMotions) {
  const Mesh mesh = bar_mesh(3);
  ContractSpace space = space_of(mesh);
  space.pinned.assign(mesh.num_vertices(), false);
  space.pinned[3] = true;
  const Contract contract = skinning_contract(mesh, bar_weights(mesh.vertices), space);
  const Vector motion = contract.project(stirred(mesh.num_dofs()));
  const Vector small = stirred(mesh.num_dofs()).reverse();
  Vector load = small + 1e6 * contract.full_basis() * Vector::Ones(contract.rank());
  ContractScratch scratch;
  contract.remove_reaction(load, scratch);
  EXPECT_NEAR(load.dot(motion), small.dot(motion), 1e-8 * small.norm() * motion.norm());
  EXPECT_LE(load.norm(), 10 * small.norm());
  const Vector once = load;
  contract.remove_reaction(load, scratch);
  EXPECT_LE((load - once).norm(), 1e-12 * once.norm());
}

TEST(Contract, DuplicatedAndUnusedBonesAddNoRank) {
  const Mesh mesh = bar_mesh(3);
  const Matrix two = bar_weights(mesh.vertices);
  Matrix four(two.rows(), 4);
  four << two.col(0), 0.5 * two.col(1), 0.5 * two.col(1), Vector::Zero(two.rows());
  const ContractSpace space = space_of(mesh);
  const Contract plain = skinning_contract(mesh, two, space);
  const Contract redundant = skinning_contract(mesh, four, space);
  EXPECT_EQ(plain.rank(), 24);
  EXPECT_EQ(redundant.rank(), 24);
  const Vector u = stirred(mesh.num_dofs());
  EXPECT_LE((plain.project(u) - redundant.project(u)).norm(), 1e-12 * u.norm());
  EXPECT_LE(redundant.residual(redundant.project(u)), 1e-13);
}

TEST(Contract, FarFromTheOriginKeepsItsDigits) {
  Mesh mesh = bar_mesh(3);
  const Matrix weights = bar_weights(mesh.vertices);
  mesh.vertices.rowwise() += Eigen::RowVector3d(1e5, -1e5, 1e5);
  const Contract contract = skinning_contract(mesh, weights, space_of(mesh));
  EXPECT_EQ(contract.rank(), 24);
  EXPECT_LE(contract.residual(contract.project(stirred(mesh.num_dofs()))), 1e-12);
}

TEST(Contract, SplitAndGeneralJacobiansForbidTheSame) {
  const Mesh mesh = bar_mesh(3);
  const auto rig = make_skinning_rig(mesh.vertices, bar_weights(mesh.vertices));
  const RigJacobian J = rig->jacobian(Vector::Zero(rig->num_params()));
  const ContractSpace space = space_of(mesh);
  const Contract split(J, space);
  const Contract general(RigJacobian::general(J.dense(), 3), space);
  EXPECT_EQ(split.rank(), general.rank());
  const Vector u = stirred(mesh.num_dofs());
  EXPECT_LE((split.project(u) - general.project(u)).norm(), 1e-12 * u.norm());
}

/// Two bars side by side, in one mesh.
Mesh two_bars(int dim) {
  const Mesh one = bar_mesh(dim);
  Mesh two;
  two.vertices.resize(2 * one.num_vertices(), dim);
  two.vertices << one.vertices, one.vertices.rowwise() + 3 * Eigen::RowVectorXd::Unit(dim, 0);
  two.elements.resize(2 * one.num_elements(), dim + 1);
  two.elements << one.elements, one.elements.array() + static_cast<int>(one.num_vertices());
  return two;
}

TEST(Contract, EachComponentIsHeldOnItsOwn) {
  for (int dim : {2, 3}) {
    const Mesh mesh = two_bars(dim);
    const auto rig = make_affine_rig(mesh.vertices);
    const Contract contract(rig->jacobian(Vector::Zero(rig->num_params())), space_of(mesh));
    EXPECT_EQ(contract.rank(), 2 * dim * (dim + 1));
    EXPECT_TRUE(contract.loose_components(mesh.vertices).empty());

    // bars drifting apart would satisfy one shared C
    Vector apart = Vector::Zero(mesh.num_dofs());
    for (Index i = 0; i < mesh.num_vertices(); ++i)
      apart[dim * i] = i < mesh.num_vertices() / 2 ? 1 : -1;
    EXPECT_LE(contract.project(apart).norm(), 1e-12);
  }
}

TEST(Contract, TellsWhichComponentIsLoose) {
  for (int dim : {2, 3}) {
    const Mesh mesh = two_bars(dim);
    ContractSpace space = space_of(mesh);
    space.leak.tail(mesh.num_vertices() / 2).setZero();
    const auto rig = make_affine_rig(mesh.vertices);
    const Contract contract(rig->jacobian(Vector::Zero(rig->num_params())), space);
    EXPECT_EQ(contract.loose_components(mesh.vertices), std::vector<int>{1});
  }
}

TEST(Contract, PinnedVerticesAreHeldAndTakenOutOfC) {
  const Mesh mesh = bar_mesh(3);
  ContractSpace space = space_of(mesh);
  space.pinned.assign(mesh.num_vertices(), false);
  for (Index i = 0; i < mesh.num_vertices(); ++i) space.pinned[i] = mesh.vertices(i, 2) < 0.1;
  const Contract contract = skinning_contract(mesh, bar_weights(mesh.vertices), space);
  const Vector projected = contract.project(stirred(mesh.num_dofs()));
  for (Index i = 0; i < projected.size(); ++i)
    if (space.pinned[i / 3]) {
      EXPECT_EQ(projected[i], 0);
    }
  EXPECT_LE(contract.residual(projected), 1e-14);
  EXPECT_GT(projected.norm(), 1);
}

TEST(Contract, MomentumIsTheResidualWithoutLeak) {
  const Mesh mesh = bar_mesh(3);
  const Matrix weights = bar_weights(mesh.vertices);
  ContractSpace space = space_of(mesh);
  space.leak = leak_from_depth(mesh, weights, 0.95);
  const Contract contract = skinning_contract(mesh, weights, space);
  const Vector projected = contract.project(stirred(mesh.num_dofs()));
  EXPECT_LE(contract.residual(projected), 1e-14);
  EXPECT_GT(contract.momentum(projected), 1e-3);
  space.leak.setOnes();
  const Contract strict = skinning_contract(mesh, weights, space);
  EXPECT_NEAR(contract.momentum(projected), strict.residual(projected), 1e-14);
}

TEST(Contract, JoinedIsThatOfEachBodyOnItsOwn) {
  const Mesh mesh = bar_mesh(3);
  ContractSpace pinned = space_of(mesh), leaking = space_of(mesh);
  pinned.pinned.assign(mesh.num_vertices(), false);
  pinned.pinned[3] = true;
  leaking.leak = Vector::LinSpaced(mesh.num_vertices(), 0.2, 1);
  const auto rig = make_skinning_rig(mesh.vertices, bar_weights(mesh.vertices));
  const RigJacobian J = rig->jacobian(rig->rest_params());
  const Index size = mesh.num_dofs();
  const Vector u = stirred(2 * size);
  for (const RigJacobian& form : {J, J.unsplit()}) {
    const Contract a(form, pinned), b(form, leaking);
    const Contract both = Contract::joined({&a, &b});
    EXPECT_EQ(both.is_split(), form.is_split());
    EXPECT_EQ(both.rank(), a.rank() + b.rank());
    EXPECT_EQ(both.num_dofs(), 2 * size);
    Vector expected(2 * size);
    expected << a.project(u.head(size)), b.project(u.tail(size));
    EXPECT_LE((both.project(u) - expected).norm(), 1e-14 * u.norm());
    EXPECT_EQ(both.residual(u), std::max(a.residual(u.head(size)), b.residual(u.tail(size))));
    EXPECT_EQ(both.momentum(u), std::max(a.momentum(u.head(size)), b.momentum(u.tail(size))));

    // a small body beside a large motion is still measured by its own
    Vector uneven = both.project(u);
    uneven.head(size) *= 1e6;
    uneven.tail(size) += 1e-6 * u.tail(size);
    EXPECT_GE(both.residual(uneven), 0.5 * b.residual(uneven.tail(size)));
    const SparseMatrix Z = both.full_basis();
    EXPECT_EQ(Z.rows(), 2 * size);
    EXPECT_LE((Z.transpose() * expected).norm(), 1e-9 * Z.norm() * u.norm());
  }
}

TEST(RigJacobian, UnsplitIsTheSameMatrixAndSpan) {
  const Mesh mesh = bar_mesh(3);
  const auto rig = make_skinning_rig(mesh.vertices, bar_weights(mesh.vertices));
  const RigJacobian J = rig->jacobian(rig->rest_params()), general = J.unsplit();
  EXPECT_EQ(general.form(), JacobianForm::sparse);
  EXPECT_EQ(general.dense(), J.dense());
  const Contract split(J, space_of(mesh)), plain(general, space_of(mesh));
  const Vector u = stirred(mesh.num_dofs());
  EXPECT_EQ(split.rank(), plain.rank());
  EXPECT_LE((split.project(u) - plain.project(u)).norm(), 1e-12 * u.norm());
}

}  // namespace
}  // namespace descant::testing
