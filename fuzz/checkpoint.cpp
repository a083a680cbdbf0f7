// fuzz/checkpoint.cpp: any bytes as a checkpoint; what is read is written back to the same bytes.

#include "descant/run/checkpoint.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void checkpoint(std::string_view bytes) {
  const Checkpoint read = parse_checkpoint(bytes, "fuzz.checkpoint");
  require(checkpoint_bytes(read).size() == bytes.size());
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::checkpoint)
