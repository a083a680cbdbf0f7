// tests/solve/fast_test.cpp: the fast solver's fallback, its memory, and its economy.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>

#include "descant/elasticity/law_names.hpp"
#include "descant/simulation/stepper.hpp"
#include "support/bodies.hpp"

namespace {

std::atomic<long> num_allocations{0};

}  // namespace

// every allocation of this program is counted: operator new and Eigen both end in these functions,
// or in the address sanitizer's
#ifdef __SANITIZE_ADDRESS__
// GCC comes without the header of this one
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void*,
                                                                             std::size_t),
                                                         void (*free_hook)(const volatile void*));

[[maybe_unused]] static const int num_hooks = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++num_allocations; }, [](const volatile void*) {});
#else
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++num_allocations;
  return __libc_malloc(size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  ++num_allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++num_allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace descant::testing {
namespace {

StepOptions options_for(SolverKind solver) {
  StepOptions options{.h = 0.02, .solver = solver};
  options.solve.tolerance = 1e-8;
  return options;
}

/// Steps a body along its drive; the reports of all steps.
std::vector<StepReport> run_steps(const Body& body, const Drive& drive, Stepper& stepper,
                                  int num_steps, Motion& motion) {
  std::vector<StepReport> reports;
  for (int k = 1; k <= num_steps; ++k)
    reports.push_back(
        stepper.step(drive.params((k - 1) * 0.02), drive.params(k * 0.02), {}, motion));
  EXPECT_GT(motion.u_c.norm(), 1e-3 * body.space.diagonal);
  return reports;
}

TEST(FastSolver, HandsOverWhereTheBodyIsNearlyIncompressible) {
  BodyCase test{.law = LawKind::stable_neohookean, .dim = 3};
  test.poisson = 0.4999;
  const Body body = make_test_body(test);
  const Drive drive = lively_drive(test);
  Stepper fast(body, options_for(SolverKind::fast)), exact(body, options_for(SolverKind::exact));
  Motion motion = fast.start(drive.params(0)), yardstick = motion;
  const std::vector<StepReport> reports = run_steps(body, drive, fast, 5, motion);
  run_steps(body, drive, exact, 5, yardstick);
  int num_fallbacks = 0;
  for (const StepReport& report : reports) {
    EXPECT_EQ(report.status, StepStatus::converged);
    num_fallbacks += report.fell_back ? 1 : 0;
  }
  EXPECT_GT(num_fallbacks, 0);
  EXPECT_LE((motion.u_c - yardstick.u_c).norm(), 1e-3 * yardstick.u_c.norm());
}

TEST(FastSolver, ConvergesByItselfOnSoftBodies) {
  const BodyCase test{.law = LawKind::arap, .dim = 3};
  const Body body = make_test_body(test);
  const Drive drive = lively_drive(test);
  Stepper fast(body, options_for(SolverKind::fast));
  Motion motion = fast.start(drive.params(0));
  for (const StepReport& report : run_steps(body, drive, fast, 5, motion)) {
    EXPECT_EQ(report.status, StepStatus::converged);
    EXPECT_FALSE(report.fell_back);
  }
}

TEST(FastSolver, LeavesNoMoreThanItsTolerance) {
  for (const LawKind law : {LawKind::arap, LawKind::stable_neohookean, LawKind::stvk}) {
    SCOPED_TRACE(law_name(law));
    const BodyCase test{.law = law, .dim = 3};
    const Body body = make_test_body(test);
    const Drive drive = lively_drive(test);
    const double mass = body.dof_mass.sum() / 3;
    Stepper exact(body, options_for(SolverKind::exact));
    Motion motion = exact.start(drive.params(0));
    for (int k = 1; k <= 6; ++k) {
      const Motion before = motion;
      exact.step(drive.params((k - 1) * 0.02), drive.params(k * 0.02), {}, motion);
      for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
        StepOptions options = options_for(SolverKind::fast);
        options.solve.tolerance = tolerance;
        Motion solved = before;
        Stepper(body, options)
            .step(drive.params((k - 1) * 0.02), drive.params(k * 0.02), {}, solved);
        const Vector left = solved.u_c - motion.u_c;
        const double rms = std::sqrt(left.dot(body.dof_mass.cwiseProduct(left)) / mass);
        EXPECT_LE(rms, tolerance * body.space.diagonal) << k;
      }
    }
  }
}

TEST(FastSolver, EveryMetricLeadsToTheSameMinimum) {
  for (const LawKind law : {LawKind::arap, LawKind::stable_neohookean}) {
    const BodyCase test{.law = law, .dim = 3};
    const Body body = make_test_body(test);
    const Drive drive = lively_drive(test);
    Stepper exact(body, options_for(SolverKind::exact));
    Motion yardstick = exact.start(drive.params(0));
    run_steps(body, drive, exact, 5, yardstick);
    for (const MetricKind metric : {MetricKind::full, MetricKind::single, MetricKind::two_level}) {
      StepOptions options = options_for(SolverKind::fast);
      options.metric = metric;
      Stepper fast(body, options);
      Motion motion = fast.start(drive.params(0));
      for (const StepReport& report : run_steps(body, drive, fast, 5, motion)) {
        EXPECT_EQ(report.status, StepStatus::converged);
        EXPECT_FALSE(report.fell_back);
        EXPECT_LE(report.contract, 1e-12);
      }
      EXPECT_LE((motion.u_c - yardstick.u_c).norm(), 1e-5 * yardstick.u_c.norm());
    }
  }
}

TEST(FastSolver, StepsWithoutAllocating) {
  const auto allocations_of = [](const Body& body, const Drive& drive, StepOptions options) {
    options.solve.tolerance = 1e-14;
    options.solve.max_iterations = 7;
    const Vector p_prev = drive.params(0.06), p = drive.params(0.08);
    const Vector f = Vector::Constant(body.mesh.num_dofs(), 0.1);
    Stepper stepper(body, options);
    Motion motion = stepper.start(drive.params(0));
    run_steps(body, drive, stepper, 3, motion);  // memory settles
    const long before = num_allocations;
    const StepReport report = stepper.step(p_prev, p, f, motion);
    const long count = num_allocations - before;
    EXPECT_EQ(report.iterations, 7);  // more than pairs are kept
    return count;
  };
  for (const int dim : {2, 3})
    for (const double damping : {0.0, 0.3}) {
      const BodyCase test{.law = LawKind::stable_neohookean, .dim = dim};
      Body body = make_test_body(test);
      body.alpha = damping;
      const Drive drive = lively_drive(test);
      for (const Integrator integrator : {Integrator::euler, Integrator::bdf2}) {
        StepOptions options = options_for(SolverKind::fast);
        options.integrator = integrator;
        EXPECT_EQ(allocations_of(body, drive, options), 0);
        options.metric = MetricKind::two_level;
        EXPECT_EQ(allocations_of(body, drive, options), 0);
      }
    }
}

}  // namespace
}  // namespace descant::testing
