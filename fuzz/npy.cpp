// fuzz/npy.cpp: any bytes as a NumPy array; what is read is written and read back the same.

#include "descant/io/npy.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void npy(std::string_view bytes) {
  const NpyArray array = parse_npy(bytes, "fuzz.npy");
  const NpyArray back = parse_npy(npy_bytes(array), "back.npy");
  require(back.shape == array.shape && back.values == array.values);
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::npy)
