// linalg/simd.hpp: which instruction set the SIMD kernels run on.

#pragma once

#include <string>
#include <vector>

namespace descant {

/// The set in use, as Highway calls it: "AVX2", "AVX3" (AVX-512), "SCALAR" (plain doubles), ...
std::string simd_name();

/// For tests: every set compiled in that this processor has, best first.
std::vector<std::string> simd_names();

/// For tests: while it lives, kernels run on the set of that name, in the whole program.
class SimdForTest {
 public:
  explicit SimdForTest(const std::string& name);
  ~SimdForTest();
  SimdForTest(const SimdForTest&) = delete;
  SimdForTest& operator=(const SimdForTest&) = delete;
};

}  // namespace descant
