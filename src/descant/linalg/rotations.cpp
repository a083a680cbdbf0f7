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
  for (Index b = 0; b < num_blocks; ++b, A += 8 * d * d) {
    for (size_t lane = 0; lane < 8; lane += hn::Lanes(tag)) {
      Matrices<d> M;
      for (int k = 0; k < d * d; ++k) M.at[k] = hn::Load(tag, A + 8 * k + lane);
      M = nearest_rotation(M);
      for (int k = 0; k < d * d; ++k) hn::Store(M.at[k], tag, A + 8 * k + lane);
    }
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
