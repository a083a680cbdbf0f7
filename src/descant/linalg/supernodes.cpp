// linalg/supernodes.cpp: the elimination tree and its amalgamation.

#include "descant/linalg/supernodes.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "descant/linalg/panel_kernels.hpp"

namespace descant {
namespace {

/// The parent of every column in the elimination tree; -1 at roots.
std::vector<int> elimination_tree(const SparseMatrix& pattern, const std::vector<int>& order) {
  const int size = static_cast<int>(order.size());
  std::vector<int> position(size), parent(size, -1), ancestor(size, -1);
  for (int k = 0; k < size; ++k) position[order[k]] = k;
  for (int k = 0; k < size; ++k)
    for (SparseMatrix::InnerIterator it(pattern, order[k]); it; ++it) {
      // climb from each earlier neighbour to the top of its tree, shortening the way for the next
      int node = position[it.row()];
      while (node < k && node != -1) {
        const int next = ancestor[node];
        ancestor[node] = k;
        if (next == -1) parent[node] = k;
        node = next;
      }
    }
  return parent;
}

/// The rows of L below the diagonal of a column: its own of A, and those of its children.
std::vector<int> merged_rows(int column, std::vector<int> own,
                             const std::vector<const std::vector<int>*>& children) {
  for (const std::vector<int>* child : children) {
    std::vector<int> both;
    both.reserve(own.size() + child->size());
    std::set_union(own.begin(), own.end(), child->begin(), child->end(), std::back_inserter(both));
    own = std::move(both);
  }
  own.erase(own.begin(), std::upper_bound(own.begin(), own.end(), column));
  return own;
}

/// Runs of columns whose rows are those of the next column, and that column itself.
std::vector<Supernode> plain_supernodes(const SparseMatrix& pattern,
                                        const std::vector<int>& order) {
  const int size = static_cast<int>(order.size());
  const std::vector<int> parent = elimination_tree(pattern, order);
  std::vector<int> position(size);
  for (int k = 0; k < size; ++k) position[order[k]] = k;

  std::vector<Supernode> nodes;
  std::vector<std::vector<int>> children(size);  ///< supernodes that end right below a column
  for (int j = 0; j < size; ++j) {
    std::vector<int> own;
    for (SparseMatrix::InnerIterator it(pattern, order[j]); it; ++it)
      if (position[it.row()] > j) own.push_back(position[it.row()]);
    std::sort(own.begin(), own.end());

    // a lone child whose rows hold all of it: one more column of that supernode
    if (j > 0 && parent[j - 1] == j && children[j].size() == 1) {
      Supernode& last = nodes.back();
      if (std::includes(last.rows.begin(), last.rows.end(), own.begin(), own.end())) {
        last.rows.erase(last.rows.begin());
        ++last.width;
        if (parent[j] >= 0) children[parent[j]].push_back(static_cast<int>(nodes.size()) - 1);
        continue;
      }
    }
    std::vector<const std::vector<int>*> below;
    for (int s : children[j]) below.push_back(&nodes[s].rows);
    std::vector<int> rows = merged_rows(j, std::move(own), below);
    nodes.push_back({.first = j, .width = 1, .parent = -1, .rows = std::move(rows)});
    if (parent[j] >= 0) children[parent[j]].push_back(static_cast<int>(nodes.size()) - 1);
  }
  return nodes;
}

/// The price of a panel in entries: what is stored, and what a row, a column and a call cost
/// beside.
double panel_cost(int width, int num_rows) {
  constexpr double per_row = 4, per_column = 4, per_panel = 100;
  return static_cast<double>(PanelShape{width, num_rows}.num_values()) + per_row * num_rows +
         per_column * width + per_panel;
}

}  // namespace

double Supernode::cost() const { return panel_cost(width, static_cast<int>(rows.size())); }

std::vector<int> postordered(const SparseMatrix& pattern, const std::vector<int>& order) {
  const int size = static_cast<int>(order.size());
  const std::vector<int> parent = elimination_tree(pattern, order);

  // children of each node, the largest subtree last: it can be merged with its parent
  std::vector<int> weight(size, 1);
  for (int j = 0; j < size; ++j)
    if (parent[j] >= 0) weight[parent[j]] += weight[j];
  std::vector<std::vector<int>> children(size + 1);
  for (int j = 0; j < size; ++j) children[parent[j] >= 0 ? parent[j] : size].push_back(j);
  for (auto& list : children)
    std::stable_sort(list.begin(), list.end(), [&](int a, int b) { return weight[a] > weight[b]; });

  // parents before their children, filled in from the end
  std::vector<int> result(size), stack = children[size];
  for (int k = size - 1; k >= 0; --k) {
    const int node = stack.back();
    stack.pop_back();
    result[k] = order[node];
    for (auto it = children[node].rbegin(); it != children[node].rend(); ++it) stack.push_back(*it);
  }
  return result;
}

SymbolicFactor symbolic_factor(const SparseMatrix& pattern, const std::vector<int>& order) {
  // columns of like sparsity; each may then take in the child numbered last, again and again
  SymbolicFactor result;
  std::vector<Supernode>& nodes = result.supernodes;
  for (Supernode& node : plain_supernodes(pattern, order)) {
    const double w = node.width, r = static_cast<double>(node.rows.size());
    result.num_nonzeros += static_cast<Index>(w * (w + 1) / 2 + w * r);
    while (!nodes.empty()) {
      const Supernode& child = nodes.back();
      if (child.rows.empty() || child.rows.front() >= node.end()) break;
      const double merged =
          panel_cost(child.width + node.width, static_cast<int>(node.rows.size()));
      if (merged > child.cost() + node.cost()) break;
      node.first = child.first;
      node.width += child.width;
      nodes.pop_back();
    }
    nodes.push_back(std::move(node));
  }

  std::vector<int> owner(order.size());
  for (size_t s = 0; s < nodes.size(); ++s)
    std::fill_n(owner.begin() + nodes[s].first, nodes[s].width, static_cast<int>(s));
  for (Supernode& node : nodes) node.parent = node.rows.empty() ? -1 : owner[node.rows.front()];
  return result;
}

}  // namespace descant
