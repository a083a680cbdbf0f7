// tests/suite/contract_test.cpp: physics keeps to the space the rig cannot reach, in every frame.

#include <Eigen/Dense>

#include "descant/simulation/stepper.hpp"
#include "suite/case.hpp"

namespace descant::testing {
namespace {

class ContractSuite : public ::testing::TestWithParam<SuiteCase> {};

ClipOptions lively_options(SolverKind solver) {
  return {.fps = 50, .num_frames = 8, .substeps = 1, .solver = solver};
}

TEST_P(ContractSuite, HoldsInEveryFrameWhilePhysicsMoves) {
  const Body body = make_test_body(GetParam().body);
  const Trajectory result =
      run(body, lively_drive(GetParam().body), lively_options(GetParam().solver));
  double largest = 0;
  for (const FrameReport& frame : result.frames) {
    EXPECT_LE(frame.contract, 1e-9) << "frame " << frame.frame;
    EXPECT_NE(frame.status, StepStatus::not_finite) << "frame " << frame.frame;
    largest = std::max(largest, frame.rms);
  }
  // a contract kept by standing still would prove nothing
  EXPECT_GT(largest, 1e-4 * body.space.diagonal);
}

TEST_P(ContractSuite, StrictContractPassesNoMomentumToTheRig) {
  BodyCase strict = GetParam().body;
  strict.leak = 0;
  const Body body = make_test_body(strict);
  // a load the rig has no name for, so that there is something to keep out
  Drive drive = lively_drive(strict);
  drive.force = [&](double, const Motion&) {
    Vector f(body.mesh.num_dofs());
    for (Index i = 0; i < body.mesh.num_vertices(); ++i)
      for (int a = 0; a < strict.dim; ++a)
        f[strict.dim * i + a] =
            body.space.mass[i] * 40 * std::sin(5 * body.mesh.vertices(i, strict.dim - 1) + a);
    return f;
  };
  const Trajectory result = run(body, drive, lively_options(GetParam().solver));

  for (const FrameReport& frame : result.frames) {
    EXPECT_LE(frame.momentum, 1e-9);
    // the rig's own best fit to the result is where the artist put it: JᵀM u_c = 0
    const Vector p = drive.params(frame.time);
    const Matrix J = body.rig->jacobian(p).dense();
    const Vector u_c = result.u_c.col(frame.frame);
    const Vector root = body.dof_mass.cwiseSqrt();
    const Matrix scaled = root.asDiagonal() * J;
    const Vector fit = J * scaled.colPivHouseholderQr().solve(root.cwiseProduct(u_c));
    EXPECT_LE(fit.norm(), 1e-9 * body.space.diagonal * std::sqrt(body.mesh.num_vertices()));
  }
  EXPECT_GT(result.frames.back().rms, 1e-4 * body.space.diagonal);
}

TEST_P(ContractSuite, EnergyNeverRisesBetweenIterates) {
  const Body body = make_test_body(GetParam().body);
  const Drive drive = lively_drive(GetParam().body);
  std::vector<double> energies;
  StepOptions options{.h = 0.02, .solver = GetParam().solver};
  options.solve.on_iterate = [&](double E) { energies.push_back(E); };
  Stepper stepper(body, options);
  Motion motion = stepper.start(drive.params(0));
  for (int step = 1; step <= 6; ++step) {
    energies.clear();
    const StepReport report =
        stepper.step(drive.params(0.02 * (step - 1)), drive.params(0.02 * step), {}, motion);
    ASSERT_TRUE(report.usable());
    energies.push_back(report.energy);
    for (size_t i = 1; i < energies.size(); ++i)
      EXPECT_LE(energies[i], energies[i - 1] * (1 + 1e-13) + 1e-13) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ContractSuite, ::testing::ValuesIn(all_cases()), print_case);

TEST(RedundantRig, DuplicatedAndUnusedBonesChangeNothing) {
  // four bones: the second split in two equal halves, the last without any weight
  const BodyCase test{.law = LawKind::corotational, .dim = 3};
  const Mesh mesh = bar_mesh(3);
  const Matrix two = bar_weights(mesh.vertices);
  Matrix four(two.rows(), 4);
  four << two.col(0), 0.5 * two.col(1), 0.5 * two.col(1), Vector::Zero(two.rows());
  BodyOptions options = body_options(test, mesh);
  const Body redundant =
      make_body(mesh, make_skinning_rig(mesh.vertices, four), options, Workers(1));
  const Drive drive = lively_drive(test);
  const Drive doubled{.params =
                          [&](double time) {
                            const Vector p = drive.params(time);
                            Vector q(48);
                            q << p, p.tail<12>(), p.head<12>();
                            return q;
                          },
                      .force = {}};

  const Body plain = make_test_body(test);
  EXPECT_EQ(plain.rest_contract->rank(), 24);
  EXPECT_EQ(redundant.rest_contract->rank(), 24);
  const Trajectory expected = run(plain, drive, lively_options(SolverKind::exact));
  const Trajectory actual = run(redundant, doubled, lively_options(SolverKind::exact));
  EXPECT_LE((actual.u_c - expected.u_c).norm(), 1e-6 * expected.u_c.norm());
  for (const FrameReport& frame : actual.frames) EXPECT_LE(frame.contract, 1e-9);
}

TEST(MorphOnlyRig, DoesNotFloatAwayUnderItsOwnWeight) {
  // one handle that never moves, and blendshapes that do; gravity pulls all the while
  const BodyCase test{.rig = TestRig::morph_skin, .law = LawKind::corotational, .pose = Pose::hold};
  const Mesh mesh = bar_mesh(3);
  const Matrix still = Matrix::Identity(3, 4);
  BodyOptions options = body_options(test, mesh);
  const Body body =
      make_body(mesh,
                make_morph_skin_rig(mesh.vertices, Matrix::Ones(mesh.num_vertices(), 1),
                                    bar_morphs(mesh.vertices)),
                options, Workers(1));
  EXPECT_TRUE(body.loose_components.empty());
  Vector weight = Vector::Zero(mesh.num_dofs());
  for (Index i = 0; i < mesh.num_vertices(); ++i) weight[3 * i] = -9.81 * body.space.mass[i];
  const Drive drive{
      .params =
          [&](double t) {
            return morph_skin_params({still}, Vector{{0.8 * std::sin(20 * t), 1.5 * t}});
          },
      .force = [&](double, const Motion&) { return weight; }};

  const Trajectory result = run(body, drive, lively_options(SolverKind::fast));
  EXPECT_GT(result.frames.back().rms, 1e-4 * body.space.diagonal);
  for (Index f = 0; f < result.u_c.cols(); ++f) {
    // what D lets the rig see of the body's mean displacement
    const Vector seen = body.space.mass.cwiseProduct(body.space.leak);
    const Vector drift = rows_of(result.u_c.col(f), 3).transpose() * seen / seen.sum();
    EXPECT_LE(drift.norm(), 1e-9 * body.space.diagonal) << "frame " << f;
  }
}

}  // namespace
}  // namespace descant::testing
