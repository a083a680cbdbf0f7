// tests/elasticity/kernels_test.cpp: the SIMD kernels are the scalar laws, on every instruction
// set.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "descant/elasticity/elasticity.hpp"
#include "descant/elasticity/law_names.hpp"
#include "descant/elasticity/simplex.hpp"
#include "descant/linalg/signed_svd.hpp"
#include "descant/linalg/simd.hpp"
#include "descant/mesh/box.hpp"
#include "elasticity/law_cases.hpp"

namespace descant {
namespace {

/// A box of cells^d cells whose inner vertices are out of line.
Mesh rough_box(int dim, int cells) {
  const Vector size = Vec<3>(1.0, 1.3, 0.8).head(dim);
  Mesh mesh = box_mesh(Vector::Zero(dim), size, std::vector<int>(dim, cells));
  std::mt19937 generator(31);
  std::uniform_real_distribution<double> shift(-0.12 / cells, 0.12 / cells);
  for (double& x : mesh.vertices.reshaped()) x += shift(generator);
  return mesh;
}

Lame lame_of(Index e) {
  return {.mu = 1.3 + 0.1 * static_cast<double>(e % 7),
          .lambda = 2.1 + 0.2 * static_cast<double>(e % 3)};
}

Vector noise(const Mesh& mesh, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-size, size);
  Vector u(mesh.num_dofs());
  for (double& x : u) x = uniform(generator);
  return u;
}

struct KernelCase {
  int dim;
  LawKind law;
  Pose pose;
  VolumeTerm volume = VolumeTerm::log;
};

std::string name_of(const testing::TestParamInfo<KernelCase>& info) {
  std::string name = law_name(info.param.law);
  std::erase(name, '-');
  if (info.param.volume == VolumeTerm::quadratic) name += "Quadratic";
  return name + (info.param.pose == Pose::hold ? "Held" : "") + std::to_string(info.param.dim) +
         "D";
}

std::vector<KernelCase> all_kernels() {
  std::vector<KernelCase> cases;
  for (int dim : {2, 3}) {
    for (LawKind law : all_laws()) cases.push_back({dim, law, Pose::relax});
    cases.push_back({dim, LawKind::neohookean, Pose::relax, VolumeTerm::quadratic});
    cases.push_back({dim, LawKind::arap, Pose::hold});
    cases.push_back({dim, LawKind::corotational, Pose::hold});
  }
  return cases;
}

/// Φ and g, and how well conditioned they are.
struct Expected {
  double phi = 0;
  Vector g;
  double size = 0;          ///< of the terms that forces are the difference of
  double definiteness = 1;  ///< the least (s_{d−1} + s_d)/s₁ of F F_rᵀ
};

class EveryKernel : public testing::TestWithParam<KernelCase> {
 protected:
  std::unique_ptr<Elasticity> make(const Mesh& mesh, int num_threads = 1) const {
    Material material{
        .law = GetParam().law, .volume = GetParam().volume, .pose = GetParam().pose, .lame = {}};
    for (Index e = 0; e < mesh.num_elements(); ++e) material.lame.push_back(lame_of(e));
    return make_elasticity(mesh, material, Workers(num_threads));
  }

  template <int d>
  LawCase<d> law_at(Index e) const {
    const bool holds = GetParam().pose == Pose::hold;
    for (const LawCase<d>& law : holds ? held_laws<d>(lame_of(e)) : relaxed_laws<d>(lame_of(e))) {
      const bool is_quadratic = law.name.find("quadratic") != std::string::npos;
      if (law.kind == GetParam().law &&
          is_quadratic == (GetParam().volume == VolumeTerm::quadratic))
        return law;
    }
    throw std::logic_error("no such law");
  }

  /// From the scalar laws, element after element.
  template <int d>
  Expected scalar(const Mesh& mesh, const Vector& u, const Vector& u_r) const {
    Expected expected{.g = Vector::Zero(u.size())};
    const std::vector<Simplex<d>> elements = simplices<d>(mesh);
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      const LawCase<d> law = law_at<d>(e);
      const Mat<d> F = elements[e].deformation_gradient(u.data());
      const Mat<d> F_r =
          law.holds ? elements[e].deformation_gradient(u_r.data()) : Mat<d>::Identity();
      const Mat<d> P = elements[e].volume * law.gradient(F, F_r);
      const auto forces = (P * elements[e].shape_gradients()).eval();
      for (int a = 0; a <= d; ++a)
        expected.g.template segment<d>(d * elements[e].vertices[a]) += forces.col(a);
      expected.phi += elements[e].volume * law.psi(F, F_r);
      // the stress, and what rounding F alone can make of it
      const double stress = P.norm() + elements[e].volume * lame_of(e).mu * F.norm();
      expected.size += stress * elements[e].shape_gradients().norm();
      const Vec<d> s = signed_svd<d>(Mat<d>(F * F_r.transpose())).s;
      if (law.has_creases)
        expected.definiteness = std::min(expected.definiteness, (s[d - 2] + s[d - 1]) / s[0]);
    }
    return expected;
  }

  Expected scalar(const Mesh& mesh, const Vector& u, const Vector& u_r) const {
    return GetParam().dim == 2 ? scalar<2>(mesh, u, u_r) : scalar<3>(mesh, u, u_r);
  }

  /// Kernels and laws agree at u, on every instruction set.
  void expect_agreement(const Mesh& mesh, const Vector& u, const Vector& u_r) const {
    const Expected expected = scalar(mesh, u, u_r);
    const auto elasticity = make(mesh);
    for (const std::string& target : simd_names()) {
      SCOPED_TRACE(target);
      const SimdForTest simd(target);
      Vector g;
      const double phi = elasticity->energy_and_gradient(u, u_r, g);
      EXPECT_EQ(phi, elasticity->energy(u, u_r));
      EXPECT_NEAR(phi, expected.phi, 1e-12 * expected.phi);
      // rounding in R grows as R loses its definition
      EXPECT_LE((g - expected.g).norm(), (1e-14 + 1e-15 / expected.definiteness) * expected.size);
      EXPECT_GT(g.norm(), 1e-4 * expected.size / mesh.num_elements());
    }
  }

  bool needs_volume() const { return GetParam().law == LawKind::neohookean; }
};

INSTANTIATE_TEST_SUITE_P(Laws, EveryKernel, testing::ValuesIn(all_kernels()), name_of);

/// Those whose Ψ stays finite towards the flat.
class EveryFlatKernel : public EveryKernel {};

std::vector<KernelCase> kernels_that_take_flat_elements() {
  std::vector<KernelCase> cases = all_kernels();
  std::erase_if(cases, [](const KernelCase& c) { return c.law == LawKind::neohookean; });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryFlatKernel,
                         testing::ValuesIn(kernels_that_take_flat_elements()), name_of);

TEST_P(EveryKernel, IsItsLawFromMildToInverted) {
  const Mesh mesh = rough_box(GetParam().dim, 3);
  const Vector u_r = noise(mesh, 0.2, 41);
  for (double size : {0.001, 0.02, 0.15, 1.0}) {
    if (needs_volume() && size > 0.02) break;
    SCOPED_TRACE(size);
    expect_agreement(mesh, noise(mesh, size, 42), u_r);
  }
}

TEST_P(EveryKernel, IsItsLawUnderLargeStretchesAndTurns) {
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const int dim = GetParam().dim;
  Sampler<2> plane(43);
  Sampler<3> space(43);
  int num_tried = 0;
  for (const Deformation& f : deformations()) {
    if (!is_defined(needs_volume(), f)) continue;
    // well away from where roughness would turn elements inside out
    if (needs_volume() && f.c < 0.3) continue;
    SCOPED_TRACE(f.name);
    const Matrix A = dim == 2 ? Matrix(plane.with_singular_values(f.a, f.b, f.c))
                              : Matrix(space.with_singular_values(f.a, f.b, f.c));
    const Positions moved = mesh.vertices * A.transpose() - mesh.vertices;
    expect_agreement(mesh, flat(moved) + noise(mesh, 0.01, 44), noise(mesh, 0.2, 45));
    ++num_tried;
  }
  EXPECT_GE(num_tried, 4) << "too few of the deformations suit this law";
}

TEST_P(EveryKernel, TakesAnyNumberOfElements) {
  const Mesh whole = rough_box(GetParam().dim, 3);
  const Vector u = noise(whole, 0.02, 46), u_r = noise(whole, 0.1, 47);
  for (Index count : {1, 2, 5, 7, 8, 9, 15, 17}) {
    SCOPED_TRACE(count);
    Mesh mesh = whole;
    mesh.elements = Elements(whole.elements.bottomRows(count));
    expect_agreement(mesh, u, u_r);
  }
}

TEST_P(EveryKernel, ElementsInsideOutAreInfiniteWhereTheLawNeedsVolume) {
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const auto elasticity = make(mesh);
  Positions mirrored = Positions::Zero(mesh.num_vertices(), mesh.dim());
  mirrored.col(0) = -2 * mesh.vertices.col(0);
  const Vector u = flat(mirrored), u_r = noise(mesh, 0.1, 49);
  for (const std::string& target : simd_names()) {
    const SimdForTest simd(target);
    Vector g;
    EXPECT_EQ(std::isfinite(elasticity->energy(u, u_r)), !needs_volume()) << target;
    EXPECT_EQ(std::isfinite(elasticity->energy_and_gradient(u, u_r, g)), !needs_volume()) << target;
  }
}

TEST_P(EveryFlatKernel, FlatElementsAreNoTrouble) {
  // to a plane, to a line, to a point: the rotation may be any, the energy is what it is
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const auto elasticity = make(mesh);
  for (int num_lost = 1; num_lost <= GetParam().dim; ++num_lost) {
    Positions u = Positions::Zero(mesh.num_vertices(), mesh.dim());
    u.leftCols(num_lost) = -mesh.vertices.leftCols(num_lost);
    const Vector flattened = flat(u), u_r = noise(mesh, 0.1, 48);
    const Expected expected = scalar(mesh, flattened, u_r);
    for (const std::string& target : simd_names()) {
      const SimdForTest simd(target);
      Vector g;
      EXPECT_NEAR(elasticity->energy_and_gradient(flattened, u_r, g), expected.phi,
                  1e-12 * expected.phi);
      EXPECT_TRUE(g.allFinite());
      EXPECT_LE(g.norm(), 10 * expected.size);
    }
  }
}

TEST_P(EveryKernel, ThreadsDoNotChangeAByte) {
  // several chunks of elements and of vertices, the last of them not full
  Mesh mesh = rough_box(GetParam().dim, GetParam().dim == 2 ? 61 : 11);
  mesh.elements = Elements(mesh.elements.topRows(mesh.num_elements() - 3));
  ASSERT_GT(mesh.num_elements(), 7000);
  const Vector u = noise(mesh, 0.003, 49), u_r = noise(mesh, 0.01, 50);
  for (const std::string& target : simd_names()) {
    SCOPED_TRACE(target);
    const SimdForTest simd(target);
    Vector g_1;
    const double phi_1 = make(mesh, 1)->energy_and_gradient(u, u_r, g_1);
    EXPECT_TRUE(std::isfinite(phi_1));
    for (int num_threads : {2, 5}) {
      Vector g;
      EXPECT_EQ(make(mesh, num_threads)->energy_and_gradient(u, u_r, g), phi_1);
      ASSERT_EQ(g.size(), g_1.size());
      EXPECT_EQ(std::memcmp(g.data(), g_1.data(), g.size() * sizeof(double)), 0);
    }
  }
}

TEST_P(EveryKernel, RestAndHeldPosesAreFreeOfForceToTheLastBit) {
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const auto elasticity = make(mesh);
  const bool holds = GetParam().pose == Pose::hold;
  const Vector u = holds ? noise(mesh, 0.6, 51) : Vector(Vector::Zero(mesh.num_dofs()));
  const bool is_exact = GetParam().law != LawKind::stable_neohookean;  // there two forces cancel
  for (const std::string& target : simd_names()) {
    SCOPED_TRACE(target);
    const SimdForTest simd(target);
    Vector g;
    EXPECT_EQ(elasticity->energy_and_gradient(u, u, g), 0);
    EXPECT_LE(g.norm(), is_exact ? 0 : 1e-14);
  }
}

TEST_P(EveryKernel, UndefinedElementsAreInfiniteWhereverTheyStand) {
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const int d = GetParam().dim;
  const auto elasticity = make(mesh);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::string& target : simd_names()) {
    SCOPED_TRACE(target);
    const SimdForTest simd(target);
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      Vector u = noise(mesh, 0.01, 52), g;
      const Vector u_r = noise(mesh, 0.1, 53);
      const int v = mesh.elements(e, 0);
      u[d * v] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_EQ(elasticity->energy_and_gradient(u, u_r, g), infinity);
      if (!needs_volume()) continue;

      // through the opposite side
      Vector across = Vector::Zero(d);
      for (int a = 1; a <= d; ++a)
        across +=
            2.0 / d * (mesh.vertices.row(mesh.elements(e, a)) - mesh.vertices.row(v)).transpose();
      u.segment(d * v, d) = across;
      EXPECT_EQ(elasticity->energy_and_gradient(u, u_r, g), infinity);
      EXPECT_TRUE(g.allFinite());
    }
  }
}

TEST_P(EveryKernel, ReusesItsMemory) {
  const Mesh mesh = rough_box(GetParam().dim, 2);
  const auto elasticity = make(mesh);
  const Vector u = noise(mesh, 0.02, 53);
  EnergyScratch scratch;
  Vector g, again;
  const double phi = elasticity->energy_and_gradient(u, u, g, scratch);
  const double *parts = scratch.parts.data(), *energies = scratch.energies.data();
  EXPECT_EQ(elasticity->energy_and_gradient(u, u, again, scratch), phi);
  EXPECT_EQ(g, again);
  EXPECT_EQ(scratch.parts.data(), parts);
  EXPECT_EQ(scratch.energies.data(), energies);

  // what another body left in it does not matter
  const Mesh larger = rough_box(GetParam().dim, 5);
  Vector other;
  make(larger)->energy_and_gradient(noise(larger, 0.01, 54), noise(larger, 0.01, 54), other,
                                    scratch);
  EXPECT_EQ(elasticity->energy_and_gradient(u, u, again, scratch), phi);
  EXPECT_EQ(g, again);
}

}  // namespace
}  // namespace descant
