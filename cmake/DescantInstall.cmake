# What an install holds: the libraries, the headers, and the files find_package(descant) reads.

include(CMakePackageConfigHelpers)

set(descant_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/descant)
set(descant_libraries descant_method)
set_target_properties(descant_method PROPERTIES EXPORT_NAME method)
if(TARGET descant)
  list(APPEND descant_libraries descant)
endif()

install(TARGETS ${descant_libraries} EXPORT descantTargets ARCHIVE)

# headers that speak of a library we keep to ourselves are ours alone, and so are those that include them
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src
     ${PROJECT_SOURCE_DIR}/src/descant/*.hpp)
if(NOT TARGET descant)
  list(JOIN descant_method_folders "|" built)
  list(FILTER headers INCLUDE REGEX "^descant/(${built})/")
endif()
set(private "<nlohmann/|<fmt/")
set(num_before -1)
list(LENGTH headers num_headers)
while(NOT num_headers EQUAL num_before)
  set(num_before ${num_headers})
  foreach(header ${headers})
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} found REGEX "^#include (${private})")
    if(found)
      list(REMOVE_ITEM headers ${header})
      string(APPEND private "|\"${header}\"")
    endif()
  endforeach()
  list(LENGTH headers num_headers)
endwhile()
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/src/${header}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()
install(EXPORT descantTargets NAMESPACE descant:: DESTINATION ${descant_package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/descantConfig.cmake.in
  ${PROJECT_BINARY_DIR}/descantConfig.cmake INSTALL_DESTINATION ${descant_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/descantConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/descantConfig.cmake
              ${PROJECT_BINARY_DIR}/descantConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindMETIS.cmake
              ${CMAKE_CURRENT_LIST_DIR}/DescantOpenVDB.cmake
        DESTINATION ${descant_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)
