// linalg/panel_sweep.hpp: one way down a factor and one back up, on several threads.
//
//   forward: y = L⁻¹ Π b, μ = Yᵀ y       turn: ν = −S⁻¹ μ       backward: x = Πᵀ L⁻ᵀ (y + Y ν)
//
// All threads draw tasks from one queue in which children come before parents (and the other way
// round after the turn), and wait only for the tasks theirs depends on.

#pragma once

#include <atomic>
#include <functional>

#include "descant/linalg/panel_factor.hpp"
#include "descant/linalg/row_block.hpp"

namespace descant {

/// The constraints as the sweep sees them. Rows of μ are numbered within a task.
struct SweepBorder {
  BorderKind kind = BorderKind::split;
  const std::vector<Panel>* panels = nullptr;  ///< the factor's, with their border
  struct Task {
    Index begin = 0;  ///< where its rows of μ begin
    int num_active = 0;
    std::vector<int> in_parent;  ///< its constraints among the parent's; at a root, among all
  };
  std::vector<Task> tasks;
  Index num_rows = 0;  ///< of μ over all tasks
  int num_constraints = 0;
  int most_active = 0;  ///< of any panel
  Panel turn;           ///< the factor of S, all constraints wide
};

/// Scratch memory for sweeps over one factor.
class PanelSweep {
 public:
  PanelSweep(const PanelFactor& factor, const Workers& workers);

  /// x = A⁻¹ b.
  void run(RowBlock<const double> b, RowBlock<double> x) { run(b, x, nullptr); }

  /// x = P b.
  void run(RowBlock<const double> b, RowBlock<double> x, const SweepBorder& border) {
    run(b, x, &border);
  }

  std::size_t memory_bytes() const;

 private:
  struct Job;
  void run(RowBlock<const double> b, RowBlock<double> x, const SweepBorder* border);
  void prepare(const Job& job);
  void work(const Job& job, double* scratch);
  void forward(const Job& job, int task, double* scratch);
  void turn(const Job& job, double* scratch);
  void backward(const Job& job, int task, double* scratch);
  void wait_for(int item) const;

  const PanelFactor& factor_;
  Workers workers_;
  AlignedVector<double> x_, mu_, total_, scratch_;
  Index scratch_each_ = 0;
  std::unique_ptr<std::atomic<unsigned>[]> done_;  ///< run in which each item was last done
  std::atomic<int> next_{0};
  unsigned current_ = 0;
};

}  // namespace descant
