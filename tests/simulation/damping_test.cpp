// tests/simulation/damping_test.cpp: friction acts on the flesh, at the ratio asked for.

#include "descant/simulation/damping.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numbers>

#include "descant/linalg/signed_svd.hpp"
#include "descant/mesh/measures.hpp"
#include "support/bodies.hpp"

namespace descant::testing {
namespace {

TEST(Damping, VertexRotationsFollowARigidRig) {
  for (int dim : {2, 3}) {
    const Mesh mesh = bar_mesh(dim);
    const Matrix T = swing(dim, 0.8, 2);
    const Vector u_r = make_affine_rig(mesh.vertices)->displacement(affine_params({T}));
    const Matrix now = vertex_rotations(mesh, u_r);
    const Matrix rest = vertex_rotations(mesh, Vector::Zero(u_r.size()));
    for (Index i = 0; i < mesh.num_vertices(); ++i)
      EXPECT_LE((now.middleCols(dim * i, dim) - T.leftCols(dim)).norm(), 1e-12);

    // an offset that turns with the body
    const Vector offset = Vector::LinSpaced(u_r.size(), -1, 2);
    const Positions expected = rows_of(offset, dim) * T.leftCols(dim).transpose();
    EXPECT_LE((turned(now, rest, offset) - flat(expected)).norm(), 1e-12);
  }
}

TEST(Damping, FlattenedAndMirroredPosesStillTurn) {
  const Mesh mesh = bar_mesh(3);
  Matrix T = Matrix::Identity(3, 4);
  T(0, 0) = 0;
  T(1, 1) = -1;
  const Vector u_r = make_affine_rig(mesh.vertices)->displacement(affine_params({T}));
  const Matrix R = vertex_rotations(mesh, u_r);
  for (Index i = 0; i < mesh.num_vertices(); ++i) {
    const Mat<3> block = R.middleCols(3 * i, 3);
    EXPECT_LE((block * block.transpose() - Mat<3>::Identity()).norm(), 1e-12);
    EXPECT_NEAR(block.determinant(), 1, 1e-12);
  }
}

TEST(Damping, VertexRotationsAreOfTheMeanDeformationAround) {
  for (int dim : {2, 3}) {
    const Mesh mesh = bar_mesh(dim);
    const Vector volumes = element_volumes(mesh);
    const VertexRotations rotations(mesh, Workers(3));
    for (unsigned seed : {1u, 2u, 3u}) {
      std::srand(seed);
      const Vector u_r = 0.3 * seed * Vector::Random(mesh.num_dofs());
      Matrix R;
      rotations.at(u_r, R);
      EXPECT_EQ(R, vertex_rotations(mesh, u_r));
      for (Index i = 0; i < mesh.num_vertices(); ++i) {
        Matrix sum = Matrix::Zero(dim, dim);
        double around = 0;
        for (Index e = 0; e < mesh.num_elements(); ++e) {
          if (!(mesh.elements.row(e).array() == i).any()) continue;
          const Matrix gradients = shape_gradients(mesh, e);
          for (int a = 0; a <= dim; ++a)
            sum += volumes[e] * u_r.segment(dim * mesh.elements(e, a), dim) * gradients.row(a);
          around += volumes[e];
        }
        const Matrix F = Matrix::Identity(dim, dim) + sum / around;
        const Matrix expected =
            dim == 2 ? Matrix(signed_svd<2>(F).rotation()) : Matrix(signed_svd<3>(F).rotation());
        EXPECT_LE((R.middleCols(dim * i, dim) - expected).norm(), 1e-12);
      }
    }
  }
}

/// The logarithmic decrement of a body that rings after a push, over 2π: its damping ratio.
double measured_ratio(double asked) {
  BodyCase test{.rig = TestRig::affine, .law = LawKind::corotational, .dim = 2, .leak = 0};
  Mesh mesh = box_mesh(Vector{{-1, -1}}, Vector{{1, 1}}, {8, 8});
  BodyOptions options = body_options(test, mesh);
  options.frequency = 3;
  options.damping_ratio = asked;
  const Body body = make_body(mesh, make_affine_rig(mesh.vertices), options, Workers(1));
  Vector push = Vector::Zero(mesh.num_dofs());
  for (Index i = 0; i < mesh.num_vertices(); ++i)
    push[2 * i] = body.space.mass[i] * std::cos(std::numbers::pi * mesh.vertices(i, 1));
  const Vector p = rest_params(TestRig::affine, 2);
  const Drive drive{
      .params = [&](double) { return p; },
      .force = [&](double time, const Motion&) { return time < 0.3 ? push : Vector(0 * push); }};
  const Trajectory ring = run(
      body, drive, {.fps = 400, .num_frames = 800, .substeps = 1, .integrator = Integrator::bdf2});
  // strength of the ringing along the push, peak after peak
  const Vector signal = ring.u_c.transpose() * push;
  std::vector<double> peaks;
  for (Index f = 130; f + 1 < signal.size(); ++f)
    if (signal[f] > 0 && signal[f] > signal[f - 1] && signal[f] >= signal[f + 1])
      peaks.push_back(signal[f]);
  EXPECT_GE(peaks.size(), 3u);
  return std::log(peaks[0] / peaks[2]) / 2 / (2 * std::numbers::pi);
}

TEST(Damping, RatioIsTheOneAskedForAtTheBodysFrequency) {
  // the ratio is set for the body as a whole; this one mode (2.5 Hz, mostly shear) meets the metric
  // a little stiffer than the average, so within a third
  EXPECT_NEAR(measured_ratio(0), 0, 0.005);
  EXPECT_NEAR(measured_ratio(0.05), 0.05, 0.017);
  EXPECT_NEAR(measured_ratio(0.1), 0.1, 0.035);
}

TEST(Damping, ASpinIsNotAVelocityOfTheFlesh) {
  // a strictly held body, spun fast with heavy damping: nothing to damp, nothing moves
  BodyCase test{.rig = TestRig::affine, .law = LawKind::arap, .dim = 3, .leak = 0, .damping = 1};
  const Body body = make_test_body(test);
  const Drive drive{.params = [](double t) { return affine_params({swing(3, 20 * t, 0)}); },
                    .force = {}};
  const Trajectory spin = run(body, drive, {.fps = 100, .num_frames = 10, .substeps = 1});
  EXPECT_LE(spin.u_c.norm(), 1e-9);
}

}  // namespace
}  // namespace descant::testing
