// energy/energy.hpp: what a term of E is.
//
//   E(u_c) = Σ terms + inertia + damping − work        u = u_r + u_c
//
// Φ, springs, contact: everything but the last three, which solve/objective sums in one loop of its
// own. Terms add up; each brings what the solvers need to know of it, and nobody asks of which kind
// it is.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "descant/energy/place.hpp"
#include "descant/linalg/block_assembler.hpp"
#include "descant/linalg/pattern_builder.hpp"
#include "descant/linalg/scalar_assembler.hpp"

namespace descant {

enum class Curvature { exact, projected };  ///< the Hessian itself, or made PSD part by part

/// A potential, or E, with the size of its parts, which sets how much of a rise is round-off.
struct EnergyValue {
  double total = 0;  ///< [J]; +∞ where undefined
  double size = 0;   ///< sum of the parts' magnitudes [J]

  double slack() const { return 1e-14 * size; }
};

/// Memory that evaluations of a term reuse, so that only the first of them allocates. What is in it
/// means nothing between calls.
struct EnergyScratch {
  std::vector<double> energies, parts;
};

/// What a term may look at when it freezes itself.
struct StepStart {
  double time = 0;  ///< at the step's end [s]
  double h = 0;     ///< [s]
  int pass = 0;     ///< 0 before the first minimisation of a step, 1 after it, and so on
  Place before;     ///< where the step began: u and u_c of the last step, u_r of its pose
  Place now;        ///< where this pass starts, at this step's pose
};

/// One potential in E. Immutable: one instance serves every thread.
class Energy {
 public:
  virtual ~Energy() = default;

  /// The bodies of the system whose dofs it sees; two or more are coupled by it.
  virtual std::span<const int> bodies() const = 0;

  /// The term as it is during one pass of one step; null where it is always the same. What is
  /// frozen may add to the diagonal of the metric, and to nothing else of it.
  virtual std::unique_ptr<const Energy> freeze(const StepStart&) const { return nullptr; }

  /// Which blocks of the Hessian it fills.
  virtual void add_pattern(PatternBuilder& pattern) const = 0;

  virtual EnergyValue value(const Place& at, EnergyScratch& scratch) const = 0;
  virtual EnergyValue value_and_add_gradient(const Place& at, const Gradient& g,
                                             EnergyScratch& scratch) const = 0;
  virtual void add_hessian(const Place& at, Curvature curvature, BlockAssembler& Q) const = 0;

  /// Its share of the scalar metric A, from above: xᵀ(A ⊗ I)x bounds the curvature along x.
  /// @param bound  as `raise_bound` left it; empty where it never did anything
  virtual void add_metric(const Vector& bound, ScalarAssembler& A) const = 0;

  /// Where a pose asks for a stiffer metric than any before it, writes how stiff into `bound` and
  /// returns true: A is then factored anew. `bound` is part of the state of a run.
  virtual bool raise_bound(const Place&, Vector& /*bound*/) const { return false; }

  /// For a person: what is wrong at a place where the value is not finite, if it is this term's.
  virtual std::optional<std::string> why_undefined(const Place&) const { return std::nullopt; }
};

/// A term that sees one body, whichever it is a part of.
class BodyEnergy : public Energy {
 public:
  std::span<const int> bodies() const final { return own_; }

 private:
  static constexpr std::array<int, 1> own_{0};
};

}  // namespace descant
