// linalg/plain_simd.hpp: one lane under Highway's names, for builds without Highway.
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
struct CappedTag {
  using Lane = T;
};
template <class Tag>
using Vec = typename Tag::Lane;
template <class T, class Tag>
struct Rebind {};

template <class Tag>
constexpr size_t MaxLanes(Tag) {
  return 1;
}
template <class Tag>
Vec<Tag> Zero(Tag) {
  return 0;
}
template <class Tag>
Vec<Tag> Set(Tag, Vec<Tag> value) {
  return value;
}
template <class Tag, class T>
T Load(Tag, const T* from) {
  return *from;
}
template <class Tag>
Vec<Tag> LoadU(Tag, const Vec<Tag>* from) {
  return *from;
}
template <class Tag>
void Store(Vec<Tag> value, Tag, Vec<Tag>* to) {
  *to = value;
}
template <class Tag>
void StoreU(Vec<Tag> value, Tag, Vec<Tag>* to) {
  *to = value;
}
template <class Tag>
double PromoteTo(Tag, float value) {
  return value;
}
template <class Lane>
Lane Add(Lane a, Lane b) {
  return a + b;
}
template <class Lane>
Lane MulAdd(Lane a, Lane b, Lane c) {
  return a * b + c;
}
template <class Lane>
Lane NegMulAdd(Lane a, Lane b, Lane c) {
  return c - a * b;
}
template <class Lane>
Lane GetLane(Lane value) {
  return value;
}
template <class Tag>
Vec<Tag> SumOfLanes(Tag, Vec<Tag> value) {
  return value;
}
template <class Tag>
void StoreInterleaved2(double a, double b, Tag, double* to) {
  to[0] = a;
  to[1] = b;
}
template <class Tag>
void StoreInterleaved3(double a, double b, double c, Tag, double* to) {
  to[0] = a;
  to[1] = b;
  to[2] = c;
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
void LoadInterleaved3(Tag, const double* from, double& a, double& b, double& c) {
  a = from[0];
  b = from[1];
  c = from[2];
}
template <class Tag>
void LoadInterleaved4(Tag, const double* from, double& a, double& b, double& c, double& d) {
  a = from[0];
  b = from[1];
  c = from[2];
  d = from[3];
}

}  // namespace hwy::HWY_NAMESPACE
