// tests/suite/solvers_test.cpp: every solver finds the same minimum, step by step.

#include <Eigen/Dense>

#include "descant/simulation/stepper.hpp"
#include "suite/case.hpp"

namespace descant::testing {
namespace {

class SolverSuite : public ::testing::TestWithParam<SuiteCase> {};

/// Positive definite on the complement: the minimum is isolated, and solvers must agree on it.
bool has_isolated_minimum(const Body& body, const Vector& p, const Vector& u_c, double h) {
  const Vector u_r = body.rig->displacement(p);
  SparseMatrix Q = elasticity_of(body).hessian(u_r + u_c, u_r, Curvature::exact);
  Q.diagonal() += body.dof_mass / (h * h);
  const Contract contract(body.rig->jacobian(p), body.space);
  const Matrix Z = Matrix(contract.full_basis());
  const Matrix full = Z.householderQr().householderQ();
  const Matrix complement = full.rightCols(Z.rows() - Z.cols());
  const Matrix reduced = complement.transpose() * Matrix(Q) * complement;
  return Eigen::LLT<Matrix>(reduced).info() == Eigen::Success;
}

TEST_P(SolverSuite, AgreesWithExactFromTheSameState) {
  const double h = 0.02;
  const Body body = make_test_body(GetParam().body);
  const Drive drive = lively_drive(GetParam().body);
  StepOptions tight{.h = h, .solver = SolverKind::exact};
  tight.solve.tolerance = 1e-10;
  tight.solve.max_iterations = 200;
  tight.solve.reference_stop = 1e-18;
  Stepper exact(body, tight);
  tight.solver = GetParam().solver;
  Stepper other(body, tight);

  int num_compared = 0;
  Motion motion = exact.start(drive.params(0));
  for (int step = 1; step <= 6; ++step) {
    const Vector before = drive.params(h * (step - 1)), now = drive.params(h * step);
    Motion by_other = motion;
    ASSERT_TRUE(exact.step(before, now, {}, motion).usable());
    ASSERT_TRUE(other.step(before, now, {}, by_other).usable());
    if (!has_isolated_minimum(body, now, motion.u_c, h)) continue;
    ++num_compared;
    EXPECT_LE((by_other.u_c - motion.u_c).norm(), 1e-4 * motion.u_c.norm()) << "step " << step;
  }
  EXPECT_GE(num_compared, 4) << "too few steps with an isolated minimum to compare";
}

std::vector<SuiteCase> other_solvers() {
  std::vector<SuiteCase> cases;
  for (const SuiteCase& c : all_cases())
    if (c.solver != SolverKind::exact) cases.push_back(c);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, SolverSuite, ::testing::ValuesIn(other_solvers()), print_case);

}  // namespace
}  // namespace descant::testing
