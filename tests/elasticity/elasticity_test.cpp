// tests/elasticity/elasticity_test.cpp: Φ, g and K on whole meshes.

#include "descant/elasticity/elasticity.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "descant/core/error.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/energy/placed_energy.hpp"
#include "descant/mesh/box.hpp"
#include "descant/mesh/measures.hpp"
#include "elasticity/law_cases.hpp"

namespace descant {
namespace {

/// A box of 2^d cells (of `cells` a side) whose inner vertices are out of line.
Mesh crooked_box(int dim, int cells = 2) {
  const Vector size = Vec<3>(1.0, 1.3, 0.8).head(dim);
  Mesh mesh = box_mesh(Vector::Zero(dim), size, std::vector<int>(dim, cells));
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> shift(-0.12 / cells, 0.12 / cells);
  for (double& x : mesh.vertices.reshaped()) x += shift(generator);
  return mesh;
}

/// Moduli that differ from element to element.
Material uneven(const Mesh& mesh, LawKind law, Pose pose = Pose::relax,
                VolumeTerm volume = VolumeTerm::log) {
  Material material{.law = law, .volume = volume, .pose = pose, .lame = {}};
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    material.lame.push_back({1.3 + 0.1 * static_cast<double>(e % 7), 2.1 + 0.2 * (e % 3)});
  }
  return material;
}

Vector random_displacement(const Mesh& mesh, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-size, size);
  Vector u(mesh.num_dofs());
  for (double& x : u) x = uniform(generator);
  return u;
}

/// u = (A − I) x
Vector affine_displacement(const Mesh& mesh, const Matrix& A) {
  const Positions moved = mesh.vertices * A.transpose() - mesh.vertices;
  return flat(moved);
}

Matrix affine_map(int dim) {
  Matrix A(3, 3);
  A << 1.2, 0.3, -0.1, -0.2, 0.9, 0.15, 0.1, 0.05, 1.1;
  return A.topLeftCorner(dim, dim);
}

struct EnergyCase {
  int dim;
  LawKind law;
  Pose pose = Pose::relax;
  VolumeTerm volume = VolumeTerm::log;
};

std::string name_of(const testing::TestParamInfo<EnergyCase>& info) {
  std::string name = law_name(info.param.law);
  std::erase(name, '-');
  if (info.param.volume == VolumeTerm::quadratic) name += "Quadratic";
  return name + (info.param.pose == Pose::hold ? "Held" : "") + std::to_string(info.param.dim) +
         "D";
}

std::vector<EnergyCase> all_energies() {
  std::vector<EnergyCase> cases;
  for (int dim : {2, 3}) {
    for (LawKind law : all_laws()) cases.push_back({dim, law});
    cases.push_back({dim, LawKind::neohookean, Pose::relax, VolumeTerm::quadratic});
    cases.push_back({dim, LawKind::arap, Pose::hold});
    cases.push_back({dim, LawKind::corotational, Pose::hold});
  }
  return cases;
}

class EveryEnergy : public testing::TestWithParam<EnergyCase> {
 protected:
  std::unique_ptr<Elasticity> make(const Mesh& mesh, int num_threads = 1) const {
    return make_elasticity(mesh, uneven(mesh, GetParam().law, GetParam().pose, GetParam().volume),
                           Workers(num_threads));
  }

  /// Large enough to invert some elements, where the law allows it.
  double amplitude() const { return GetParam().law == LawKind::neohookean ? 0.03 : 0.35; }
};

INSTANTIATE_TEST_SUITE_P(Laws, EveryEnergy, testing::ValuesIn(all_energies()), name_of);

TEST_P(EveryEnergy, DerivativesMatchCentralDifferences) {
  const Mesh mesh = crooked_box(GetParam().dim);
  const auto elasticity = make(mesh);
  const Vector u = random_displacement(mesh, amplitude(), 3);
  const Vector u_r = random_displacement(mesh, 0.35, 4);
  const double step = 1e-6 * diagonal(mesh);

  Vector g, ahead, behind;
  const double phi = elasticity->energy_and_gradient(u, u_r, g);
  EXPECT_EQ(phi, elasticity->energy(u, u_r));
  const SparseMatrix K = elasticity->hessian(u, u_r, Curvature::exact);
  Vector g_fd(u.size());
  Matrix K_fd(u.size(), u.size());
  for (Index k = 0; k < u.size(); ++k) {
    const Vector shift = step * Vector::Unit(u.size(), k);
    const double phi_ahead = elasticity->energy_and_gradient(u + shift, u_r, ahead);
    const double phi_behind = elasticity->energy_and_gradient(u - shift, u_r, behind);
    g_fd[k] = (phi_ahead - phi_behind) / (2 * step);
    K_fd.col(k) = (ahead - behind) / (2 * step);
  }
  // steps of 1e-6: round-off 1e-10, truncation 1e-12 times third derivatives of up to 1e4
  EXPECT_LE((g - g_fd).norm(), 1e-8 * g.norm());
  EXPECT_LE((Matrix(K) - K_fd).norm(), 1e-6 * K_fd.norm());
}

TEST_P(EveryEnergy, AffineDisplacementsPassThePatchTest) {
  // one material, one F: Φ is the whole volume's, and forces are on the boundary only
  const int dim = GetParam().dim;
  const Mesh mesh = crooked_box(dim, 3);
  Material material{.law = GetParam().law, .volume = GetParam().volume, .pose = GetParam().pose};
  material.lame.assign(mesh.num_elements(), kLame);
  const auto elasticity = make_elasticity(mesh, material, Workers(1));
  const Vector u = affine_displacement(mesh, affine_map(dim)), rest = Vector::Zero(u.size());
  Vector g;
  const double phi = elasticity->energy_and_gradient(u, rest, g);
  EXPECT_GT(phi, 1e-3);
  EXPECT_GT(g.norm(), 1e-2);

  // the vertices not on the outside of a 3-cell grid
  Index num_inner = 0;
  for (Index v = 0; v < mesh.num_vertices(); ++v) {
    bool is_inner = true;
    for (Index cell = v, a = 0; a < dim; ++a, cell /= 4) is_inner &= cell % 4 == 1 || cell % 4 == 2;
    if (!is_inner) continue;
    ++num_inner;
    EXPECT_LE(g.segment(dim * v, dim).norm(), 1e-14 * g.norm() * 10);
  }
  EXPECT_EQ(num_inner, dim == 2 ? 4 : 8);

  // the same energy from Ψ and the volumes of the mesh
  double psi = 0;
  const auto add = [&](auto laws, auto A) {
    for (const auto& law : laws) {
      const bool is_quadratic = law.name.find("quadratic") != std::string::npos;
      if (law.kind == material.law && is_quadratic == (material.volume == VolumeTerm::quadratic)) {
        psi = law.psi(A, decltype(A)::Identity());
      }
    }
  };
  if (dim == 2) {
    add(relaxed_laws<2>(), Mat<2>(affine_map(2)));
  } else {
    add(relaxed_laws<3>(), Mat<3>(affine_map(3)));
  }
  EXPECT_NEAR(phi, psi * element_volumes(mesh).sum(), 1e-13 * phi);
}

TEST_P(EveryEnergy, RestAndTranslationsAreFree) {
  const Mesh mesh = crooked_box(GetParam().dim);
  const auto elasticity = make(mesh);
  const Vector rest = Vector::Zero(mesh.num_dofs());
  Vector g;
  EXPECT_EQ(elasticity->energy_and_gradient(rest, rest, g), 0);
  EXPECT_LE(g.norm(), 1e-14);

  // no force anywhere sums to one, and K knows it
  const Vector u = random_displacement(mesh, amplitude(), 3);
  for (Curvature curvature : {Curvature::exact, Curvature::projected}) {
    const SparseMatrix K = elasticity->hessian(u, rest, curvature);
    for (int a = 0; a < GetParam().dim; ++a) {
      Vector along = Vector::Zero(u.size());
      for (Index v = 0; v < mesh.num_vertices(); ++v) along[GetParam().dim * v + a] = 1;
      EXPECT_LE((K * along).norm(), 1e-13 * K.norm());
    }
    EXPECT_EQ((Matrix(K) - Matrix(K).transpose()).norm(), 0) << "symmetric to the last bit";
  }
}

TEST_P(EveryEnergy, ProjectedCurvatureIsNotNegative) {
  const Mesh mesh = crooked_box(GetParam().dim);
  const auto elasticity = make(mesh);
  const Vector u = random_displacement(mesh, amplitude(), 6);
  const Vector u_r = random_displacement(mesh, 0.35, 7);
  const SparseMatrix K = elasticity->hessian(u, u_r, Curvature::projected);
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(Matrix(K)).eigenvalues();
  EXPECT_GE(values.minCoeff(), -1e-12 * values.maxCoeff());
}

TEST_P(EveryEnergy, ThreadsDoNotChangeAByte) {
  const Mesh mesh = crooked_box(GetParam().dim, GetParam().dim == 2 ? 20 : 5);
  ASSERT_GT(mesh.num_elements(), 512);
  const Vector u = random_displacement(mesh, amplitude() / 5, 8);
  const Vector u_r = random_displacement(mesh, 0.1, 9);
  std::vector<Vector> results;
  for (int num_threads : {1, 4}) {
    const auto elasticity = make(mesh, num_threads);
    Vector g;
    const double phi = elasticity->energy_and_gradient(u, u_r, g);
    const SparseMatrix K = elasticity->hessian(u, u_r, Curvature::exact);
    const SparseMatrix P = elasticity->hessian(u, u_r, Curvature::projected);
    Vector all(1 + g.size() + K.nonZeros() + P.nonZeros());
    all << phi, g, K.coeffs(), P.coeffs();
    ASSERT_TRUE(all.allFinite());
    results.push_back(all);
  }
  ASSERT_EQ(results[0].size(), results[1].size());
  EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(double)),
            0);
}

TEST(Elasticity, PatternHasABlockForEveryPairThatSharesAnElement) {
  for (int dim : {2, 3}) {
    const Mesh mesh = crooked_box(dim);
    const auto elasticity = make_elasticity(mesh, uneven(mesh, LawKind::linear), Workers(1));
    const PlacedEnergy alone = placed_alone(*elasticity, mesh.num_dofs(), dim);
    const SparseMatrix pattern = hessian_pattern({&alone, 1}, mesh.num_vertices(), dim);
    Matrix expected = Matrix::Zero(mesh.num_dofs(), mesh.num_dofs());
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      for (int a = 0; a <= dim; ++a) {
        for (int b = 0; b <= dim; ++b) {
          expected.block(dim * mesh.elements(e, a), dim * mesh.elements(e, b), dim, dim).setOnes();
        }
      }
    }
    EXPECT_TRUE(pattern.isCompressed());
    EXPECT_EQ(static_cast<double>(pattern.nonZeros()), expected.sum());
    SparseMatrix ones = pattern;
    EXPECT_EQ(ones.coeffs().abs().sum(), 0);
    ones.coeffs().setOnes();
    EXPECT_EQ(Matrix(ones), expected);
    for (Index j = 0; j < pattern.cols(); ++j) {
      const int* rows = pattern.innerIndexPtr();
      EXPECT_TRUE(
          std::is_sorted(rows + pattern.outerIndexPtr()[j], rows + pattern.outerIndexPtr()[j + 1]));
    }
  }
}

TEST(Elasticity, LinearIsHalfOfUKU) {
  const Mesh mesh = crooked_box(3);
  const auto elasticity = make_elasticity(mesh, uneven(mesh, LawKind::linear), Workers(1));
  const Vector u = random_displacement(mesh, 0.5, 10), rest = Vector::Zero(u.size());
  const SparseMatrix K = elasticity->hessian(rest, rest, Curvature::exact);
  EXPECT_NEAR(elasticity->energy(u, rest), u.dot(K * u) / 2, 1e-13 * u.dot(K * u));
}

TEST(Elasticity, EachElementHasItsOwnModuli) {
  const Mesh mesh = crooked_box(3);
  Material material{.law = LawKind::corotational};
  material.lame.assign(mesh.num_elements(), kLame);
  const Vector u = random_displacement(mesh, 0.2, 11);
  const double before = make_elasticity(mesh, material, Workers(1))->energy(u, u);

  // stiffen one element: Φ rises by that element's own share
  const Index e = 17;
  const Matrix gradients = shape_gradients(mesh, e);
  Mat<3> F = Mat<3>::Identity();
  for (int a = 0; a < 4; ++a) F += u.segment<3>(3 * mesh.elements(e, a)) * gradients.row(a);
  material.lame[e] = {3 * kLame.mu, 3 * kLame.lambda};
  const double after = make_elasticity(mesh, material, Workers(1))->energy(u, u);
  const double share = 2 * element_volumes(mesh)[e] * relaxed_laws<3>()[1].psi(F, F);
  EXPECT_GT(share, 1e-5);
  EXPECT_NEAR(after - before, share, 1e-12 * after);
}

TEST(Elasticity, AHeldPoseIsFreeOfForceToTheLastBit) {
  for (LawKind law : {LawKind::arap, LawKind::corotational}) {
    for (int dim : {2, 3}) {
      const Mesh mesh = crooked_box(dim);
      const auto held = make_elasticity(mesh, uneven(mesh, law, Pose::hold), Workers(1));
      const auto relaxed = make_elasticity(mesh, uneven(mesh, law), Workers(1));
      const Vector u_r = random_displacement(mesh, 0.6, 12);  // inverted elements among them
      Vector g;
      EXPECT_EQ(held->energy_and_gradient(u_r, u_r, g), 0);
      EXPECT_EQ(g.norm(), 0);
      EXPECT_GT(relaxed->energy_and_gradient(u_r, u_r, g), 0.1);
      EXPECT_GT(g.norm(), 0.1);
    }
  }
}

TEST(Elasticity, RelaxedPosesDoNotReadTheRig) {
  const Mesh mesh = crooked_box(2);
  const auto elasticity = make_elasticity(mesh, uneven(mesh, LawKind::arap), Workers(1));
  const Vector u = random_displacement(mesh, 0.2, 13);
  EXPECT_EQ(elasticity->energy(u, Vector()), elasticity->energy(u, 3 * u));
}

TEST(Elasticity, NeoHookeanNamesTheFirstInvertedElement) {
  for (int dim : {2, 3}) {
    const Mesh mesh = crooked_box(dim);
    const auto elasticity = make_elasticity(mesh, uneven(mesh, LawKind::neohookean), Workers(1));
    Vector u = Vector::Zero(mesh.num_dofs());
    EXPECT_EQ(elasticity->first_undefined_element(u, u), std::nullopt);

    // throw the vertex in the middle far out
    const Index middle = dim == 2 ? 4 : 13;
    u.segment(dim * middle, dim).setConstant(5);
    Vector g;
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(elasticity->energy(u, u), infinity);
    EXPECT_EQ(elasticity->energy_and_gradient(u, u, g), infinity);
    const SparseMatrix K = elasticity->hessian(u, u, Curvature::projected);
    Mesh moved = mesh;
    moved.vertices += rows_of(u, dim);
    const Vector volumes = element_volumes(moved);
    Index first = 0;
    while (volumes[first] > 0) ++first;
    EXPECT_EQ(elasticity->first_undefined_element(u, u), first);
  }
}

TEST(Elasticity, NotANumberIsInfinite) {
  const Mesh mesh = crooked_box(3);
  for (LawKind law : all_laws()) {
    const auto elasticity = make_elasticity(mesh, uneven(mesh, law), Workers(1));
    Vector u = Vector::Zero(mesh.num_dofs()), g;
    u[7] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(elasticity->energy_and_gradient(u, u, g), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(elasticity->first_undefined_element(u, u).has_value());
  }
}

TEST(Elasticity, HoldNamesTheLawsThatCan) {
  const Mesh mesh = crooked_box(2);
  for (LawKind law :
       {LawKind::linear, LawKind::stvk, LawKind::neohookean, LawKind::stable_neohookean}) {
    try {
      make_elasticity(mesh, uneven(mesh, law, Pose::hold), Workers(1));
      ADD_FAILURE() << law_name(law) << " was accepted";
    } catch (const InputError& error) {
      const std::string message = error.what();
      for (const std::string& word :
           {std::string("arap"), std::string("corotational"), law_name(law), std::string("hold")}) {
        EXPECT_NE(message.find(word), std::string::npos) << message;
      }
    }
  }
}

TEST(Elasticity, RefusesMaterialsOfTheWrongSize) {
  const Mesh mesh = crooked_box(2);
  Material material = uneven(mesh, LawKind::arap);
  material.lame.pop_back();
  EXPECT_THROW(make_elasticity(mesh, material, Workers(1)), BugError);
}

}  // namespace
}  // namespace descant
