// fuzz/dmat.cpp: any bytes as a DMAT matrix; what is read is written and read back the same.

#include "descant/io/dmat.hpp"

#include "fuzz.hpp"

namespace descant::fuzz {

void dmat(std::string_view text) {
  const Matrix matrix = parse_dmat(text, "fuzz.dmat");
  require(matrix.allFinite());
  if (matrix.size() > 0) require(parse_dmat(dmat_text(matrix), "back.dmat") == matrix);
}

}  // namespace descant::fuzz

DESCANT_FUZZ(descant::fuzz::dmat)
