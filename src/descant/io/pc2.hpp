// io/pc2.hpp: PC2 point caches, as Blender's Mesh Cache modifier and others read them.
//
//   "POINTCACHE2\0", version 1, points, start [frame], rate [frames a sample], samples; then x y z
//   of every point of every sample; little-endian, int32 and float32

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "descant/core/types.hpp"

namespace descant {

struct PointCache {
  std::vector<Positions> frames;  ///< all s×3
  double start = 0;               ///< the frame of the first sample
  double rate = 1;                ///< frames from one sample to the next
};

std::string pc2_bytes(const PointCache& cache);

/// Throws InputError at `place`.
PointCache parse_pc2(std::string_view bytes, const std::string& place);

}  // namespace descant
