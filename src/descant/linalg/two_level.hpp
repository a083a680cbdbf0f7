// linalg/two_level.hpp: nearly A⁻¹, at a cost that grows with the size of A and no faster.
//
//   x ← (L + d)⁻¹ b                    a Gauss–Seidel sweep
//   x ← x + P (PᵀAP)⁻¹ Pᵀ (b − Ax)     what is left and smooth, by the groups of linalg/aggregation
//   x ← x + (Lᵀ + d)⁻¹ (b − Ax)        the same sweep backward, which makes it symmetric
//
// Where there are very many groups, B of PᵀAP stands for its inverse: levels below levels.
//
// All that falls short of A⁻¹: eigenvalues of BA lie between 1 − ρ and 1. Scaled by 2/(2 − ρ) they
// lie about 1.
//
// A direct factor of a body in space grows like n^(4/3) and is read twice a solve. As the metric
// of a quasi-Newton method B ≈ A⁻¹ need not be exact, only fixed, symmetric and positive definite:
// the digits of single precision do.

#pragma once

#include <memory>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"
#include "descant/linalg/row_block.hpp"

namespace descant {

/// x = B b. Immutable; memory to work in is the caller's.
class TwoLevel {
 public:
  /// Throws InputError where A is not (numerically) positive definite.
  /// @param A            n×n, both triangles, compressed
  /// @param most_groups  whose matrix is factored: reading the factor of more takes longer than
  ///                     the iterations it saves
  TwoLevel(const SparseMatrix& A, const Workers& workers, Index most_groups = 8000);
  ~TwoLevel();

  /// Memory for one `apply` at a time.
  class Scratch {
   public:
    explicit Scratch(const TwoLevel& of);
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    std::size_t memory_bytes() const;

   private:
    friend class TwoLevel;
    struct Parts;
    std::unique_ptr<Parts> parts_;
  };

  Index size() const;
  Index num_groups() const;    ///< of the coarse space
  Index num_nonzeros() const;  ///< of A, and of the coarse factor or the levels below
  std::size_t memory_bytes() const;

  /// x = B b for up to three right-hand sides.
  void apply(RowBlock<const double> b, RowBlock<double> x, Scratch& scratch) const;

 private:
  /// ρ, or a little less: the most of an error that I − BA leaves.
  double contraction(const SparseMatrix& A) const;

  struct Parts;
  std::unique_ptr<const Parts> parts_;
  double unit_ = 1;   ///< of A: its mean diagonal, by which all is divided in single precision
  double scale_ = 1;  ///< 2/(2 − ρ)
};

}  // namespace descant
