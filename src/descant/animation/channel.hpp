// animation/channel.hpp: clips of a tree of joints, each joint's quantities keyed by themselves.

#pragma once

#include <string>
#include <vector>

#include "descant/animation/curve.hpp"
#include "descant/animation/joint.hpp"

namespace descant {

enum class ChannelPath { translation, rotation, scale, weights };

/// One animated quantity of one node; `weights` are those of its morph targets.
struct Channel : Curve {
  int node = 0;
  ChannelPath path = ChannelPath::translation;
};

struct CharacterClip {
  std::string name;
  std::vector<Channel> channels;
  double duration = 0;  ///< the last key [s]; a clip starts at time 0
};

/// Sets the channel's part of a pose to what it is at `time`; weights are no part of it.
void set_pose(const Channel& channel, double time, JointPose& pose);

}  // namespace descant
