// run/fingerprint.cpp: FNV-1a.
//
//   h ← (h xor byte) · 1099511628211

#include "descant/run/fingerprint.hpp"

namespace descant {

void Fingerprint::add(std::string_view bytes) {
  for (char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211ull;
}

void Fingerprint::add(double value) { add(&value, 1); }

void Fingerprint::add(const double* values, Index count) {
  add(std::string_view(reinterpret_cast<const char*>(values), sizeof(double) * count));
}

}  // namespace descant
