// linalg/aggregation.cpp: groups around unknowns whose neighbours are all free, then the rest.

#include "descant/linalg/aggregation.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

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
  constexpr double strong = 0.25;  // of an unknown's strongest coupling
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
        if (before[j] < 0 || coupling <= strongest) return;
        strongest = coupling;
        group[i] = before[j];
        has_changed = true;
      });
    }
  }
  return group;
}

}  // namespace descant
