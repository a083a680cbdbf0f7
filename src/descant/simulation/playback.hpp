// simulation/playback.hpp: whether a clip is played once or as a cycle.

#pragma once

namespace descant {

enum class Playback {
  once,  ///< from rest in the first pose to the last frame
  loop,  ///< until the motion repeats; the last frame is the first
};

}  // namespace descant
