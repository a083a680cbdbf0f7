// solve/line_search.cpp: Armijo backtracking with a slack for round-off.

#include "descant/solve/line_search.hpp"

#include <algorithm>
#include <cmath>

namespace descant {
namespace {

template <int d>
double largest_squared(const ConstVec& displacement) {
  double squared = 0;
  for (Index i = 0; i < displacement.size(); i += d)
    squared = std::max(squared, displacement.segment<d>(i).squaredNorm());
  return squared;
}

}  // namespace

bool is_sufficient_decrease(const EnergyValue& start, const EnergyValue& next, double predicted) {
  if (!std::isfinite(next.total)) return false;
  constexpr double sufficient = 1e-4;
  const bool drowned = -sufficient * predicted < start.slack();
  return next.total <= start.total + (drowned ? start.slack() : sufficient * predicted);
}

bool is_drowned(double slope, const EnergyValue& start) { return std::abs(slope) <= start.slack(); }

LineSearch backtrack(const Objective& objective, ConstVec u_c, const EnergyValue& start,
                     ConstVec direction, double slope, ObjectiveScratch& scratch) {
  constexpr int max_halvings = 40;
  double t = 1;
  for (int i = 0; i < max_halvings; ++i, t /= 2) {
    const EnergyValue next = energy(objective, u_c + t * direction, scratch);
    if (is_sufficient_decrease(start, next, t * slope)) return {t, next};
  }
  return {0, start};
}

double largest_movement(ConstVec displacement, int dim) {
  return std::sqrt(dim == 2 ? largest_squared<2>(displacement) : largest_squared<3>(displacement));
}

bool is_negligible(double movement, double diagonal) { return movement <= 1e-13 * diagonal; }

}  // namespace descant
