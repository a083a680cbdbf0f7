// linalg/simd.cpp: Highway's dispatch, or plain doubles without it.

#include "descant/linalg/simd.hpp"

#include "descant/core/error.hpp"

#ifdef DESCANT_WITH_HIGHWAY
#include <hwy/highway.h>
#include <hwy/targets.h>
#endif

namespace descant {

#ifdef DESCANT_WITH_HIGHWAY

std::string simd_name() { return simd_names().front(); }

std::vector<std::string> simd_names() {
  std::vector<std::string> names;
  for (int64_t target : hwy::SupportedAndGeneratedTargets())
    names.emplace_back(hwy::TargetName(target));
  if (names.empty()) names.emplace_back(hwy::TargetName(HWY_STATIC_TARGET));
  return names;
}

SimdForTest::SimdForTest(const std::string& name) {
  for (int64_t target : hwy::SupportedAndGeneratedTargets())
    if (name == hwy::TargetName(target)) {
      hwy::SetSupportedTargetsForTest(target);
      hwy::GetChosenTarget().Update(target);
      return;
    }
  expect_equal(name, simd_name(), "a SIMD target is one of this processor");
}

SimdForTest::~SimdForTest() {
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

#else

std::string simd_name() { return "SCALAR"; }

std::vector<std::string> simd_names() { return {simd_name()}; }

SimdForTest::SimdForTest(const std::string& name) {
  expect_equal(name, simd_name(), "a SIMD target is one of this processor");
}

SimdForTest::~SimdForTest() = default;

#endif

}  // namespace descant
