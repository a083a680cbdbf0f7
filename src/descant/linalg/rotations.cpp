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

template <int d>
HWY_INLINE void rotate_sums(const SumBlocks& sums, Index begin, Index end, const double* u,
                            double* R) {
  const Tag tag;
  const hn::Rebind<int64_t, Tag> wide;
  const hn::Rebind<int32_t, Tag> narrow;
  for (Index b = begin; b < end; ++b, R += 8 * d * d) {
    for (size_t lane = 0; lane < 8; lane += hn::Lanes(tag)) {
      Matrices<d> A;
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k) A.at[k] = hn::Set(tag, k % (d + 1) == 0 ? 1 : 0);
      for (Index term = sums.first_term[b]; term < sums.first_term[b + 1]; ++term) {
        const auto place = hn::PromoteTo(wide, hn::Load(narrow, sums.dofs + 8 * term + lane));
        Lanes u_k[d];
        HWY_UNROLL(16)
        for (int r = 0; r < d; ++r) u_k[r] = hn::GatherIndex(tag, u + r, place);
        HWY_UNROLL(16)
        for (int c = 0; c < d; ++c) {
          const Lanes c_k = hn::Load(tag, sums.c + 8 * (d * term + c) + lane);
          HWY_UNROLL(16)
          for (int r = 0; r < d; ++r) A(r, c) = hn::MulAdd(u_k[r], c_k, A(r, c));
        }
      }
      HWY_UNROLL(16)
      for (int k = 0; k < d * d; ++k) hn::Store(A.at[k], tag, R + 8 * k + lane);
    }
  }
  rotate_blocks<d>(end - begin, R - 8 * d * d * (end - begin));
}

void rotate_sums_2d(const SumBlocks& sums, Index begin, Index end, const double* u, double* R) {
  rotate_sums<2>(sums, begin, end, u, R);
}
void rotate_sums_3d(const SumBlocks& sums, Index begin, Index end, const double* u, double* R) {
  rotate_sums<3>(sums, begin, end, u, R);
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
HWY_EXPORT(rotate_sums_2d);
HWY_EXPORT(rotate_sums_3d);

template <>
void nearest_rotations<2>(Index num_blocks, double* A) {
  HWY_DYNAMIC_DISPATCH(rotate_blocks_2d)(num_blocks, A);
}

template <>
void nearest_rotations<3>(Index num_blocks, double* A) {
  HWY_DYNAMIC_DISPATCH(rotate_blocks_3d)(num_blocks, A);
}

template <>
void rotations_of_sums<2>(const SumBlocks& sums, Index begin, Index end, const double* u,
                          double* R) {
  HWY_DYNAMIC_DISPATCH(rotate_sums_2d)(sums, begin, end, u, R);
}

template <>
void rotations_of_sums<3>(const SumBlocks& sums, Index begin, Index end, const double* u,
                          double* R) {
  HWY_DYNAMIC_DISPATCH(rotate_sums_3d)(sums, begin, end, u, R);
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

template <int d>
void rotate_sums(const SumBlocks& sums, Index begin, Index end, const double* u, double* R) {
  for (Index i = 8 * begin; i < 8 * end; ++i) {
    Mat<d> A = Mat<d>::Identity();
    for (Index term = sums.first_term[i / 8]; term < sums.first_term[i / 8 + 1]; ++term) {
      const double* u_k = u + sums.dofs[8 * term + i % 8];
      for (int c = 0; c < d; ++c)
        for (int r = 0; r < d; ++r) A(r, c) += u_k[r] * sums.c[8 * (d * term + c) + i % 8];
    }
    double* place = R + 8 * d * d * (i / 8 - begin) + i % 8;
    for (int k = 0; k < d * d; ++k) place[8 * k] = A.data()[k];
  }
  rotate_blocks<d>(end - begin, R);
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

template <>
void rotations_of_sums<2>(const SumBlocks& sums, Index begin, Index end, const double* u,
                          double* R) {
  rotate_sums<2>(sums, begin, end, u, R);
}

template <>
void rotations_of_sums<3>(const SumBlocks& sums, Index begin, Index end, const double* u,
                          double* R) {
  rotate_sums<3>(sums, begin, end, u, R);
}

}  // namespace descant

#endif
