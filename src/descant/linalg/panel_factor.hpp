// linalg/panel_factor.hpp: a sparse Cholesky factor as dense panels, cut into tasks for threads.
//
//   Π A Πᵀ = L Lᵀ under METIS's order, one front at a time: with F the rows of A in a supernode and
//   what its children left,
//
//     F_JJ = L_JJ L_JJᵀ    L_RJ = F_RJ L_JJ⁻ᵀ    F_RR − L_RJ L_RJᵀ is left for the parent
//
// all dense, and Eigen's. What is kept is the panel of panel_kernels.hpp, not L.
//
// A task is a forest of small subtrees of the elimination tree, or one supernode above them. It
// works in a workspace of its own: its columns, then its boundary, the rows further up that it
// adds to. Its parent takes the boundary over, child by child in a fixed order; so results do not
// depend on which thread ran what.

#pragma once

#include <memory>
#include <vector>

#include "descant/core/parallel.hpp"
#include "descant/linalg/aligned.hpp"
#include "descant/linalg/panel_kernels.hpp"
#include "descant/linalg/supernodes.hpp"

namespace descant {

/// A piece of work. Rows are numbered within its workspace: columns first, then the boundary.
struct PanelTask {
  int begin = 0, end = 0;      ///< supernodes
  int first = 0, width = 0;    ///< columns
  int parent = -1;             ///< task; -1 at a root
  std::vector<int> boundary;   ///< rows of L beyond its columns, sorted
  std::vector<int> in_parent;  ///< the same, as rows of the parent's workspace
  std::vector<int> children;   ///< tasks
  Index workspace = 0;         ///< where its workspace begins, in rows
  double work = 0;             ///< of one solve, in units of one stored entry

  Index num_rows() const { return width + static_cast<Index>(boundary.size()); }
};

/// How the numbers of a factor are kept. In single precision they take half the memory, and stand
/// for a matrix that differs from A by about 1e-7; sums are taken in double either way, so a factor
/// and its transpose match to round-off.
enum class Storage { full, single };

class PanelFactor {
 public:
  /// Throws InputError where A is not (numerically) positive definite.
  /// @param A  both triangles, compressed
  PanelFactor(const SparseMatrix& A, const Workers& workers, Storage storage);

  Index size() const { return static_cast<Index>(order_.size()); }
  Index num_nonzeros() const { return num_nonzeros_; }  ///< of L, without the panels' zeros
  std::size_t value_bytes() const;                      ///< of the panels, zeros included
  Index num_workspace_rows() const { return num_workspace_rows_; }
  Index most_rows() const { return most_rows_; }  ///< of any panel
  std::size_t memory_bytes() const;

  const std::vector<int>& order() const { return order_; }        ///< unknown of each column of L
  const std::vector<int>& position() const { return position_; }  ///< column of each unknown
  const std::vector<Supernode>& supernodes() const { return supernodes_; }
  const std::vector<Panel>& panels() const { return panels_; }  ///< without a border
  const std::vector<PanelTask>& tasks() const { return tasks_; }
  const std::vector<int>& schedule() const {
    return schedule_;
  }  ///< tasks, children before parents
  int task_of(int supernode) const { return task_of_[supernode]; }

 private:
  void make_tasks();
  void number_rows();
  void lay_out(Storage storage);
  bool factorize(const SparseMatrix& A, const Workers& workers);
  bool factorize_front(const SparseMatrix& A, int supernode, std::vector<int>& where,
                       std::vector<Matrix>& left);
  void pack(int supernode, const Matrix& panel);

  std::vector<int> order_, position_;
  Index num_nonzeros_ = 0, num_workspace_rows_ = 0, most_rows_ = 0;
  std::vector<Supernode> supernodes_;
  std::vector<PanelTask> tasks_;
  std::vector<int> task_of_, schedule_;
  std::vector<int> local_rows_;             ///< rows of all supernodes, within their workspaces
  std::vector<std::vector<int>> children_;  ///< supernodes below each
  std::vector<Panel> panels_;
  std::vector<Index> panel_begin_;
  AlignedVector<double> values_;
  AlignedVector<float> single_;
};

/// Writes M (rows × columns, with columns of the triangle form skipping the tiles above them) as
/// the strips of a panel.
template <class T>
void pack_triangle(const Matrix& M, T* values);

}  // namespace descant
