// rig/dual.hpp: numbers that carry their derivatives along.
//
//   (a, a′)  with  f(a, a′) = (f(a), f′(a) a′)      a′ ∈ ℝᴺ, the slopes along N parameters
//
// Dual is a scalar for Eigen: vectors, matrices, products, norms, solves and quaternions of duals
// work, mixed with doubles too. Comparisons look at the value alone.

#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <limits>

namespace descant {

/// A value and its slopes along N parameters.
template <int N>
struct Dual {
  double value = 0;
  std::array<double, N> slope{};

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT: a number is a dual with no slope

  /// The k-th parameter itself.
  static Dual variable(double start, int k) {
    Dual x(start);
    x.slope[k] = 1;
    return x;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  /// f(x) by the chain rule, given f and f′ at x. A constant stays one, also where f′ is infinite.
  static Dual chain(const Dual& x, double f, double df) {
    Dual y(f);
    for (int k = 0; k < N; ++k) y.slope[k] = x.slope[k] == 0 ? 0 : df * x.slope[k];
    return y;
  }

  /// f(x, y) by the chain rule, given f and its two partial derivatives.
  static Dual chain(const Dual& x, const Dual& y, double f, std::array<double, 2> df) {
    Dual z(f);
    for (int k = 0; k < N; ++k)
      z.slope[k] =
          (x.slope[k] == 0 ? 0 : df[0] * x.slope[k]) + (y.slope[k] == 0 ? 0 : df[1] * y.slope[k]);
    return z;
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) { return chain(a, -a.value, -1); }
  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual c(a.value + b.value);
    for (int k = 0; k < N; ++k) c.slope[k] = a.slope[k] + b.slope[k];
    return c;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual c(a.value - b.value);
    for (int k = 0; k < N; ++k) c.slope[k] = a.slope[k] - b.slope[k];
    return c;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual c(a.value * b.value);
    for (int k = 0; k < N; ++k) c.slope[k] = a.slope[k] * b.value + a.value * b.slope[k];
    return c;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1 / b.value, ratio = a.value * inverse;
    Dual c(ratio);
    for (int k = 0; k < N; ++k) c.slope[k] = (a.slope[k] - ratio * b.slope[k]) * inverse;
    return c;
  }

  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual sqrt(const Dual& x) {
    const double root = std::sqrt(x.value);
    return chain(x, root, 0.5 / root);
  }
  friend Dual exp(const Dual& x) {
    const double e = std::exp(x.value);
    return chain(x, e, e);
  }
  friend Dual log(const Dual& x) { return chain(x, std::log(x.value), 1 / x.value); }
  friend Dual sin(const Dual& x) { return chain(x, std::sin(x.value), std::cos(x.value)); }
  friend Dual cos(const Dual& x) { return chain(x, std::cos(x.value), -std::sin(x.value)); }
  friend Dual tan(const Dual& x) {
    const double t = std::tan(x.value);
    return chain(x, t, 1 + t * t);
  }
  friend Dual asin(const Dual& x) {
    return chain(x, std::asin(x.value), 1 / std::sqrt((1 - x.value) * (1 + x.value)));
  }
  friend Dual acos(const Dual& x) {
    return chain(x, std::acos(x.value), -1 / std::sqrt((1 - x.value) * (1 + x.value)));
  }
  friend Dual atan(const Dual& x) {
    return chain(x, std::atan(x.value), 1 / (1 + x.value * x.value));
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const double square = x.value * x.value + y.value * y.value;
    return chain(y, x, std::atan2(y.value, x.value), {x.value / square, -y.value / square});
  }
  friend Dual sinh(const Dual& x) { return chain(x, std::sinh(x.value), std::cosh(x.value)); }
  friend Dual cosh(const Dual& x) { return chain(x, std::cosh(x.value), std::sinh(x.value)); }
  friend Dual tanh(const Dual& x) {
    const double t = std::tanh(x.value);
    return chain(x, t, (1 - t) * (1 + t));
  }
  friend Dual pow(const Dual& x, double power) {
    const double rate = power == 0 ? 0 : power * std::pow(x.value, power - 1);
    return chain(x, std::pow(x.value, power), rate);
  }
  friend Dual pow(const Dual& x, const Dual& power) {
    const double f = std::pow(x.value, power.value);
    const double along_base =
        power.value == 0 ? 0 : power.value * std::pow(x.value, power.value - 1);
    return chain(x, power, f, {along_base, f * std::log(x.value)});
  }
  friend Dual hypot(const Dual& x, const Dual& y) {
    const double length = std::hypot(x.value, y.value);
    return chain(x, y, length, {x.value / length, y.value / length});
  }
  friend Dual abs(const Dual& x) { return x.value < 0 ? -x : x; }
  friend Dual fabs(const Dual& x) { return abs(x); }
  friend Dual abs2(const Dual& x) { return x * x; }
  friend Dual min(const Dual& a, const Dual& b) { return b < a ? b : a; }
  friend Dual max(const Dual& a, const Dual& b) { return a < b ? b : a; }
  friend Dual floor(const Dual& x) { return Dual(std::floor(x.value)); }
  friend Dual ceil(const Dual& x) { return Dual(std::ceil(x.value)); }

  friend bool isfinite(const Dual& x) {
    bool all = std::isfinite(x.value);
    for (const double s : x.slope) all = all && std::isfinite(s);
    return all;
  }
  friend bool isnan(const Dual& x) {
    bool any = std::isnan(x.value);
    for (const double s : x.slope) any = any || std::isnan(s);
    return any;
  }
  friend bool isinf(const Dual& x) { return !isfinite(x) && !isnan(x); }
};

/// The number without its slopes, for tests inside scalar-templated code.
inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.value;
}

}  // namespace descant

namespace Eigen {

template <int N>
struct NumTraits<descant::Dual<N>> : NumTraits<double> {
  using Real = descant::Dual<N>;
  using NonInteger = descant::Dual<N>;
  using Nested = descant::Dual<N>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1 + N,
    AddCost = 1 + N,
    MulCost = 1 + 2 * N
  };
};

template <int N, class Operation>
struct ScalarBinaryOpTraits<descant::Dual<N>, double, Operation> {
  using ReturnType = descant::Dual<N>;
};
template <int N, class Operation>
struct ScalarBinaryOpTraits<double, descant::Dual<N>, Operation> {
  using ReturnType = descant::Dual<N>;
};

}  // namespace Eigen
