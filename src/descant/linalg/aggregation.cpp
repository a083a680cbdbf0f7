// linalg/aggregation.cpp: groups around unknowns whose neighbours are all free, then the rest.

#include "descant/linalg/aggregation.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

/// Couplings that differ by less are the same: those of a regular lattice do by round-off only.
constexpr double below = 1 - 1e-9;

double strongest_coupling(const SparseMatrix& A, Index i) {
  double strongest = 0;
  for (SparseMatrix::InnerIterator it(A, i); it; ++it)
    if (it.row() != i) strongest = std::max(strongest, std::abs(it.value()));
  return strongest;
}

/// Calls visit(j, |a_ij|) for the unknowns that i is coupled to at least so strongly.
template <class Visit>
void for_neighbours(const SparseMatrix& A, Index i, double least, const Visit& visit) {
  for (SparseMatrix::InnerIterator it(A, i); it; ++it) {
    const double coupling = std::abs(it.value());
    if (it.row() != i && coupling > 0 && coupling >= least) visit(it.row(), coupling);
  }
}

}  // namespace

std::vector<int> aggregates(const SparseMatrix& A) {
  constexpr double strong = 0.5 * below;  // of an unknown's strongest coupling
  std::vector<int> group(A.cols(), -1);
  int count = 0;

  // an unknown with all that it is strongly coupled to, where none of them has a group yet
  for (Index i = 0; i < A.cols(); ++i) {
    const double least = strong * strongest_coupling(A, i);
    bool is_free = group[i] < 0, has_neighbour = false;
    for_neighbours(A, i, least, [&](Index j, double) {
      has_neighbour = true;
      is_free = is_free && group[j] < 0;
    });
    if (!is_free || !has_neighbour) continue;
    group[i] = count;
    for_neighbours(A, i, least, [&](Index j, double) { group[j] = count; });
    ++count;
  }

  // what is left joins the group it is coupled to most, which may take a few rounds
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    const std::vector<int> before = group;
    for (Index i = 0; i < A.cols(); ++i) {
      if (before[i] >= 0) continue;
      double strongest = 0;
      for_neighbours(A, i, 0, [&](Index j, double coupling) {
        if (before[j] < 0 || below * coupling <= strongest) return;
        strongest = coupling;
        group[i] = before[j];
        has_changed = true;
      });
    }
  }
  return group;
}

SparseMatrix interpolation(const SparseMatrix& A, const std::vector<int>& groups) {
  constexpr double omega = 0.8, least = 0.05;
  struct Share {
    int group;
    double weight;
  };
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<Share> shares;
  for (Index i = 0; i < A.cols(); ++i) {
    if (groups[i] < 0) continue;
    double coupling = 0;  // to all others: what L has on its diagonal
    for (SparseMatrix::InnerIterator it(A, i); it; ++it)
      if (it.row() != i) coupling -= it.value();
    const bool is_pulled = coupling > 0;  // not where obtuse angles outweigh all others
    shares.assign(1, {groups[i], is_pulled ? 1 - omega : 1});
    for (SparseMatrix::InnerIterator it(A, i); it && is_pulled; ++it) {
      if (it.row() == i || groups[it.row()] < 0) continue;
      const auto same = std::find_if(shares.begin(), shares.end(), [&](const Share& share) {
        return share.group == groups[it.row()];
      });
      const double weight = -omega * it.value() / coupling;
      if (same != shares.end())
        same->weight += weight;
      else
        shares.push_back({groups[it.row()], weight});
    }
    // every group keeps its members, so that none is empty
    shares.front().weight = std::max(shares.front().weight, least);
    std::erase_if(shares, [](const Share& share) { return share.weight < least; });
    double sum = 0;
    for (const Share& share : shares) sum += share.weight;
    for (const Share& share : shares)
      entries.emplace_back(static_cast<int>(i), share.group, share.weight / sum);
  }
  SparseMatrix P(A.rows(),
                 groups.empty() ? 0 : *std::max_element(groups.begin(), groups.end()) + 1);
  P.setFromTriplets(entries.begin(), entries.end());
  return P;
}

}  // namespace descant
