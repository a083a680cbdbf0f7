// linalg/panel_sweep.cpp: the queue, and what a task does before and after its panels.

#include "descant/linalg/panel_sweep.hpp"

#include <algorithm>
#include <thread>

#include "descant/core/error.hpp"

namespace descant {
namespace {

/// Rows of S numbers: to[rows[i]] += from[i], and to[i] = from[rows[i]].
template <int S>
void add_rows(const double* from, const std::vector<int>& rows, double* to) {
  for (size_t i = 0; i < rows.size(); ++i)
    for (int a = 0; a < S; ++a) to[Index{rows[i]} * S + a] += from[i * S + a];
}

template <int S>
void take_rows(const double* from, const std::vector<int>& rows, double* to) {
  for (size_t i = 0; i < rows.size(); ++i)
    for (int a = 0; a < S; ++a) to[i * S + a] = from[Index{rows[i]} * S + a];
}

/// Calls f with the stride as a constant.
template <class F>
void with_stride(int stride, const F& f) {
  if (stride == 4) return f(std::integral_constant<int, 4>());
  if (stride == 2) return f(std::integral_constant<int, 2>());
  return f(std::integral_constant<int, 1>());
}

}  // namespace

struct PanelSweep::Job {
  RowBlock<const double> b;
  RowBlock<double> x;
  const SweepBorder* border;
  int stride, mu_dim, mu_stride;
};

PanelSweep::PanelSweep(const PanelFactor& factor, const Workers& workers)
    : factor_(factor), workers_(workers) {
  const size_t num_items = 2 * factor.tasks().size() + 1;
  done_ = std::make_unique<std::atomic<unsigned>[]>(num_items);
  for (size_t i = 0; i < num_items; ++i) done_[i] = 0;
}

void PanelSweep::prepare(const Job& job) {
  const auto at_least = [](AlignedVector<double>& memory, Index size) {
    if (static_cast<Index>(memory.size()) < size) memory.resize(size);
  };
  at_least(x_, factor_.num_workspace_rows() * job.stride);
  Index most_rows = factor_.most_rows();
  if (const SweepBorder* border = job.border) {
    at_least(mu_, border->num_rows * job.stride);
    at_least(total_, Index{border->num_constraints} * job.stride);
    most_rows = std::max<Index>({most_rows, border->most_active, border->num_constraints});
  }
  scratch_each_ = std::max(scratch_each_, scratch_size(most_rows));
  at_least(scratch_, scratch_each_ * workers_.num_threads());
}

void PanelSweep::run(RowBlock<const double> b, RowBlock<double> x, const SweepBorder* border) {
  if (factor_.size() == 0) return;
  Job job{.b = b, .x = x, .border = border, .stride = stride_of(b.dim)};
  if (border) {
    job.mu_dim = border->kind == BorderKind::split ? b.dim : 1;
    job.mu_stride = stride_of(job.mu_dim);
  }
  prepare(job);
  ++current_;
  next_ = 0;
  workers_.for_ranges(workers_.num_threads(), 1, [&](Index begin, Index) {
    work(job, scratch_.data() + begin * scratch_each_);
  });
}

void PanelSweep::wait_for(int item) const {
  // whoever drew it is at work on it: it never waits for anything drawn later
  for (int spins = 0; done_[item].load(std::memory_order_acquire) != current_; ++spins)
    if (spins > 2000) std::this_thread::yield();
}

void PanelSweep::work(const Job& job, double* scratch) {
  const std::vector<int>& schedule = factor_.schedule();
  const int count = static_cast<int>(schedule.size());
  // items: the tasks on the way up, the turn, the tasks on the way down
  for (int item = next_++; item < 2 * count + 1; item = next_++) {
    int mark = 2 * count;
    if (item < count) {
      mark = schedule[item];
      for (int child : factor_.tasks()[mark].children) wait_for(child);
      forward(job, mark, scratch);
    } else if (item == count) {
      for (int t = 0; t < count; ++t)
        if (factor_.tasks()[t].parent < 0) wait_for(t);
      if (job.border) turn(job, scratch);
    } else {
      const int task = schedule[2 * count - item];
      const int parent = factor_.tasks()[task].parent;
      wait_for(parent < 0 ? 2 * count : count + parent);
      backward(job, task, scratch);
      mark = count + task;
    }
    done_[mark].store(current_, std::memory_order_release);
  }
}

void PanelSweep::forward(const Job& job, int t, double* scratch) {
  const PanelTask& task = factor_.tasks()[t];
  double* x = x_.data() + task.workspace * job.stride;
  double* mu = job.border ? mu_.data() + job.border->tasks[t].begin * job.mu_stride : nullptr;

  // its rows of b, nothing on the boundary, and what the children add
  const int* order = factor_.order().data() + task.first;
  with_stride(job.stride, [&](auto stride) {
    constexpr int S = stride();
    constexpr int D = S == 4 ? 3 : S;
    for (int i = 0; i < task.width; ++i) {
      const double* from = job.b.data + order[i] * job.b.stride;
      for (int a = 0; a < S; ++a) x[Index{i} * S + a] = a < D ? from[a] : 0.0;
    }
    std::fill(x + Index{task.width} * S, x + task.num_rows() * S, 0.0);
    for (int c : task.children) {
      const PanelTask& child = factor_.tasks()[c];
      add_rows<S>(x_.data() + (child.workspace + child.width) * S, child.in_parent, x);
    }
  });
  if (job.border)
    with_stride(job.mu_stride, [&](auto stride) {
      constexpr int S = stride();
      std::fill_n(mu, Index{job.border->tasks[t].num_active} * S, 0.0);
      for (int c : task.children) {
        const SweepBorder::Task& child = job.border->tasks[c];
        add_rows<S>(mu_.data() + child.begin * S, child.in_parent, mu);
      }
    });

  const std::vector<Panel>& panels = job.border ? *job.border->panels : factor_.panels();
  forward_panels({.begin = panels.data() + task.begin,
                  .end = panels.data() + task.end,
                  .dim = job.b.dim,
                  .kind = job.border ? job.border->kind : BorderKind::split,
                  .x = x,
                  .mu = mu,
                  .scratch = scratch});
}

void PanelSweep::turn(const Job& job, double* scratch) {
  double* total = total_.data();
  const Index size = Index{job.border->num_constraints} * job.mu_stride;
  std::fill_n(total, size, 0.0);
  with_stride(job.mu_stride, [&](auto stride) {
    for (size_t t = 0; t < factor_.tasks().size(); ++t) {
      if (factor_.tasks()[t].parent >= 0) continue;
      const SweepBorder::Task& root = job.border->tasks[t];
      add_rows<stride()>(mu_.data() + root.begin * stride(), root.in_parent, total);
    }
  });
  const PanelRun run{.begin = &job.border->turn,
                     .end = &job.border->turn + 1,
                     .dim = job.mu_dim,
                     .x = total,
                     .scratch = scratch};
  forward_panels(run);
  backward_panels(run);
  for (Index i = 0; i < size; ++i) total[i] = -total[i];
}

void PanelSweep::backward(const Job& job, int t, double* scratch) {
  const PanelTask& task = factor_.tasks()[t];
  double* x = x_.data() + task.workspace * job.stride;
  double* nu = job.border ? mu_.data() + job.border->tasks[t].begin * job.mu_stride : nullptr;

  // the boundary and the multipliers come from above
  if (task.parent >= 0)
    with_stride(job.stride, [&](auto stride) {
      const PanelTask& parent = factor_.tasks()[task.parent];
      take_rows<stride()>(x_.data() + parent.workspace * stride(), task.in_parent,
                          x + Index{task.width} * stride());
    });
  if (job.border)
    with_stride(job.mu_stride, [&](auto stride) {
      const double* above = task.parent < 0
                                ? total_.data()
                                : mu_.data() + job.border->tasks[task.parent].begin * stride();
      take_rows<stride()>(above, job.border->tasks[t].in_parent, nu);
    });

  const std::vector<Panel>& panels = job.border ? *job.border->panels : factor_.panels();
  backward_panels({.begin = panels.data() + task.begin,
                   .end = panels.data() + task.end,
                   .dim = job.b.dim,
                   .kind = job.border ? job.border->kind : BorderKind::split,
                   .x = x,
                   .mu = nu,
                   .scratch = scratch});

  const int* order = factor_.order().data() + task.first;
  with_stride(job.stride, [&](auto stride) {
    constexpr int S = stride();
    constexpr int D = S == 4 ? 3 : S;
    for (int i = 0; i < task.width; ++i)
      for (int a = 0; a < D; ++a) job.x.data[order[i] * job.x.stride + a] = x[Index{i} * S + a];
  });
}

std::size_t PanelSweep::memory_bytes() const {
  return sizeof(double) * (x_.size() + mu_.size() + total_.size() + scratch_.size());
}

}  // namespace descant
