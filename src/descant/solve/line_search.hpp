// solve/line_search.hpp: how far to go along a descent direction.

#pragma once

#include "descant/solve/objective.hpp"

namespace descant {

struct LineSearch {
  double step = 0;     ///< t; 0 where no step lowers E
  EnergyValue energy;  ///< at u_c + t δ
};

/// Armijo's rule: E ≤ E₀ + 1e-4 t g·δ, or, where that decrease drowns in round-off, E no higher
/// than its slack allows. Never true where E is not finite.
/// @param predicted  t g·δ, negative
bool is_sufficient_decrease(const EnergyValue& start, const EnergyValue& next, double predicted);

/// True where the decrease that the slope g·δ promises drowns in the round-off of E: a step is then
/// the last one worth making.
bool is_drowned(double slope, const EnergyValue& start);

/// The first t in 1, ½, ¼ … that decreases E sufficiently.
/// @param slope  g·δ, negative
LineSearch backtrack(const Objective& objective, ConstVec u_c, const EnergyValue& start,
                     ConstVec direction, double slope, ObjectiveScratch& scratch);

/// Largest movement of a vertex in a displacement [m].
double largest_movement(ConstVec displacement, int dim);

/// Movements below 1e-13 of the rest diagonal [m] are round-off: they are not made, so that a body
/// at rest stays there to the last bit.
bool is_negligible(double movement, double diagonal);

}  // namespace descant
