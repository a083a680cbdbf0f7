# Which instruction sets the SIMD kernels are compiled for: Highway picks the best one at run time.

# Links Highway, which stays behind .cpp files, and names the sets to leave out. What remains on
# x86-64: the baseline (plain doubles), AVX2 and AVX-512; processors between the first two are older
# than the other requirements, and every set costs its share of build time.
function(descant_use_highway target)
  find_package(hwy REQUIRED)
  target_link_libraries(${target} PRIVATE hwy::hwy)
  target_compile_definitions(${target} PRIVATE DESCANT_WITH_HIGHWAY
    "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3_DL)")
endfunction()
