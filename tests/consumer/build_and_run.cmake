# Installs Descant to a scratch folder, builds the consumer project against it, and runs it.
#
#   cmake -DBUILD=... -DSOURCE=... -DSCRATCH=... -DCOMPILER=... -P build_and_run.cmake

file(REMOVE_RECURSE ${SCRATCH})
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)

# an installed header includes installed headers only
file(GLOB_RECURSE headers ${SCRATCH}/prefix/include/*.hpp)
foreach(header ${headers})
  file(STRINGS ${header} includes REGEX "^#include \"descant/")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" include "${include}")
    if(NOT EXISTS ${SCRATCH}/prefix/include/${include})
      message(FATAL_ERROR "${header} includes ${include}, which is not installed")
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/build -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/twister)
file(REMOVE_RECURSE ${SCRATCH})
