// linalg/simd_rotation-inl.hpp: the rotation nearest to each of several matrices, one a SIMD lane.
//
// R maximises tr(RᵀA) (inverted A included: s are signed singular values). In the plane it turns by
// the direction (A₀₀ + A₁₁, A₁₀ − A₀₁). In space (FOAM; Markley 1993) λ = s₁ + s₂ + s₃ is the
// largest root of
//
//   (λ² − ‖A‖²)² − 8λ det A − 4‖cof A‖² = 0,
//
// found by Halley's method from the upper bound √3‖A‖ (all roots are real: it descends), and with
// κ = ½(λ² − ‖A‖²), ζ = κλ − det A = (s₁+s₂)(s₂+s₃)(s₃+s₁),
//
//   R = [(κ + ‖A‖²) A + λ cof A − A AᵀA] / ζ.
//
// An eighth of the quartic is f = ½(κ² − ‖cof A‖²) − λ det A, with f' = ζ and f'' = κ + λ².
// What error is left in λ only spoils the stretches of R. It is round-off, unless ζ is small
// against λ³: then steps R ← R(3I − RᵀR)/2 restore them. Lanes where R is nearly undefined (ζ ≈ 0)
// or A beyond the range of powers go to `signed_svd`.

#if defined(DESCANT_LINALG_SIMD_ROTATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DESCANT_LINALG_SIMD_ROTATION_INL
#undef DESCANT_LINALG_SIMD_ROTATION_INL
#else
#define DESCANT_LINALG_SIMD_ROTATION_INL
#endif

#include <hwy/highway.h>

#include "descant/linalg/signed_svd.hpp"

HWY_BEFORE_NAMESPACE();
namespace descant {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using Lanes = hn::Vec<Tag>;
using LaneMask = hn::Mask<Tag>;

/// λ has converged when a step changes it by less, relatively: about the cube is left.
inline constexpr double kEnough = 4e-6;

/// A d×d matrix in each lane; entry r + d·c is (r, c).
template <int d>
struct Matrices {
  Lanes at[d * d];

  HWY_INLINE const Lanes& operator()(int r, int c) const { return at[r + d * c]; }
  HWY_INLINE Lanes& operator()(int r, int c) { return at[r + d * c]; }
};

template <int d>
HWY_INLINE Lanes dot(const Matrices<d>& A, const Matrices<d>& B) {
  Lanes sum = hn::Mul(A.at[0], B.at[0]);
  HWY_UNROLL(16)
  for (int k = 1; k < d * d; ++k) sum = hn::MulAdd(A.at[k], B.at[k], sum);
  return sum;
}

HWY_INLINE Matrices<2> cofactors(const Matrices<2>& A) {
  return {{A(1, 1), hn::Neg(A(0, 1)), hn::Neg(A(1, 0)), A(0, 0)}};
}

/// Columns a₁×a₂, a₂×a₀, a₀×a₁.
HWY_INLINE Matrices<3> cofactors(const Matrices<3>& A) {
  Matrices<3> C;
  HWY_UNROLL(16)
  for (int k = 0; k < 9; ++k) {
    const int r = k % 3, c = k / 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3,
              c2 = (c + 2) % 3;
    C(r, c) = hn::MulSub(A(r1, c1), A(r2, c2), hn::Mul(A(r2, c1), A(r1, c2)));
  }
  return C;
}

/// det A, from its cofactors.
template <int d>
HWY_INLINE Lanes determinant(const Matrices<d>& A, const Matrices<d>& cofactors_of_A) {
  Lanes sum = hn::Mul(A.at[0], cofactors_of_A.at[0]);
  HWY_UNROLL(16)
  for (int k = 1; k < d; ++k) sum = hn::MulAdd(A.at[k], cofactors_of_A.at[k], sum);
  return sum;
}

/// A B + C.
template <int d>
HWY_INLINE Matrices<d> product_plus(const Matrices<d>& A, const Matrices<d>& B, Matrices<d> C) {
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) {
    HWY_UNROLL(16)
    for (int i = 0; i < d; ++i) C.at[k] = hn::MulAdd(A(k % d, i), B(i, k / d), C.at[k]);
  }
  return C;
}

/// A B
template <int d>
HWY_INLINE Matrices<d> product(const Matrices<d>& A, const Matrices<d>& B) {
  Matrices<d> C;
  HWY_UNROLL(16)
  for (int k = 0; k < d * d; ++k) {
    C.at[k] = hn::Mul(A(k % d, 0), B(0, k / d));
    HWY_UNROLL(16)
    for (int i = 1; i < d; ++i) C.at[k] = hn::MulAdd(A(k % d, i), B(i, k / d), C.at[k]);
  }
  return C;
}

/// c I − s AᵀA
template <int d>
HWY_INLINE Matrices<d> identity_minus_gram(Lanes c, Lanes s, const Matrices<d>& A) {
  Matrices<d> S;
  HWY_UNROLL(16)
  for (int j = 0; j < d; ++j) {
    HWY_UNROLL(16)
    for (int i = 0; i <= j; ++i) {
      Lanes product = hn::Mul(A(0, i), A(0, j));
      HWY_UNROLL(16)
      for (int k = 1; k < d; ++k) product = hn::MulAdd(A(k, i), A(k, j), product);
      S(i, j) = i == j ? hn::NegMulAdd(s, product, c) : hn::Neg(hn::Mul(s, product));
      S(j, i) = S(i, j);
    }
  }
  return S;
}

/// The largest |entry| in each lane.
HWY_INLINE Lanes largest_entry_of_symmetric(const Matrices<3>& A) {
  const Lanes diagonal = hn::Max(hn::Abs(A(0, 0)), hn::Max(hn::Abs(A(1, 1)), hn::Abs(A(2, 2))));
  const Lanes others = hn::Max(hn::Abs(A(0, 1)), hn::Max(hn::Abs(A(0, 2)), hn::Abs(A(1, 2))));
  return hn::Max(diagonal, others);
}

/// Redoes the lanes of R named by `bits` one by one; A and R are d² rows of lanes.
template <int d>
HWY_NOINLINE void redo_rotations(const double* A, unsigned bits, double* R) {
  constexpr size_t width = hn::MaxLanes(Tag());
  for (size_t lane = 0; lane < width; ++lane) {
    if ((bits >> lane & 1) == 0) continue;
    Mat<d> matrix;
    for (int k = 0; k < d * d; ++k) matrix.data()[k] = A[k * width + lane];
    const Mat<d> rotation = signed_svd<d>(matrix).rotation();
    for (int k = 0; k < d * d; ++k) R[k * width + lane] = rotation.data()[k];
  }
}

/// R, with the lanes that are not `good` taken from `signed_svd`.
template <int d>
HWY_INLINE void mend_rotations(const Matrices<d>& A, LaneMask good, Matrices<d>& R) {
  const Tag tag;
  constexpr size_t width = hn::MaxLanes(Tag());
  HWY_ALIGN double a[d * d * width], r[d * d * width];
  for (int k = 0; k < d * d; ++k) {
    hn::Store(A.at[k], tag, a + k * width);
    hn::Store(R.at[k], tag, r + k * width);
  }
  uint8_t bits[8] = {};
  hn::StoreMaskBits(tag, hn::Not(good), bits);
  redo_rotations<d>(a, bits[0], r);
  for (int k = 0; k < d * d; ++k) R.at[k] = hn::Load(tag, r + k * width);
}

/// Lanes whose squares and fourth powers neither vanish nor overflow. Not those with NaN.
HWY_INLINE LaneMask moderate(Lanes squared_norm) {
  const Tag tag;
  return hn::And(hn::Gt(squared_norm, hn::Set(tag, 1e-60)),
                 hn::Lt(squared_norm, hn::Set(tag, 1e60)));
}

/// At most this many sets of lanes are rotated together, so that the long chain of operations of
/// one set hides behind those of the others.
inline constexpr int kRotationGroup = 8;

/// R[i] becomes the rotation nearest to A[i] in each lane, i < count ≤ kRotationGroup; R may be A.
HWY_INLINE void nearest_rotations(int count, const Matrices<2>* A, Matrices<2>* R) {
  const Tag tag;
  for (int i = 0; i < count; ++i) {
    const Lanes x = hn::Add(A[i](0, 0), A[i](1, 1)), y = hn::Sub(A[i](1, 0), A[i](0, 1));
    const Lanes squared_length = hn::MulAdd(x, x, hn::Mul(y, y));
    const Lanes scale = hn::Div(hn::Set(tag, 1), hn::Sqrt(squared_length));
    const Lanes c = hn::Mul(x, scale), s = hn::Mul(y, scale);
    Matrices<2> rotation{{c, s, hn::Neg(s), c}};
    const LaneMask good = moderate(squared_length);
    if (HWY_UNLIKELY(!hn::AllTrue(tag, good))) mend_rotations<2>(A[i], good, rotation);
    R[i] = rotation;
  }
}

/// The quartic in λ: a = ‖A‖², c = ‖cof A‖².
struct Quartic {
  Lanes a, c, det;
  Lanes lambda;  ///< its largest root, once found
  Lanes change;  ///< of λ in the last step, relative
};

/// Halley's method until every lane is there, or out of patience.
HWY_INLINE void find_largest_roots(int count, Quartic* quartics) {
  const Tag tag;
  constexpr int max_steps = 10;  // one or two are usual near rotations
  const Lanes half = hn::Set(tag, 0.5);
  bool done = false;
  HWY_UNROLL(1)
  for (int step = 0; !done && step < max_steps; ++step) {
    done = true;
    HWY_UNROLL(1)
    for (int i = 0; i < count; ++i) {
      Quartic& q = quartics[i];
      const Lanes kappa = hn::Mul(half, hn::MulSub(q.lambda, q.lambda, q.a));
      const Lanes zeta = hn::MulSub(kappa, q.lambda, q.det);
      const Lanes half_f =
          hn::Mul(half, hn::MulSub(half, hn::MulSub(kappa, kappa, q.c), hn::Mul(q.lambda, q.det)));
      const Lanes second = hn::MulAdd(q.lambda, q.lambda, kappa);
      const Lanes change = hn::Div(hn::Mul(hn::Add(half_f, half_f), zeta),
                                   hn::NegMulAdd(half_f, second, hn::Mul(zeta, zeta)));
      q.lambda = hn::Sub(q.lambda, change);
      q.change = hn::Abs(change);
      const LaneMask going = hn::Gt(q.change, hn::Mul(hn::Set(tag, kEnough), q.lambda));
      done = done && hn::AllFalse(tag, going);
    }
  }
}

/// FOAM's formula for R, and steps that make it a rotation to the last digits.
/// @param C  the cofactors of A
HWY_INLINE void rotate_by_root(const Matrices<3>& A, const Matrices<3>& C, const Quartic& q,
                               Matrices<3>& rotation) {
  const Tag tag;
  const Lanes kappa = hn::Mul(hn::Set(tag, 0.5), hn::MulSub(q.lambda, q.lambda, q.a));
  const Lanes zeta = hn::MulSub(kappa, q.lambda, q.det);

  // ζ is compared with the cube of λ ≥ ‖A‖, at most 8/27 of it: cancellation costs a digit or five
  const Lanes cube = hn::Mul(q.lambda, hn::Mul(q.lambda, q.lambda));
  const LaneMask easy = hn::Gt(zeta, hn::Mul(hn::Set(tag, 0.2), cube));
  LaneMask good = hn::And(moderate(q.a), hn::Gt(zeta, hn::Mul(hn::Set(tag, 1e-5), cube)));
  good = hn::And(good, hn::Le(q.change, hn::Mul(hn::Set(tag, kEnough), q.lambda)));

  const Lanes scale = hn::Div(hn::Set(tag, 1), zeta);
  const Lanes cofactor_scale = hn::Mul(q.lambda, scale);
  Matrices<3> R;
  HWY_UNROLL(16)
  for (int k = 0; k < 9; ++k) R.at[k] = hn::Mul(cofactor_scale, C.at[k]);
  R = product_plus(A, identity_minus_gram(hn::Mul(hn::Add(kappa, q.a), scale), scale, A), R);

  if (HWY_LIKELY(hn::AllTrue(tag, hn::And(easy, good)))) {
    rotation = R;
    return;
  }

  // a stretch 1 + e becomes 1 − 3e²/2
  constexpr int max_polishes = 3;
  const Lanes half = hn::Set(tag, 0.5), small = hn::Set(tag, 1e-8);
  LaneMask polished = good;
  HWY_UNROLL(1)
  for (int step = 0; step < max_polishes; ++step) {
    const Matrices<3> correction = identity_minus_gram(half, half, R);
    R = product_plus(R, correction, R);
    polished = hn::Le(largest_entry_of_symmetric(correction), small);
    if (HWY_LIKELY(hn::AllTrue(tag, hn::Or(polished, hn::Not(good))))) break;
  }
  good = hn::And(good, polished);
  if (HWY_UNLIKELY(!hn::AllTrue(tag, good))) mend_rotations<3>(A, good, R);
  rotation = R;
}

HWY_INLINE void nearest_rotations(int count, const Matrices<3>* A, Matrices<3>* R) {
  Quartic quartics[kRotationGroup];
  Matrices<3> C[kRotationGroup];
  HWY_UNROLL(1)
  for (int i = 0; i < count; ++i) {
    C[i] = cofactors(A[i]);
    const Lanes a = dot(A[i], A[i]);
    quartics[i].a = a;
    quartics[i].c = dot(C[i], C[i]);
    quartics[i].det = determinant(A[i], C[i]);
    quartics[i].lambda = hn::Sqrt(hn::Mul(hn::Set(Tag(), 3), a));
  }
  find_largest_roots(count, quartics);
  HWY_UNROLL(1)
  for (int i = 0; i < count; ++i) rotate_by_root(A[i], C[i], quartics[i], R[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace descant
HWY_AFTER_NAMESPACE();

#endif
