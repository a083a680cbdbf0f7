# Finds OpenVDB (Debian: libopenvdb-dev, libboost-iostreams-dev) and offers OpenVDB::openvdb.

# A function, because OpenVDB's own module, which is not on CMake's path, sets variables of others.
function(descant_find_openvdb)
  if(TARGET OpenVDB::openvdb)
    return()
  endif()
  find_path(DESCANT_OPENVDB_MODULES FindOpenVDB.cmake
            HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/OpenVDB /usr/lib/cmake/OpenVDB
                  /usr/local/lib/cmake/OpenVDB
            DOC "The folder of OpenVDB's FindOpenVDB.cmake")
  mark_as_advanced(DESCANT_OPENVDB_MODULES)
  if(NOT DESCANT_OPENVDB_MODULES)
    message(FATAL_ERROR "OpenVDB is missing: install libopenvdb-dev and libboost-iostreams-dev")
  endif()
  list(APPEND CMAKE_MODULE_PATH ${DESCANT_OPENVDB_MODULES})
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # it has much to say about what we do not use
  find_package(OpenVDB REQUIRED)
endfunction()
