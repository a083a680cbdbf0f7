// linalg/ordering.cpp: METIS behind its seam.

#include "descant/linalg/ordering.hpp"

#include "descant/core/error.hpp"

#ifdef DESCANT_WITH_METIS
#include <metis.h>

#include <mutex>
#else
#include <Eigen/OrderingMethods>
#endif

namespace descant {

#ifdef DESCANT_WITH_METIS

std::vector<int> fill_reducing_order(const SparseMatrix& pattern) {
  // the graph of off-diagonal entries
  idx_t num_vertices = static_cast<idx_t>(pattern.cols());
  std::vector<idx_t> begin{0}, neighbours;
  neighbours.reserve(pattern.nonZeros());
  for (Index j = 0; j < pattern.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(pattern, j); it; ++it)
      if (it.row() != j) neighbours.push_back(static_cast<idx_t>(it.row()));
    begin.push_back(static_cast<idx_t>(neighbours.size()));
  }

  // a graph without edges needs no order, and METIS does not like it
  std::vector<int> order(num_vertices);
  for (idx_t i = 0; i < num_vertices; ++i) order[i] = static_cast<int>(i);
  if (neighbours.empty()) return order;

  // METIS draws from the process's one random sequence: two at a time would disturb each other
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  std::vector<idx_t> permutation(num_vertices), inverse(num_vertices);
  const int status = METIS_NodeND(&num_vertices, begin.data(), neighbours.data(), nullptr, nullptr,
                                  permutation.data(), inverse.data());
  expect_equal(status, static_cast<int>(METIS_OK), "METIS orders the graph");
  order.assign(permutation.begin(), permutation.end());
  return order;
}

#else

std::vector<int> fill_reducing_order(const SparseMatrix& pattern) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(pattern, permutation);
  const auto& indices = permutation.indices();
  return {indices.data(), indices.data() + indices.size()};
}

#endif

}  // namespace descant
