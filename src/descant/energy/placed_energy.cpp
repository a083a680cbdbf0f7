// energy/placed_energy.cpp: patterns, Hessians and metrics of sums of terms.

#include "descant/energy/placed_energy.hpp"

#include <utility>

#include "descant/core/error.hpp"

namespace descant {

PlacedEnergy::PlacedEnergy(const Energy& term, std::vector<Segment> at, int dim)
    : energy(&term), segments(std::move(at)) {
  for (const Segment& body : segments) first_vertices.push_back(body.first / dim);
}

PlacedEnergy placed_alone(const Energy& term, Index num_dofs, int dim) {
  return PlacedEnergy(term, {{0, num_dofs}}, dim);
}

SparseMatrix hessian_pattern(std::span<const PlacedEnergy> terms, Index num_vertices, int dim) {
  PatternBuilder pattern(num_vertices);
  for (const PlacedEnergy& term : terms) {
    pattern.enter(term.first_vertices);
    term.energy->add_pattern(pattern);
  }
  return pattern.matrix(dim);
}

void add_hessians(std::span<const PlacedEnergy> terms, const Place::Dofs& at, Curvature curvature,
                  int dim, SparseMatrix& Q) {
  for (const PlacedEnergy& term : terms) {
    BlockAssembler assembler(Q, dim, term.first_vertices);
    term.energy->add_hessian(term.place(at), curvature, assembler);
  }
}

SparseMatrix metric_share(std::span<const PlacedEnergy> terms, const std::vector<Vector>& bounds,
                          Index num_vertices) {
  expect_equal(bounds.size(), terms.size(), "a bound for each term");
  ScalarAssembler A(num_vertices);
  for (size_t k = 0; k < terms.size(); ++k) {
    A.enter(terms[k].first_vertices);
    terms[k].energy->add_metric(bounds[k], A);
  }
  SparseMatrix sum = A.matrix();
  if (A.diagonal().size() > 0) sum.diagonal() += A.diagonal();
  return sum;
}

Vector frozen_diagonal(std::span<const PlacedEnergy> terms, Index num_vertices) {
  ScalarAssembler A(num_vertices);
  for (const PlacedEnergy& term : terms) {
    A.enter(term.first_vertices);
    term.energy->add_metric(Vector(), A);
  }
  expect_equal(A.is_diagonal(), true, "what is frozen adds to the metric's diagonal only");
  return A.diagonal();
}

}  // namespace descant
