// linalg/rotations.cpp: rotations by SIMD lanes, or one by one without Highway.

#include "descant/linalg/rotations.hpp"

#include "descant/linalg/signed_svd.hpp"

#ifdef DESCANT_WITH_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "descant/linalg/rotations.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "descant/linalg/simd_rotation-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

template <int d>
HWY_INLINE void rotate_blocks(Index num_blocks, double* A) {
  const Tag tag;
  const size_t width = hn::Lanes(tag);
  for (Index b = 0; b < num_blocks; ++b, A += 8 * d * d) {
    // the lanes of a block together
    Matrices<d> M[kRotationGroup];
    const int count = static_cast<int>(8 / width);
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < d * d; ++k) M[i].at[k] = hn::Load(tag, A + 8 * k + i * width);
    nearest_rotations(count, M, M);
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < d * d; ++k) hn::Store(M[i].at[k], tag, A + 8 * k + i * width);
  }
}

void rotate_blocks_2d(Index num_blocks, double* A) { rotate_blocks<2>(num_blocks, A); }
void rotate_blocks_3d(Index num_blocks, double* A) { rotate_blocks<3>(num_blocks, A); }

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descant {

HWY_EXPORT(rotate_blocks_2d);
HWY_EXPORT(rotate_blocks_3d);

template <>
void nearest_rotations<2>(Index num_blocks, double* A) {
  HWY_DYNAMIC_DISPATCH(rotate_blocks_2d)(num_blocks, A);
}

template <>
void nearest_rotations<3>(Index num_blocks, double* A) {
  HWY_DYNAMIC_DISPATCH(rotate_blocks_3d)(num_blocks, A);
}

}  // namespace descant
#endif

#else

namespace descant {
namespace {

template <int d>
void rotate_blocks(Index num_blocks, double* A) {
  for (Index i = 0; i < 8 * num_blocks; ++i) {
    Eigen::Map<Mat<d>, 0, Eigen::Stride<8 * d, 8> > matrix(A + 8 * d * d * (i / 8) + i % 8);
    matrix = signed_svd<d>(Mat<d>(matrix)).rotation();
  }
}

}  // namespace

template <>
void nearest_rotations<2>(Index num_blocks, double* A) {
  rotate_blocks<2>(num_blocks, A);
}

template <>
void nearest_rotations<3>(Index num_blocks, double* A) {
  rotate_blocks<3>(num_blocks, A);
}

}  // namespace descant

#endif
