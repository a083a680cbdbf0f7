// linalg/border.cpp: which constraints reach where, their forward solves, and S.

#include "descant/linalg/border.hpp"

#include <algorithm>
#include <atomic>

#include "descant/linalg/schur_complement.hpp"

namespace descant {
namespace {

constexpr int group_size = tile_rows;  ///< constraints solved for together
constexpr int num_chunks = 8;          ///< parts S is summed in, whatever the number of threads

}  // namespace

Border::Border(const PanelFactor& factor, int dim, const Workers& workers)
    : factor_(factor), dim_(dim), workers_(workers), supernode_of_(factor.size()) {
  for (size_t s = 0; s < factor.supernodes().size(); ++s)
    std::fill_n(supernode_of_.begin() + factor.supernodes()[s].first, factor.supernodes()[s].width,
                static_cast<int>(s));
  sweep_.panels = &panels_;
}

bool Border::set(const SparseMatrix& Z, BorderKind kind) {
  if (!has_pattern(Z, kind)) analyze(Z, kind);
  if (Z.cols() == 0) return true;

  // Y, a few columns at a time
  const int num_items = static_cast<int>(groups_.size()) * num_planes();
  scratch_.resize(workers_.num_threads());
  std::atomic<int> next{0};
  workers_.for_ranges(workers_.num_threads(), 1, [&](Index begin, Index) {
    for (int item = next++; item < num_items; item = next++)
      half_solve(Z, item / num_planes(), item % num_planes(), scratch_[begin].x,
                 scratch_[begin].more);
  });

  // S in parts, added in order
  const Index num_parts = static_cast<Index>(chunks_.size()) - 1;
  partial_.resize(num_parts);
  std::atomic<Index> next_part{0};
  workers_.for_ranges(workers_.num_threads(), 1, [&](Index begin, Index) {
    for (Index part = next_part++; part < num_parts; part = next_part++)
      gram(partial_[part], chunks_[part], chunks_[part + 1], scratch_[begin].more);
  });
  for (Index part = 1; part < num_parts; ++part) partial_[0] += partial_[part];
  return factorize(partial_[0]);
}

bool Border::has_pattern(const SparseMatrix& Z, BorderKind kind) const {
  return kind == kind_ && Z.rows() == rows_ && static_cast<size_t>(Z.cols() + 1) == outer_.size() &&
         std::equal(outer_.begin(), outer_.end(), Z.outerIndexPtr()) &&
         std::equal(inner_.begin(), inner_.end(), Z.innerIndexPtr());
}

void Border::analyze(const SparseMatrix& Z, BorderKind kind) {
  kind_ = sweep_.kind = kind;
  rows_ = Z.rows();
  outer_.assign(Z.outerIndexPtr(), Z.outerIndexPtr() + Z.cols() + 1);
  inner_.assign(Z.innerIndexPtr(), Z.innerIndexPtr() + Z.nonZeros());
  sweep_.num_constraints = static_cast<int>(Z.cols());
  find_active(Z);
  number_active();
  place_entries(Z);

  // where Y lies
  panels_ = factor_.panels();
  std::vector<Index> begin{0};
  double work = 0;
  for (size_t s = 0; s < panels_.size(); ++s) {
    const double count = static_cast<double>(active_[s].size()), w = panels_[s].shape.width;
    work += w * count * count;
    begin.push_back(begin.back() + Index{num_planes()} * panels_[s].shape.width * tile_rows *
                                       num_tiles(static_cast<int>(active_[s].size())));
  }
  values_.assign(begin.back(), 0.0);
  Index at = 0;
  for (size_t s = 0; s < panels_.size(); ++s) {
    panels_[s].num_active = static_cast<int>(active_[s].size());
    panels_[s].active = local_active_.data() + at;
    panels_[s].border = values_.data() + begin[s];
    at += panels_[s].num_active;
  }

  // supernodes by groups of constraints, and by chunks of like work
  groups_.assign((Z.cols() + group_size - 1) / group_size, {});
  chunks_.assign(1, 0);
  double done = 0;
  for (size_t s = 0; s < panels_.size(); ++s) {
    for (int c : active_[s]) {
      std::vector<int>& group = groups_[c / group_size];
      if (group.empty() || group.back() != static_cast<int>(s))
        group.push_back(static_cast<int>(s));
    }
    const double count = static_cast<double>(active_[s].size());
    done += panels_[s].shape.width * count * count;
    if (done * num_chunks >= work * static_cast<double>(chunks_.size()) || s + 1 == panels_.size())
      chunks_.push_back(static_cast<Index>(s) + 1);
  }
}

void Border::find_active(const SparseMatrix& Z) {
  // from each entry of a column up the tree, until the way is known
  const std::vector<Supernode>& supernodes = factor_.supernodes();
  active_.assign(supernodes.size(), {});
  for (int c = 0; c < static_cast<int>(Z.cols()); ++c)
    for (SparseMatrix::InnerIterator it(Z, c); it; ++it) {
      int s = supernode_of_[factor_.position()[static_cast<int>(it.row()) / num_planes()]];
      while (s >= 0 && (active_[s].empty() || active_[s].back() != c)) {
        active_[s].push_back(c);
        s = supernodes[s].parent;
      }
    }
}

void Border::number_active() {
  const std::vector<PanelTask>& tasks = factor_.tasks();
  sweep_.tasks.assign(tasks.size(), {});
  sweep_.num_rows = 0;
  sweep_.most_active = 0;
  local_active_.clear();

  // each task knows the constraints of all its supernodes
  std::vector<std::vector<int>> of_task(tasks.size());
  for (size_t t = 0; t < tasks.size(); ++t) {
    std::vector<int>& all = of_task[t];
    for (int s = tasks[t].begin; s < tasks[t].end; ++s)
      all.insert(all.end(), active_[s].begin(), active_[s].end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    sweep_.tasks[t].begin = sweep_.num_rows;
    sweep_.tasks[t].num_active = static_cast<int>(all.size());
    sweep_.num_rows += num_tiles(static_cast<int>(all.size())) * Index{tile_rows};
  }
  const auto place = [](const std::vector<int>& list, int c) {
    return static_cast<int>(std::lower_bound(list.begin(), list.end(), c) - list.begin());
  };
  for (size_t t = 0; t < tasks.size(); ++t) {
    for (int c : of_task[t])
      sweep_.tasks[t].in_parent.push_back(tasks[t].parent < 0 ? c
                                                              : place(of_task[tasks[t].parent], c));
    for (int s = tasks[t].begin; s < tasks[t].end; ++s) {
      for (int c : active_[s]) local_active_.push_back(place(of_task[t], c));
      sweep_.most_active = std::max(sweep_.most_active, static_cast<int>(active_[s].size()));
    }
  }
}

void Border::place_entries(const SparseMatrix& Z) {
  const int planes = num_planes();
  entries_begin_.assign(1, 0);
  entries_.clear();
  entries_.reserve(Z.nonZeros());
  for (Index c = 0; c < Z.cols(); ++c)
    for (int plane = 0; plane < planes; ++plane) {
      int source = Z.outerIndexPtr()[c];
      for (SparseMatrix::InnerIterator it(Z, c); it; ++it, ++source) {
        const int row = static_cast<int>(it.row());
        if (row % planes != plane) continue;
        const int column = factor_.position()[row / planes];
        const PanelTask& task = factor_.tasks()[factor_.task_of(supernode_of_[column])];
        entries_.push_back({source, static_cast<int>(task.workspace) + column - task.first});
      }
      entries_begin_.push_back(static_cast<Index>(entries_.size()));
    }
}

void Border::half_solve(const SparseMatrix& Z, int group, int plane, AlignedVector<double>& x,
                        AlignedVector<double>& scratch) {
  constexpr Index stride = tile_rows;
  const std::vector<PanelTask>& tasks = factor_.tasks();
  const std::vector<int>& list = groups_[group];
  x.resize(factor_.num_workspace_rows() * stride);
  scratch.resize(std::max<size_t>(scratch.size(), scratch_size(factor_.most_rows())));

  // the columns, in the workspaces of the tasks they reach
  int cleared = -1;
  for (int s : list) {
    const int t = factor_.task_of(s);
    if (t == cleared) continue;
    std::fill_n(x.data() + tasks[t].workspace * stride, tasks[t].num_rows() * stride, 0.0);
    cleared = t;
  }
  for (int lane = 0; lane < group_size && group * group_size + lane < Z.cols(); ++lane) {
    const Index block = Index{group * group_size + lane} * num_planes() + plane;
    for (Index k = entries_begin_[block]; k < entries_begin_[block + 1]; ++k)
      x[entries_[k].row * stride + lane] = Z.valuePtr()[entries_[k].source];
  }

  // forward through the supernodes they reach; a finished task hands its boundary up
  for (size_t i = 0; i < list.size(); ++i) {
    const int t = factor_.task_of(list[i]);
    const PanelTask& task = tasks[t];
    double* workspace = x.data() + task.workspace * stride;
    forward_wide(factor_.panels()[list[i]], workspace, scratch.data());
    keep(list[i], group, plane, workspace);
    if (task.parent < 0 || (i + 1 < list.size() && factor_.task_of(list[i + 1]) == t)) continue;
    double* above = x.data() + tasks[task.parent].workspace * stride;
    const double* boundary = workspace + task.width * stride;
    for (size_t row = 0; row < task.in_parent.size(); ++row)
      for (int a = 0; a < stride; ++a)
        above[task.in_parent[row] * stride + a] += boundary[row * stride + a];
  }
}

void Border::keep(int supernode, int group, int plane, const double* x) {
  const Panel& panel = panels_[supernode];
  const std::vector<int>& active = active_[supernode];
  const int width = panel.shape.width, tiles = num_tiles(panel.num_active);
  const int first = group * group_size;
  const int last = std::min(first + group_size, sweep_.num_constraints);
  const auto begin = std::lower_bound(active.begin(), active.end(), first);
  const auto end = std::lower_bound(begin, active.end(), last);
  const int row = static_cast<int>(begin - active.begin());
  const bool is_tile = end - begin == last - first && row % tile_rows == 0;

  double* values =
      values_.data() + (panel.border - values_.data()) + Index{plane} * tiles * tile_rows * width;
  for (int k = 0; k < width; ++k) {
    const double* from = x + Index{panel.first + k} * tile_rows;
    const int strip = k / strip_columns * strip_columns;
    const int columns = std::min(strip_columns, width - strip);
    double* column = values + Index{strip} * tiles * tile_rows + (k - strip) * tile_rows;
    if (is_tile) {
      std::copy_n(from, tile_rows, column + row / tile_rows * columns * tile_rows);
      continue;
    }
    for (auto at = begin; at != end; ++at) {
      const int to = static_cast<int>(at - active.begin());
      column[to / tile_rows * columns * tile_rows + to % tile_rows] = from[*at - first];
    }
  }
}

void Border::gram(Matrix& S, Index begin, Index end, AlignedVector<double>& scratch) const {
  S.setZero(sweep_.num_constraints, sweep_.num_constraints);
  for (Index s = begin; s < end; ++s) {
    const Panel& panel = panels_[s];
    if (panel.num_active == 0) continue;
    const int tiles = num_tiles(panel.num_active), leading = tiles * tile_rows;
    const size_t size = static_cast<size_t>(leading) * panel.num_active;
    if (scratch.size() < size) scratch.resize(size);
    std::fill_n(scratch.data(), size, 0.0);
    for (int a = 0; a < num_planes(); ++a)
      panel_gram(panel.num_active, panel.shape.width,
                 panel.border + Index{a} * leading * panel.shape.width, scratch.data());
    const std::vector<int>& active = active_[s];
    for (int j = 0; j < panel.num_active; ++j)
      for (int i = j; i < panel.num_active; ++i)
        S(active[i], active[j]) += scratch[Index{j} * leading + i];
  }
}

bool Border::factorize(const Matrix& S) {
  Eigen::LLT<Matrix> cholesky;
  if (!factor_schur_complement(S, cholesky)) return false;

  const Index size = S.rows();
  Matrix inverse = Matrix::Identity(size, size);
  cholesky.matrixL().solveInPlace(inverse);
  sweep_.turn.shape = {static_cast<int>(size), 0};
  turn_.resize(sweep_.turn.shape.num_values());
  pack_triangle(inverse, turn_.data());
  sweep_.turn.values = turn_.data();
  return true;
}

std::size_t Border::memory_bytes() const {
  std::size_t numbers = values_.size() + turn_.size();
  for (const Scratch& scratch : scratch_) numbers += scratch.x.size() + scratch.more.size();
  for (const Matrix& part : partial_) numbers += static_cast<std::size_t>(part.size());
  return numbers * sizeof(double) +
         (local_active_.size() * 2 + entries_.size() * 2 + inner_.size() + outer_.size()) *
             sizeof(int) +
         panels_.size() * sizeof(Panel);
}

}  // namespace descant
