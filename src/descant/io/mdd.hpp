// io/mdd.hpp: MDD point caches, as Lightwave, Blender and others read them.
//
//   frames, points, the time [s] of every frame; then x y z of every point of every frame;
//   big-endian, int32 and float32

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

struct TimedCache {
  std::vector<Positions> frames;  ///< all s×3
  std::vector<double> times;      ///< one a frame [s]
};

std::string mdd_bytes(const TimedCache& cache);

/// Throws InputError at `place`.
TimedCache parse_mdd(std::string_view bytes, const std::string& place);

}  // namespace descant
