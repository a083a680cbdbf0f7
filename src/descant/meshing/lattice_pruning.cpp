// meshing/lattice_pruning.cpp: simple elements.
//
// Taking an element away leaves the topology as it is where the part of its boundary that it shares
// with others is connected and has Euler characteristic 1. It makes no hinge where, around each of
// its vertices, the others stay connected across faces.

#include "descant/meshing/lattice_pruning.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace descant {
namespace {

constexpr double little = 0.05;  ///< of an element: not worth its unknowns

class Pruner {
 public:
  explicit Pruner(const PruningInput& input)
      : input_(input), is_kept_(input.elements.size(), true) {
    for (int e = 0; e < static_cast<int>(input.elements.size()); ++e) {
      for (const int i : input.elements[e]) stars_[i].push_back(e);
    }
  }

  std::vector<bool> run() {
    std::vector<int> order;
    for (int e = 0; e < static_cast<int>(is_kept_.size()); ++e) {
      if (!input_.is_needed[e] && input_.fill[e] < little) order.push_back(e);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return input_.fill[a] < input_.fill[b]; });
    // one that goes may make room for its neighbours
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const int e : order) {
        if (!is_kept_[e] || !is_simple(e) || makes_hinge(e)) continue;
        is_kept_[e] = false;
        has_changed = true;
      }
    }
    return is_kept_;
  }

 private:
  /// The corners (bits) that elements e and f have in common.
  unsigned common(int e, int f) const {
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k) {
      const auto& corners = input_.elements[f];
      const bool is_there =
          std::find(corners.begin(), corners.end(), input_.elements[e][k]) != corners.end();
      if (is_there) bits |= 1u << k;
    }
    return bits;
  }

  bool is_simple(int e) const {
    // which corners, edges and faces (by bits) others have too
    std::array<bool, 16> is_shared{};
    for (const int i : input_.elements[e]) {
      for (const int f : stars_.at(i)) {
        if (f == e || !is_kept_[f]) continue;
        const unsigned bits = common(e, f);
        for (unsigned part = bits; part > 0; part = (part - 1) & bits) is_shared[part] = true;
      }
    }
    if (is_shared[15]) return false;
    int euler = 0;
    std::array<int, 4> group = {0, 1, 2, 3};
    for (unsigned part = 1; part < 15; ++part) {
      if (!is_shared[part]) continue;
      const int size = __builtin_popcount(part);
      euler += size % 2 ? 1 : -1;
      // corners of a shared edge are together
      if (size != 2) continue;
      const int a = __builtin_ctz(part), b = 31 - __builtin_clz(part);
      const int from = group[b], to = group[a];
      for (int& g : group) g = g == from ? to : g;
    }
    int first = -1;
    for (int k = 0; k < 4; ++k) {
      if (!is_shared[1u << k]) continue;
      if (first >= 0 && group[k] != group[first]) return false;
      if (first < 0) first = k;
    }
    return euler == 1;
  }

  bool makes_hinge(int e) const {
    for (const int i : input_.elements[e]) {
      std::vector<int> others;
      for (const int f : stars_.at(i)) {
        if (f != e && is_kept_[f]) others.push_back(f);
      }
      if (num_groups(others) > 1) return true;
    }
    return false;
  }

  /// Into how many groups elements fall that are connected across faces.
  int num_groups(const std::vector<int>& elements) const {
    std::vector<int> group(elements.size());
    std::iota(group.begin(), group.end(), 0);
    auto count = static_cast<int>(elements.size());
    for (std::size_t a = 0; a < elements.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (group[a] == group[b]) continue;
        if (__builtin_popcount(common(elements[a], elements[b])) != 3) continue;
        const int from = group[a], to = group[b];
        for (int& g : group) g = g == from ? to : g;
        --count;
      }
    }
    return count;
  }

  const PruningInput& input_;
  std::vector<bool> is_kept_;
  std::unordered_map<int, std::vector<int>> stars_;  ///< the elements around each vertex
};

}  // namespace

std::vector<bool> pruned_elements(const PruningInput& input) { return Pruner(input).run(); }

}  // namespace descant
