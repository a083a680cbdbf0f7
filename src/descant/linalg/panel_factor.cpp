// linalg/panel_factor.cpp: cutting into tasks, factoring, packing.

#include "descant/linalg/panel_factor.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "descant/core/error.hpp"
#include "descant/linalg/ordering.hpp"

namespace descant {
namespace {

constexpr int num_pieces = 32;  ///< subtrees larger than one part in so many are cut

/// Where row `row` of L stands in the workspace of a task.
int local_row(const PanelTask& task, int row) {
  if (row < task.first + task.width) return row - task.first;
  const auto at = std::lower_bound(task.boundary.begin(), task.boundary.end(), row);
  return task.width + static_cast<int>(at - task.boundary.begin());
}

}  // namespace

PanelFactor::PanelFactor(const SparseMatrix& A, const Workers& workers, Storage storage)
    : order_(postordered(A, fill_reducing_order(A))), position_(order_.size()) {
  for (size_t k = 0; k < order_.size(); ++k) position_[order_[k]] = static_cast<int>(k);
  SymbolicFactor symbolic = symbolic_factor(A, order_);
  num_nonzeros_ = symbolic.num_nonzeros;
  supernodes_ = std::move(symbolic.supernodes);
  make_tasks();
  number_rows();
  lay_out(storage);
  if (!factorize(A, workers))
    throw InputError("material", "the metric of the body cannot be factored",
                     "Bring stiffness, density and size closer to each other");
}

void PanelFactor::make_tasks() {
  // the work below and at each supernode
  const int count = static_cast<int>(supernodes_.size());
  std::vector<double> work(count);
  std::vector<int> first_below(count);  ///< first supernode of the subtree
  std::iota(first_below.begin(), first_below.end(), 0);
  double total = 0;
  for (int s = 0; s < count; ++s) {
    total += supernodes_[s].cost();
    work[s] += supernodes_[s].cost();
    const int parent = supernodes_[s].parent;
    if (parent < 0) continue;
    work[parent] += work[s];
    first_below[parent] = std::min(first_below[parent], first_below[s]);
  }

  // neighbouring small subtrees under one supernode share a task; each supernode above has its own
  const double limit = total / num_pieces;
  task_of_.resize(count);
  std::vector<int> above;  ///< supernode above each task
  for (int s = 0; s < count; ++s) {
    const int parent = supernodes_[s].parent;
    const bool is_small = work[s] <= limit;
    if (is_small && parent >= 0 && work[parent] <= limit) continue;
    const int begin = is_small ? first_below[s] : s;
    if (is_small && !tasks_.empty() && tasks_.back().end == begin && above.back() == parent &&
        tasks_.back().work + work[s] <= limit) {
      tasks_.back().end = s + 1;
      tasks_.back().work += work[s];
    } else {
      tasks_.push_back({.begin = begin, .end = s + 1});
      tasks_.back().work = is_small ? work[s] : supernodes_[s].cost();
      above.push_back(parent);
    }
  }

  // columns, boundaries and the tree of tasks
  for (size_t t = 0; t < tasks_.size(); ++t) {
    PanelTask& task = tasks_[t];
    task.first = supernodes_[task.begin].first;
    task.width = supernodes_[task.end - 1].end() - task.first;
    for (int s = task.begin; s < task.end; ++s) {
      task_of_[s] = static_cast<int>(t);
      for (int row : supernodes_[s].rows)
        if (row >= task.first + task.width) task.boundary.push_back(row);
    }
    std::sort(task.boundary.begin(), task.boundary.end());
    task.boundary.erase(std::unique(task.boundary.begin(), task.boundary.end()),
                        task.boundary.end());
  }
  for (size_t t = 0; t < tasks_.size(); ++t)
    if (above[t] >= 0) {
      tasks_[t].parent = task_of_[above[t]];
      tasks_[tasks_[t].parent].children.push_back(static_cast<int>(t));
    }
}

void PanelFactor::number_rows() {
  // height above the leaves, then the largest first: children come before parents
  std::vector<int> height(tasks_.size(), 0);
  for (const PanelTask& task : tasks_) {
    const auto t = static_cast<size_t>(&task - tasks_.data());
    if (task.parent >= 0) height[task.parent] = std::max(height[task.parent], height[t] + 1);
  }
  schedule_.resize(tasks_.size());
  std::iota(schedule_.begin(), schedule_.end(), 0);
  std::stable_sort(schedule_.begin(), schedule_.end(), [&](int a, int b) {
    return height[a] != height[b] ? height[a] < height[b] : tasks_[a].work > tasks_[b].work;
  });

  for (PanelTask& task : tasks_) {
    for (int row : task.boundary) task.in_parent.push_back(local_row(tasks_[task.parent], row));
    task.workspace = num_workspace_rows_;
    num_workspace_rows_ += (task.num_rows() + tile_rows - 1) / tile_rows * tile_rows;
  }
  for (size_t s = 0; s < supernodes_.size(); ++s)
    for (int row : supernodes_[s].rows) local_rows_.push_back(local_row(tasks_[task_of_[s]], row));
}

void PanelFactor::lay_out(Storage storage) {
  children_.resize(supernodes_.size());
  panel_begin_.assign(1, 0);
  Index row = 0;
  for (size_t s = 0; s < supernodes_.size(); ++s) {
    const Supernode& node = supernodes_[s];
    if (node.parent >= 0) children_[node.parent].push_back(static_cast<int>(s));
    const PanelShape shape{node.width, static_cast<int>(node.rows.size())};
    panels_.push_back({.first = node.first - tasks_[task_of_[s]].first,
                       .shape = shape,
                       .rows = local_rows_.data() + row});
    row += shape.num_rows;
    most_rows_ = std::max<Index>(most_rows_, shape.width + shape.num_rows);
    panel_begin_.push_back(panel_begin_.back() + shape.num_values());
  }
  if (storage == Storage::single)
    single_.resize(panel_begin_.back());
  else
    values_.resize(panel_begin_.back());
}

bool PanelFactor::factorize(const SparseMatrix& A, const Workers& workers) {
  // tasks in the order of the queue; each waits for its children only
  const int count = static_cast<int>(tasks_.size());
  std::vector<std::atomic<bool>> done(count);
  std::atomic<bool> failed{false};
  std::atomic<int> next{0};
  std::vector<Matrix> left(supernodes_.size());
  workers.for_ranges(workers.num_threads(), 1, [&](Index, Index) {
    std::vector<int> where(order_.size());
    for (int item = next++; item < count; item = next++) {
      const PanelTask& task = tasks_[schedule_[item]];
      for (int child : task.children)
        while (!done[child].load(std::memory_order_acquire)) std::this_thread::yield();
      for (int s = task.begin; s < task.end && !failed; ++s)
        if (!factorize_front(A, s, where, left)) failed = true;
      done[schedule_[item]].store(true, std::memory_order_release);
    }
  });
  return !failed;
}

bool PanelFactor::factorize_front(const SparseMatrix& A, int supernode, std::vector<int>& where,
                                  std::vector<Matrix>& left) {
  const Supernode& node = supernodes_[supernode];
  const Index w = node.width, num_rows = static_cast<Index>(node.rows.size());
  for (Index k = 0; k < w; ++k) where[node.first + k] = static_cast<int>(k);
  for (Index k = 0; k < num_rows; ++k) where[node.rows[k]] = static_cast<int>(w + k);

  // [F_JJ; F_RJ] and the lower triangle of F_RR: the rows of A, and what the children left
  Matrix F = Matrix::Zero(w + num_rows, w);
  Matrix& rest = left[supernode];
  rest.setZero(num_rows, num_rows);
  for (Index k = 0; k < w; ++k)
    for (SparseMatrix::InnerIterator it(A, order_[node.first + k]); it; ++it)
      if (position_[it.row()] >= node.first + k) F(where[position_[it.row()]], k) += it.value();
  for (int child : children_[supernode]) {
    const std::vector<int>& rows = supernodes_[child].rows;
    for (size_t j = 0; j < rows.size(); ++j) {
      const Index column = where[rows[j]];
      double* to = column < w ? &F(0, column) : &rest(0, column - w) - w;
      const double* from = &left[child](0, static_cast<Index>(j));
      for (size_t i = j; i < rows.size(); ++i) to[where[rows[i]]] += from[i];
    }
    left[child].resize(0, 0);
  }

  // Eigen accepts NaN pivots: a factor that is not finite is no factor
  Eigen::Ref<Matrix> F_JJ = F.topRows(w);
  const Eigen::LLT<Eigen::Ref<Matrix>> cholesky(F_JJ);
  if (cholesky.info() != Eigen::Success || !F_JJ.diagonal().allFinite()) return false;
  auto L_RJ = F.bottomRows(num_rows);
  if (num_rows > 0) {
    F_JJ.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(L_RJ);
    rest.selfadjointView<Eigen::Lower>().rankUpdate(L_RJ, -1);
  }

  // [L_JJ⁻¹; −L_RJ L_JJ⁻¹]
  Matrix inverse = Matrix::Identity(w, w);
  F_JJ.triangularView<Eigen::Lower>().solveInPlace(inverse);
  if (num_rows > 0) L_RJ *= -inverse;
  F_JJ = inverse;
  pack(supernode, F);
  return true;
}

void PanelFactor::pack(int supernode, const Matrix& panel) {
  const Index begin = panel_begin_[supernode];
  if (single_.empty()) {
    pack_triangle(panel, values_.data() + begin);
    panels_[supernode].values = values_.data() + begin;
  } else {
    pack_triangle(panel, single_.data() + begin);
    panels_[supernode].single = single_.data() + begin;
  }
}

std::size_t PanelFactor::value_bytes() const {
  return values_.size() * sizeof(double) + single_.size() * sizeof(float);
}

std::size_t PanelFactor::memory_bytes() const {
  std::size_t total = value_bytes() + local_rows_.size() * sizeof(int) * 2 +
                      panels_.size() * (sizeof(Panel) + sizeof(Supernode)) +
                      order_.size() * sizeof(int) * 2;
  for (const PanelTask& task : tasks_)
    total += sizeof(PanelTask) + task.boundary.size() * sizeof(int) * 2;
  return total;
}

template <class T>
void pack_triangle(const Matrix& M, T* values) {
  const Index width = M.cols(), rows = M.rows();
  const Index padded = num_tiles(static_cast<int>(rows)) * Index{tile_rows};
  for (Index k = 0; k < width; k += strip_columns)
    for (Index top = k / tile_rows * tile_rows; top < padded; top += tile_rows)
      for (Index j = k; j < std::min(width, k + strip_columns); ++j)
        for (Index i = top; i < top + tile_rows; ++i)
          *values++ = static_cast<T>(i < rows ? M(i, j) : 0.0);
}

template void pack_triangle(const Matrix& M, double* values);
template void pack_triangle(const Matrix& M, float* values);

}  // namespace descant
