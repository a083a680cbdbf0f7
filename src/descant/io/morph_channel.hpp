// io/morph_channel.hpp: one weights channel out of an old one and new, piecewise linear weights.
//
// glTF has one weights channel a node and clip, with one interpolation for all targets. The new
// channel is keyed at the union of the old and new times (those within a few float32 steps of each
// other count as one), and holds the old weights exactly but for rounding:
//
//   linear         linear; a key on a straight line changes nothing
//   cubic spline   cubic spline; the old segments are split with their own slopes, and the new
//   weights
//                  are straight because both tangents of each of their segments are its slope
//   step           linear, with one more key at the last float32 time before each jump

#pragma once

#include "descant/scene/character.hpp"

namespace descant {

/// Keys × new targets, linear between `times`, held before and after.
struct LinearKeys {
  std::vector<double> times;
  Matrix values;
};

/// The old channel's columns, then the new ones; times and numbers float32.
Channel merged_channel(const Channel& old, const LinearKeys& added);

/// The old channel with `num_new` columns of zeros, its times and interpolation kept.
Channel widened_channel(const Channel& old, Index num_new);

}  // namespace descant
