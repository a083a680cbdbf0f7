// core/disjoint_sets.hpp: items 0 … n − 1 in sets that are joined two at a time.

#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace descant {

/// Every item starts as a set of its own. A set is known by its smallest item, whatever the order
/// in which it was joined.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count = 0) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int size() const { return static_cast<int>(parent_.size()); }

  /// Adds an item, a set of its own; returns its number.
  int add() {
    parent_.push_back(size());
    return size() - 1;
  }

  /// The smallest item of a set. Not for several threads at once: what was looked up is remembered.
  int root(int item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }

  /// Makes two sets one; returns whether they were apart.
  bool join(int a, int b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

  /// The number of each item's set, the sets counted in order of their first items.
  std::vector<int> numbered() {
    std::vector<int> number(parent_.size());
    int count = 0;
    for (int i = 0; i < size(); ++i) number[i] = root(i) == i ? count++ : number[root(i)];
    return number;
  }

 private:
  std::vector<int> parent_;  ///< an item of the same set that is no larger
};

}  // namespace descant
