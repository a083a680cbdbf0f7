// tests/rig/dual_test.cpp: the slopes of dual numbers against differences, alone and inside Eigen.

#include "descant/rig/dual.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "descant/rig/central_differences.hpp"
#include "support/points.hpp"

namespace descant {
namespace {

using Dual2 = Dual<2>;

/// A function of two numbers, once on doubles and once on duals.
struct Formula {
  std::string name;
  std::function<double(double, double)> plain;
  std::function<Dual2(Dual2, Dual2)> dual;

  friend void PrintTo(const Formula& param, std::ostream* out) { *out << param.name; }
};

#define FORMULA(name, expression)                     \
  Formula {                                           \
    name,                                             \
        [](double x, double y) -> double {            \
          (void)y;                                    \
          using namespace std;                        \
          return expression;                          \
        },                                            \
        [](const Dual2& x, const Dual2& y) -> Dual2 { \
          (void)y;                                    \
          return expression;                          \
        }                                             \
  }

class EveryFormula : public testing::TestWithParam<Formula> {};

std::vector<Formula> formulas() {
  return {FORMULA("plus", x + y + 2.),
          FORMULA("minus", 3. - x - y),
          FORMULA("times", 2. * x * y * x),
          FORMULA("over", x / y + 1. / x),
          FORMULA("negative", -x * +y),
          FORMULA("sqrt", sqrt(x * y)),
          FORMULA("exp", exp(x * y)),
          FORMULA("log", log(x + y)),
          FORMULA("sin", sin(x * y)),
          FORMULA("cos", cos(x * y)),
          FORMULA("tan", tan(x * y)),
          FORMULA("asin", asin(x * y)),
          FORMULA("acos", acos(x * y)),
          FORMULA("atan", atan(x * y)),
          FORMULA("atan2", atan2(x, -y)),
          FORMULA("sinh", sinh(x * y)),
          FORMULA("cosh", cosh(x * y)),
          FORMULA("tanh", tanh(x * y)),
          FORMULA("pow_number", pow(x, 2.5)),
          FORMULA("pow_dual", pow(x, y)),
          FORMULA("hypot", hypot(x, y)),
          FORMULA("abs", abs(x - y) + abs(y - x)),
          FORMULA("min", min(x, y)),
          FORMULA("max", max(x, y)),
          FORMULA("floor", floor(x) + ceil(y) * x)};
}

#undef FORMULA

INSTANTIATE_TEST_SUITE_P(Dual, EveryFormula, testing::ValuesIn(formulas()),
                         [](const auto& test) { return test.param.name; });

TEST_P(EveryFormula, HasItsValueAndSlopes) {
  const double x = 0.7, y = 0.4;
  const Dual2 f = GetParam().dual(Dual2::variable(x, 0), Dual2::variable(y, 1));
  EXPECT_DOUBLE_EQ(f.value, GetParam().plain(x, y));
  const Matrix slopes = central_differences(
      [&](ConstVec p) -> Vector { return Vec<1>(GetParam().plain(p[0], p[1])); }, Vec<2>(x, y));
  // differences err by h⁴/30 of a fifth derivative of up to 3e4, with h = 7e-4
  EXPECT_NEAR(f.slope[0], slopes(0, 0), 5e-10);
  EXPECT_NEAR(f.slope[1], slopes(0, 1), 5e-10);
}

TEST(Dual, ComparesByValue) {
  const Dual2 a = Dual2::variable(1, 0), b = Dual2::variable(2, 0);
  EXPECT_TRUE(a < b && a <= b && b > a && b >= a && a != b && a == Dual2(1.));
  EXPECT_EQ(value_of(b), 2);
  EXPECT_EQ(value_of(3.), 3);
}

TEST(Dual, ConstantsStayConstantsWhereSlopesAreInfinite) {
  EXPECT_TRUE(isfinite(sqrt(Dual2(0.))));
  EXPECT_TRUE(isfinite(acos(Dual2(1.))));
  EXPECT_FALSE(isfinite(sqrt(Dual2::variable(0, 0))));
  EXPECT_TRUE(isnan(sqrt(Dual2::variable(-1, 0))));
}

/// Derivative of a scalar function of a 3-vector, by duals and by differences.
template <class Function>
double gradient_error(const Function& f, const Vec<3>& x) {
  Eigen::Matrix<Dual<3>, 3, 1> dual_x;
  for (int k = 0; k < 3; ++k) dual_x[k] = Dual<3>::variable(x[k], k);
  const Dual<3> y = f(dual_x);
  const Matrix slopes =
      central_differences([&](ConstVec p) -> Vector { return Vec<1>(f(Vec<3>(p))); }, x);
  double worst = std::abs(y.value - f(x));
  for (int k = 0; k < 3; ++k) worst = std::max(worst, std::abs(y.slope[k] - slopes(0, k)));
  return worst;
}

TEST(Dual, WorksInsideEigen) {
  const Vec<3> x(0.3, -0.8, 0.5), a(1, 2, 3);
  const Mat<3> A = random_matrix(3, 3, 1) + 3 * Matrix::Identity(3, 3);
  EXPECT_LE(gradient_error([&](const auto& v) { return v.norm() + v.squaredNorm(); }, x), 1e-11);
  EXPECT_LE(gradient_error([&](const auto& v) { return v.normalized()[0]; }, x), 1e-11);
  EXPECT_LE(gradient_error([&](const auto& v) { return (A * v).dot(v) * 2; }, x), 1e-11);
  EXPECT_LE(gradient_error([&](const auto& v) { return v.cross(A * v).sum(); }, x), 1e-11);
  EXPECT_LE(gradient_error([&](const auto& v) { return v.cwiseAbs().maxCoeff(); }, x), 1e-11);
}

TEST(Dual, WorksInMatricesQuaternionsAndSolves) {
  const Vec<3> x(0.3, -0.8, 0.5), a(1, 2, 3);
  const auto rotated = [&](const auto& v) {
    using Scalar = typename std::decay_t<decltype(v)>::Scalar;
    const Eigen::Quaternion<Scalar> q =
        Eigen::Quaternion<Scalar>(Scalar(1.), v[0], v[1], v[2]).normalized();
    const Eigen::Matrix<Scalar, 3, 1> y = q.toRotationMatrix() * a.template cast<Scalar>();
    return Scalar(y[0] + 2. * y[1] * y[2]);
  };
  EXPECT_LE(gradient_error(rotated, x), 1e-10);

  const auto solved = [&](const auto& v) {
    using Scalar = typename std::decay_t<decltype(v)>::Scalar;
    Eigen::Matrix<Scalar, 3, 3> A = v * v.transpose();
    A.diagonal().array() += Scalar(2.);
    const Eigen::Matrix<Scalar, 3, 1> y = A.partialPivLu().solve(a.template cast<Scalar>());
    return Scalar(y.sum() * A.determinant());
  };
  EXPECT_LE(gradient_error(solved, x), 1e-9);
}

}  // namespace
}  // namespace descant
