// solve/line_search.cpp: Armijo backtracking with a slack for round-off.

#include "descant/solve/line_search.hpp"

#include <cmath>

namespace descant {

LineSearch backtrack(const Objective& objective, ConstVec u_c, const EnergyValue& start,
                     ConstVec direction, double slope) {
  constexpr double sufficient = 1e-4;
  constexpr int max_halvings = 40;
  double t = 1;
  for (int i = 0; i < max_halvings; ++i, t /= 2) {
    const EnergyValue next = energy(objective, u_c + t * direction);
    if (!std::isfinite(next.total)) continue;
    const bool drowned = -sufficient * t * slope < start.slack;
    const double allowed = drowned ? start.slack : sufficient * t * slope;
    if (next.total <= start.total + allowed) return {t, next};
  }
  return {0, start};
}

double largest_movement(ConstVec displacement, int dim) {
  return rows_of(displacement, dim).rowwise().norm().maxCoeff();
}

bool is_negligible(ConstVec displacement, int dim, double diagonal) {
  return largest_movement(displacement, dim) <= 1e-13 * diagonal;
}

}  // namespace descant
