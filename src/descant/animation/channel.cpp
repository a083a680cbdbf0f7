// animation/channel.cpp: a channel's share of a pose.

#include "descant/animation/channel.hpp"

namespace descant {

void set_pose(const Channel& channel, double time, JointPose& pose) {
  switch (channel.path) {
    case ChannelPath::translation:
      pose.translation = value_at(channel, time);
      break;
    case ChannelPath::rotation:
      pose.rotation = rotation_at(channel, time);
      break;
    case ChannelPath::scale:
      pose.scale = value_at(channel, time);
      break;
    case ChannelPath::weights:
      break;
  }
}

}  // namespace descant
