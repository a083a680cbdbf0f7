// linalg/two_level.hpp: nearly A⁻¹, at a cost that grows with the size of A and no faster.
//
//   x ← (L + d)⁻¹ b                    a Gauss–Seidel sweep
//   x ← x + R (RᵀAR)⁻¹ Rᵀ (b − Ax)     what is left and smooth: groups of neighbours move as one
//   x ← x + (Lᵀ + d)⁻¹ (b − Ax)        the same sweep backward, which makes it symmetric
//
// A direct factor of a body in space grows like n^(4/3) and is read twice a solve. As the metric
// of a quasi-Newton method B ≈ A⁻¹ need not be exact, only fixed, symmetric and positive definite.

#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <optional>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/linalg/panel_sweep.hpp"

namespace descant {

/// Constraints on what comes out: x ← x − W S⁻¹ Zᵀx, with W = B Z and S = Zᵀ W.
struct RowBorder {
  int num_columns = 0;
  AlignedVector<double> Z, W;  ///< by rows, in the order of the sweeps
  Eigen::LLT<Matrix> S;

  Index memory_bytes() const;
};

/// x = B b. Immutable; memory to work in is the caller's.
class TwoLevel {
 public:
  /// Throws InputError where A is not (numerically) positive definite.
  /// @param A  n×n, both triangles, compressed
  TwoLevel(const SparseMatrix& A, const Workers& workers);
  ~TwoLevel();

  /// Memory for one `apply` at a time.
  class Scratch {
   public:
    explicit Scratch(const TwoLevel& of);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Index memory_bytes() const;

   private:
    friend class TwoLevel;
    struct Parts;
    std::unique_ptr<Parts> parts_;
  };

  Index size() const;
  Index num_groups() const;    ///< of the coarse space
  Index num_nonzeros() const;  ///< of A and the coarse factor
  Index memory_bytes() const;

  /// The constraints Zᵀx = 0; nothing where S is not positive definite.
  /// @param Z  n×k
  std::optional<RowBorder> border(const SparseMatrix& Z) const;

  /// x = B b for up to three right-hand sides, or, with a border, P b.
  void apply(RowBlock<const double> b, RowBlock<double> x, const RowBorder* border,
             Scratch& scratch) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace descant
