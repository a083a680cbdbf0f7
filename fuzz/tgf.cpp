// fuzz/tgf.cpp: any bytes as a skeleton, and its handles in space and in the plane.

#include "descant/io/tgf.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void tgf(std::string_view text) {
  const TgfGraph graph = parse_tgf(text, "fuzz.tgf");
  for (int dim = 2; dim <= 3; ++dim) {
    const std::vector<Handle> handles = handles_of(graph, dim, "fuzz.tgf");
    for (const Handle& handle : handles) {
      require(handle.tail.size() == dim && handle.tail.allFinite());
      require(handle.parent < static_cast<int>(handles.size()));
    }
  }
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::tgf)
