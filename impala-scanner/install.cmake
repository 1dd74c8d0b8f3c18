# Installation: libcif and libcif_arrow with their headers, how CMake and pkg-config find them, and
# cif-scan. A static and a shared build may be installed in one folder, the static one first: pkg-config then
# finds the shared libraries, and CMake's package has both.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS cif cif_arrow EXPORT cif-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY core/include/cif arrow/include/cif DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

if(CIF_TOOLS)
  install(TARGETS cif-scan RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(CIF_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/cif)
set(CIF_KIND static)
if(BUILD_SHARED_LIBS)
  set(CIF_KIND shared)
endif()
install(EXPORT cif-targets NAMESPACE cif:: FILE cif-targets-${CIF_KIND}.cmake DESTINATION ${CIF_PACKAGE_DIR})
configure_package_config_file(package/cif-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/cif-config.cmake
  INSTALL_DESTINATION ${CIF_PACKAGE_DIR})
# Before version 1 a minor version may change what a program needs.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/cif-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cif-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/cif-config-version.cmake DESTINATION ${CIF_PACKAGE_DIR})

# A static library needs what stands behind it; a shared one brings it along.
set(CIF_LIBS_BEHIND "-lz -lsnappy -llz4 -lzstd -lpthread -lstdc++")
if(BUILD_SHARED_LIBS)
  set(CIF_LIBS "")
  set(CIF_LIBS_PRIVATE ${CIF_LIBS_BEHIND})
else()
  set(CIF_LIBS ${CIF_LIBS_BEHIND})
  set(CIF_LIBS_PRIVATE "")
endif()
# Folder in pkg-config's files. By a path from ${pcfiledir} the folder can be moved.
set(CIF_PC_PREFIX "" CACHE STRING "The prefix in pkg-config's files; that of the installation if empty")
set(CIF_PREFIX ${CMAKE_INSTALL_PREFIX})
if(CIF_PC_PREFIX)
  set(CIF_PREFIX ${CIF_PC_PREFIX})
endif()
foreach(package libcif libcif_arrow)
  configure_file(package/${package}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
