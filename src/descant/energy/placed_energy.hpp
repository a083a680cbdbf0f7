// energy/placed_energy.hpp: terms of E with the places of their bodies among all dofs.

#pragma once

#include <span>
#include <vector>

#include "descant/energy/energy.hpp"

namespace descant {

/// A term, and where the bodies it sees stand. The term's owner outlives it.
struct PlacedEnergy {
  PlacedEnergy(const Energy& term, std::vector<Segment> at, int dim);

  Place place(const Place::Dofs& dofs) const { return {dofs, segments}; }

  const Energy* energy;
  std::vector<Segment> segments;      ///< dofs of each of its bodies
  std::vector<Index> first_vertices;  ///< of each of its bodies
};

/// A term that sees all there is as one body.
PlacedEnergy placed_alone(const Energy& term, Index num_dofs, int dim);

/// The sparsity of the Hessian of a sum of terms, values zero (dn×dn).
SparseMatrix hessian_pattern(std::span<const PlacedEnergy> terms, Index num_vertices, int dim);

/// Adds the Hessians of the terms to Q, which has a block wherever one of them has.
void add_hessians(std::span<const PlacedEnergy> terms, const Place::Dofs& at, Curvature curvature,
                  int dim, SparseMatrix& Q);

/// The terms' share of the scalar metric (n×n).
/// @param bounds  one a term, as Energy::raise_bound has them
SparseMatrix metric_share(std::span<const PlacedEnergy> terms, const std::vector<Vector>& bounds,
                          Index num_vertices);

/// The diagonal that frozen terms add to the metric (n); empty for none.
Vector frozen_diagonal(std::span<const PlacedEnergy> terms, Index num_vertices);

}  // namespace descant
