// linalg/plain_simd.hpp: one lane of doubles under Highway's names, for builds without Highway.
//
// Include it only where DESCANT_WITH_HIGHWAY is not defined, in place of Highway's own headers.

#pragma once

#include <cstddef>

#define HWY_NAMESPACE plain
#define HWY_BEFORE_NAMESPACE() static_assert(true, "no target to choose")
#define HWY_AFTER_NAMESPACE() static_assert(true, "no target to choose")
#define HWY_ONCE 1
#define HWY_EXPORT(function) static_assert(true, "nothing to export")
#define HWY_DYNAMIC_DISPATCH(function) HWY_NAMESPACE::function
#define HWY_RESTRICT __restrict__
#define HWY_INLINE inline
#define HWY_UNROLL(factor)

namespace hwy {
inline void Prefetch(const void*) {}
}  // namespace hwy

namespace hwy::HWY_NAMESPACE {

template <class T, size_t most>
struct CappedTag {};
template <class Tag>
using Vec = double;
template <class T, class Tag>
struct Rebind {};

template <class Tag>
constexpr size_t MaxLanes(Tag) {
  return 1;
}
template <class Tag>
double Zero(Tag) {
  return 0;
}
template <class Tag>
double Set(Tag, double value) {
  return value;
}
template <class Tag, class T>
T Load(Tag, const T* from) {
  return *from;
}
template <class Tag>
double LoadU(Tag, const double* from) {
  return *from;
}
template <class Tag>
void StoreU(double value, Tag, double* to) {
  *to = value;
}
template <class Tag>
double PromoteTo(Tag, float value) {
  return value;
}
template <class Tag>
void Store(double value, Tag, double* to) {
  *to = value;
}
inline double Add(double a, double b) { return a + b; }
inline double MulAdd(double a, double b, double c) { return a * b + c; }
inline double GetLane(double value) { return value; }
template <class Tag>
double SumOfLanes(Tag, double value) {
  return value;
}
template <class Tag>
void StoreInterleaved2(double a, double b, Tag, double* to) {
  to[0] = a;
  to[1] = b;
}
template <class Tag>
void StoreInterleaved4(double a, double b, double c, double d, Tag, double* to) {
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
}
template <class Tag>
void LoadInterleaved2(Tag, const double* from, double& a, double& b) {
  a = from[0];
  b = from[1];
}
template <class Tag>
void LoadInterleaved4(Tag, const double* from, double& a, double& b, double& c, double& d) {
  a = from[0];
  b = from[1];
  c = from[2];
  d = from[3];
}

}  // namespace hwy::HWY_NAMESPACE
