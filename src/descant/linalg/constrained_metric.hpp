// linalg/constrained_metric.hpp: steps in a fixed metric that keep linear constraints.
//
//   P = A⁻¹ − A⁻¹ Z S⁻¹ Zᵀ A⁻¹,   S = Zᵀ A⁻¹ Z,   A = A_s ⊗ I_d
//
// x = P b is the minimiser of ½ xᵀAx − bᵀx over Zᵀx = 0. A_s is one scalar n×n matrix for all d
// coordinates, factored once and kept; the constraints may change without touching its factor.

#pragma once

#include <memory>

#include "descant/core/parallel.hpp"
#include "descant/core/types.hpp"

namespace descant {

/// How A_s⁻¹ is come by.
enum class MetricKind {
  full,      ///< a direct factor: P is that of A to round-off
  single,    ///< half the memory and nearly half the time: P is that of a matrix about 1e-7 from A,
             ///< and as exactly symmetric and on the constraints as with `full`
  two_level  ///< the B of two_level.hpp in place of A⁻¹, for large bodies: nearly it, as exactly
             ///< symmetric and on the constraints. Few constraints, `split` only
};

/// Unknowns from which on levels cost less than a direct factor of a body in space.
inline constexpr Index large_metric = 25000;

/// What solves with A_s, kept while the time step and the material are. Immutable: shared by
/// threads.
class ScalarMetric {
 public:
  /// Throws InputError where A_s is not (numerically) positive definite.
  /// @param A_s  n×n, both triangles, compressed
  /// @param dim  d: 2 or 3
  ScalarMetric(const SparseMatrix& A_s, int dim, const Workers& workers,
               MetricKind kind = MetricKind::full);
  ~ScalarMetric();
  ScalarMetric(const ScalarMetric&) = delete;
  ScalarMetric& operator=(const ScalarMetric&) = delete;

  int dim() const { return dim_; }
  Index num_vertices() const;
  Index factor_nonzeros() const;     ///< of the lower triangular factor, or of all there is instead
  std::size_t memory_bytes() const;  ///< what is kept

  /// X = A_s⁻¹ B for many right-hand sides at once (n×k).
  void solve(const Positions& B, Positions& X) const;

  struct Parts;  ///< how it is done

 private:
  friend class ConstrainedMetric;
  int dim_;
  std::unique_ptr<const Parts> parts_;
};

/// How a basis Z of the constraints is laid out.
enum class BasisLayout {
  split,   ///< Z = Z_s ⊗ I_d is given by Z_s (n×r): each coordinate is constrained alike
  general  ///< Z (dn×r), on interleaved dofs
};

/// P for one Z. Holds scratch memory: one thread at a time may call `apply`, which itself runs on
/// the metric's workers. The same bytes come out for any number of them.
class ConstrainedMetric {
 public:
  /// P = A⁻¹ until `constrain` is called.
  explicit ConstrainedMetric(std::shared_ptr<const ScalarMetric> metric);
  ~ConstrainedMetric();
  ConstrainedMetric(ConstrainedMetric&&) noexcept;
  ConstrainedMetric& operator=(ConstrainedMetric&&) noexcept;

  /// Replaces the constraints; cheapest where the sparsity of Z is that of the last call. False
  /// where S is not positive definite (dependent columns): `apply` may not be called then.
  /// @param Z  n×r or dn×r by `layout`, compressed
  [[nodiscard]] bool constrain(const SparseMatrix& Z, BasisLayout layout);

  /// x = P b (dn), without allocating after the first call. `x` may not be `b`.
  void apply(const Vector& b, Vector& x);

  const ScalarMetric& metric() const { return *metric_; }
  Index num_constraints() const;     ///< columns of Z as given
  std::size_t memory_bytes() const;  ///< what is kept beside the metric
  std::size_t sweep_bytes() const;   ///< of the factors, which one `apply` reads about twice

  struct Parts;  ///< how it is done

 private:
  std::shared_ptr<const ScalarMetric> metric_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace descant
