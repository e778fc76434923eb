# Test doubles of libraries that the build machine lacks: shared libraries in the folder fakes of the build, never
# installed.

set(FAKES "${CMAKE_BINARY_DIR}/fakes")
add_custom_target(zg_fakes)

# Whatever is linked into a fake. Its thread-local variables lie in the thread's own block: those of a library that is
# opened at run time would be freed by the next thread, which ThreadSanitizer takes for a race.
add_library(zg_fake_flags INTERFACE)
target_include_directories(zg_fake_flags INTERFACE "${TESTS}")
target_compile_options(zg_fake_flags INTERFACE -ftls-model=initial-exec)
target_link_libraries(zg_fake_flags INTERFACE zg_flags)

# zg_fake_library(NAME EXPORTS SOURCE...)
function(zg_fake_library NAME EXPORTS)
  add_library(${NAME} SHARED ${ARGN})
  target_link_libraries(${NAME} PRIVATE zg_fake_flags)
  # Threads of a fake may outlive whoever opened it.
  target_link_options(${NAME} PRIVATE "-Wl,--version-script=${EXPORTS}" -Wl,-z,nodelete)
  set_target_properties(${NAME} PROPERTIES
    LINK_DEPENDS "${EXPORTS}" LIBRARY_OUTPUT_DIRECTORY "${FAKES}")
  add_dependencies(zg_fakes ${NAME})
endfunction()

set(FAKE_GPU "${TESTS}/fakes/gpu")
file(GLOB FAKE_GPU_SOURCES CONFIGURE_DEPENDS "${FAKE_GPU}/*.cc")
list(REMOVE_ITEM FAKE_GPU_SOURCES "${FAKE_GPU}/cuda_driver.cc" "${FAKE_GPU}/hip_runtime.cc")
add_library(zg_fake_gpu OBJECT ${FAKE_GPU_SOURCES})
target_link_libraries(zg_fake_gpu PRIVATE zg_fake_flags)
foreach(RUNTIME cuda_driver hip_runtime)
  string(REGEX REPLACE "_.*" "" KIND "${RUNTIME}")
  zg_fake_library(zg_fake_${KIND} "${FAKE_GPU}/exports.map" "${FAKE_GPU}/${RUNTIME}.cc")
  target_link_libraries(zg_fake_${KIND} PRIVATE zg_fake_gpu)
endforeach()

include(cmake/stub_nccl.cmake)
