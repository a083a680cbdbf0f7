// linalg/supernodes.cpp: the elimination tree and its amalgamation.

#include "descant/linalg/supernodes.hpp"

#include <algorithm>
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

std::vector<Supernode> find_supernodes(const SparseMatrix& L) {
  const int size = static_cast<int>(L.cols());
  const int* outer = L.outerIndexPtr();
  const int* inner = L.innerIndexPtr();
  const auto count = [&](int j) { return outer[j + 1] - outer[j]; };
  const auto parent = [&](int j) { return count(j) > 1 ? inner[outer[j] + 1] : -1; };

  struct Node {
    int first, width, num_rows;
  };
  std::vector<Node> nodes;
  for (int j = 0; j < size; ++j) {
    // columns whose rows are those of the next, and the next itself
    Node node{j, 1, count(j) - 1};
    while (parent(j) == j + 1 && count(j) == count(j + 1) + 1) {
      ++j;
      ++node.width;
      --node.num_rows;
    }
    // the child numbered last may join, then the one that is last after that
    while (!nodes.empty()) {
      const Node& child = nodes.back();
      const int above = parent(child.first + child.width - 1);
      if (above < node.first || above >= node.first + node.width) break;
      if (panel_cost(child.width + node.width, node.num_rows) >
          panel_cost(child.width, child.num_rows) + panel_cost(node.width, node.num_rows))
        break;
      node.first = child.first;
      node.width += child.width;
      nodes.pop_back();
    }
    nodes.push_back(node);
  }

  std::vector<int> owner(size);
  std::vector<Supernode> result(nodes.size());
  for (size_t s = 0; s < nodes.size(); ++s) {
    const Node& node = nodes[s];
    const int last = node.first + node.width - 1;
    result[s].first = node.first;
    result[s].width = node.width;
    result[s].rows.assign(inner + outer[last] + 1, inner + outer[last + 1]);
    std::fill_n(owner.begin() + node.first, node.width, static_cast<int>(s));
  }
  for (Supernode& node : result)
    if (!node.rows.empty()) node.parent = owner[node.rows.front()];
  return result;
}

}  // namespace descant
