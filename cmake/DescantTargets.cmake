# What every target of the project is compiled with.

function(descant_target_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # designated initialisers name the fields that differ from their defaults: the rest are not missing
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow
                                           -Wno-missing-field-initializers)
  # fused multiply-adds would make results depend on the compiler's mood
  target_compile_options(${target} PRIVATE -ffp-contract=off)
endfunction()

# Precompiles the headers that cost most to parse.
function(descant_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

if(DESCANT_SANITIZE)
  # a sanitizer's finding ends the program, so that no test passes over one
  add_compile_options(-fsanitize=${DESCANT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${DESCANT_SANITIZE})
  # checks on every access that take a third of the build: nothing is where null points to, and where
  # bytes from files are read, the fuzzers look at alignment
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,object-size,vptr,alignment>)
  # instrumented code confuses g++ about what is initialised
  add_compile_options(-Wno-maybe-uninitialized)
endif()
