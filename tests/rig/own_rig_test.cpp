// tests/rig/own_rig_test.cpp: three ways to bring a rig of one's own. docs/rigs.md shows them.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "descant/core/error.hpp"
#include "descant/rig/autodiff_rig.hpp"
#include "descant/rig/check_jacobian.hpp"
#include "descant/rig/function_rig.hpp"
#include "support/points.hpp"
#include "support/twist_rig.hpp"

namespace descant {
namespace {

/// Swells about the origin: x ↦ eᵖ x.
class BalloonRig : public Rig {
 public:
  explicit BalloonRig(Positions rest) : rest_(std::move(rest)) {}

  int dim() const override { return static_cast<int>(rest_.cols()); }
  Index num_params() const override { return 1; }
  Index num_dofs() const override { return rest_.size(); }
  Vector rest_params() const override { return Vec<1>(0); }
  bool has_constant_jacobian() const override { return false; }

  Vector displacement(ConstVec p) const override { return std::expm1(p[0]) * flat(rest_); }

  RigJacobian jacobian(ConstVec p) const override {
    return RigJacobian::general(std::exp(p[0]) * flat(rest_), dim());
  }

 private:
  Positions rest_;
};

/// The same, with J by central differences.
std::shared_ptr<const Rig> make_balloon(const Positions& rest) {
  const auto displacement = [rest](ConstVec p) -> Vector { return std::expm1(p[0]) * flat(rest); };
  return std::make_shared<FunctionRig>(displacement,
                                       FunctionShape{.dim = static_cast<int>(rest.cols()),
                                                     .num_vertices = rest.rows(),
                                                     .num_params = 1,
                                                     .param_scales = {}});
}

/// The same, with J exact and nothing to derive by hand.
struct Balloon {
  Positions rest;

  template <class Scalar>
  VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const {
    using std::exp;  // of a double; a dual number brings its own
    const Scalar growth = exp(p[0]) - 1.;
    return growth * flat(rest).template cast<Scalar>();
  }
};

std::shared_ptr<const Rig> make_exact_balloon(const Positions& rest) {
  return std::make_shared<AutodiffRig<Balloon>>(
      Balloon{rest},
      AutodiffShape{
          .dim = static_cast<int>(rest.cols()), .num_vertices = rest.rows(), .num_params = 1});
}

/// A rig whose J is wrong by a factor.
class WrongRig : public BalloonRig {
 public:
  using BalloonRig::BalloonRig;
  RigJacobian jacobian(ConstVec p) const override {
    return RigJacobian::general(1.01 * BalloonRig::jacobian(p).dense(), 3);
  }
};

TEST(OwnRig, TheThreeWaysAgree) {
  const Positions rest = scattered_points(6, 3);
  const BalloonRig subclass(rest);
  const Vec<1> p(0.4);
  const Vector u_r = subclass.displacement(p);
  const Matrix J = subclass.jacobian(p).dense();
  EXPECT_LE((make_balloon(rest)->displacement(p) - u_r).norm(), 1e-15);
  EXPECT_LE((make_balloon(rest)->jacobian(p).dense() - J).norm(), 1e-11 * J.norm());
  EXPECT_LE((make_exact_balloon(rest)->displacement(p) - u_r).norm(), 2e-15);
  EXPECT_LE((make_exact_balloon(rest)->jacobian(p).dense() - J).norm(), 1e-15 * J.norm());
}

TEST(OwnRig, TheCheckerTellsRightFromWrong) {
  const Positions rest = scattered_points(6, 3);
  const Vec<1> p(0.4);
  EXPECT_LE(jacobian_error(BalloonRig(rest), p), 1e-9);
  EXPECT_NEAR(jacobian_error(WrongRig(rest), p), 0.01 / 1.01, 1e-9);
}

TEST(OwnRig, TheCheckerDoesNotTripOverParametersWithoutEffect) {
  const FunctionRig rig([](ConstVec p) -> Vector { return Vec<2>(std::sin(p[0]), 1 / 3.); },
                        {.dim = 2, .num_vertices = 1, .num_params = 2, .param_scales = {}});
  EXPECT_LE(jacobian_error(rig, Vec<2>(0.3, 0.1)), 1e-9);
}

TEST(OwnRig, TheCheckerCallsWhatIsNotFiniteInfinitelyWrong) {
  const FunctionRig rig([](ConstVec p) -> Vector { return Vec<2>(std::sqrt(p[0]), 0); },
                        {.dim = 2, .num_vertices = 1, .num_params = 1, .param_scales = {}});
  EXPECT_EQ(jacobian_error(rig, Vec<1>(0)), std::numeric_limits<double>::infinity());
}

TEST(FunctionRig, StepsByTheScaleOfEachParameter) {
  // a parameter in millionths beside one in millions
  const auto wave = [](ConstVec p) -> Vector {
    return Vec<2>(std::sin(p[0] * 1e6), std::sin(p[1] * 1e-6));
  };
  const FunctionRig rig(
      wave, {.dim = 2, .num_vertices = 1, .num_params = 2, .param_scales = Vec<2>(1e-6, 1e6)});
  const Matrix J = rig.jacobian(Vec<2>(2e-7, 3e5)).dense();
  EXPECT_NEAR(J(0, 0) / (1e6 * std::cos(0.2)), 1, 1e-11);
  EXPECT_NEAR(J(1, 1) / (1e-6 * std::cos(0.3)), 1, 1e-11);
}

TEST(FunctionRig, ABadFunctionOrShapeIsAnInputError) {
  const auto zero = [](ConstVec) -> Vector { return Vector::Zero(4); };
  const FunctionShape good{.dim = 2, .num_vertices = 2, .num_params = 1, .param_scales = {}};
  EXPECT_NO_THROW(FunctionRig(zero, good).displacement(Vec<1>(0)));
  EXPECT_THROW(FunctionRig({}, good), InputError);
  FunctionShape bad = good;
  bad.dim = 4;
  EXPECT_THROW(FunctionRig(zero, bad), InputError);
  bad = good;
  bad.num_vertices = 0;
  EXPECT_THROW(FunctionRig(zero, bad), InputError);
  for (const Vector& scales :
       {Vector(Vec<2>(1, 1)), Vector(Vec<1>(0)), Vector(Vec<1>(std::nan("")))}) {
    bad = good;
    bad.param_scales = scales;
    EXPECT_THROW(FunctionRig(zero, bad), InputError);
  }
  bad = good;
  bad.num_vertices = 3;
  EXPECT_THROW(FunctionRig(zero, bad).displacement(Vec<1>(0)), InputError);
  EXPECT_THROW(FunctionRig(zero, bad).jacobian(Vec<1>(0)), InputError);
  EXPECT_THROW(FunctionRig(zero, good).displacement(Vec<2>(0, 0)), BugError);
}

TEST(FunctionRig, MayHaveNoParameter) {
  const FunctionRig rig([](ConstVec) -> Vector { return Vector::Zero(4); },
                        {.dim = 2, .num_vertices = 2, .num_params = 0, .param_scales = {}});
  EXPECT_EQ(rig.jacobian(Vector()).num_params(), 0);
  EXPECT_EQ(rig.jacobian(Vector()).num_dofs(), 4);
}

/// u_r = A p, with more parameters than one pass of dual numbers takes.
struct Linear {
  Matrix A;
  template <class Scalar>
  VectorOf<Scalar> operator()(const VectorOf<Scalar>& p) const {
    return A * p;
  }
};

TEST(AutodiffRig, DifferentiatesAnyNumberOfParameters) {
  for (const Index m : {1, 7, 8, 9, 16, 21}) {
    const Matrix A = random_matrix(6, m, 5);
    const AutodiffRig<Linear> rig({A}, {.dim = 3, .num_vertices = 2, .num_params = m});
    EXPECT_EQ(rig.jacobian(random_matrix(m, 1, 6)).dense(), A);
  }
}

TEST(OwnRig, RestParametersAndInfluencesAreWhatItsShapeSays) {
  const Vector rest{{3, 4}};
  const Matrix influences = random_weights(2, 3);
  const auto still = [](ConstVec) -> Vector { return Vector::Zero(6); };
  const FunctionRig function(
      still, {.num_vertices = 2, .num_params = 2, .rest_params = rest, .influences = influences});
  EXPECT_EQ(function.rest_params(), rest);
  EXPECT_EQ(function.influences(), influences);
  const AutodiffRig<Linear> autodiff(
      {random_matrix(6, 2, 5)},
      {.num_vertices = 2, .num_params = 2, .rest_params = rest, .influences = influences});
  EXPECT_EQ(autodiff.rest_params(), rest);
  EXPECT_EQ(autodiff.influences(), influences);

  const Vector long_rest = Vector::Zero(3);
  EXPECT_THROW(FunctionRig(still, {.num_vertices = 2, .num_params = 2, .rest_params = long_rest}),
               InputError);
  EXPECT_THROW(
      FunctionRig(still, {.num_vertices = 2, .num_params = 2, .influences = random_weights(3, 2)}),
      InputError);
}

TEST(AutodiffRig, ABadFunctionOrShapeIsAnInputError) {
  const Linear linear{random_matrix(6, 2, 5)};
  EXPECT_THROW(AutodiffRig<Linear>(linear, {.dim = 1, .num_vertices = 6, .num_params = 2}),
               InputError);
  const AutodiffRig<Linear> rig(linear, {.dim = 3, .num_vertices = 3, .num_params = 2});
  EXPECT_THROW(rig.displacement(Vec<2>(0, 0)), InputError);
  EXPECT_THROW(rig.jacobian(Vec<2>(0, 0)), InputError);
}

std::string contents(const std::string& path) {
  std::ifstream file(std::string(DESCANT_SOURCE_DIR) + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OwnRig, TheManualShowsTheCodeOfTheTests) {
  const std::string source =
      contents("/tests/rig/own_rig_test.cpp") + contents("/tests/support/bend_deformer.hpp");
  std::istringstream manual(contents("/docs/rigs.md"));
  int num_snippets = 0;
  std::string line, snippet;
  for (bool is_code = false; std::getline(manual, line);) {
    if (line == "```cpp") {
      is_code = true;
    } else if (line == "```" && is_code) {
      EXPECT_NE(source.find(snippet), std::string::npos) << snippet;
      is_code = false;
      snippet.clear();
      ++num_snippets;
    } else if (is_code) {
      snippet += line + "\n";
    }
  }
  EXPECT_EQ(num_snippets, 5);
}

TEST(TwistRig, TwistsTheTopAndLeavesTheFoot) {
  Positions rest(4, 3);
  rest << -1, 0, 0, 1, 0, 0, -1, 0, 2, 1, 0, 2;
  const double quarter = std::acos(-1.) / 2;
  const Vector u_r =
      make_twist_rig(rest)->displacement((Vector(5) << quarter, 0, 0, 0, 0).finished());
  Vector expected(12);  // at the top x turns to y
  expected << 0, 0, 0, 0, 0, 0, 1, -1, 0, -1, 1, 0;
  EXPECT_LE((u_r - expected).norm(), 1e-15);
}

}  // namespace
}  // namespace descant
