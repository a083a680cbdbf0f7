// run/checkpoint.hpp: a run that stands between two frames, kept in a file.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "descant/simulation/clip.hpp"

namespace descant {

/// How far one body has come.
struct BodyProgress {
  ClipState state;
  std::vector<FrameReport> frames;  ///< of the frames to be written, so far
  std::vector<Vector> u_c;          ///< dn each, one an entry of `frames`
};

struct Checkpoint {
  std::string version;            ///< of the program that wrote it
  std::uint64_t fingerprint = 0;  ///< of the problem
  std::vector<BodyProgress> bodies;
};

std::string checkpoint_bytes(const Checkpoint& checkpoint);

/// Throws InputError at `place` for anything but a whole checkpoint.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& place);

/// True where the file is there and starts as a checkpoint does.
bool is_checkpoint_file(const std::string& path);

}  // namespace descant
