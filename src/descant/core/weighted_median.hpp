// core/weighted_median.hpp: the middle of values that count differently.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

/// The value below which half of the weight lies; 0 where nothing has a weight above 0.
inline double weighted_median(const Vector& values, const Vector& weights) {
  std::vector<std::pair<double, double>> sorted;
  double half = 0;
  for (Index i = 0; i < values.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    sorted.emplace_back(values[i], weights[i]);
    half += weights[i] / 2;
  }
  std::sort(sorted.begin(), sorted.end());
  double below = 0;
  for (const auto& [value, weight] : sorted)
    if ((below += weight) >= half) return value;
  return sorted.empty() ? 0 : sorted.back().first;
}

}  // namespace descant
