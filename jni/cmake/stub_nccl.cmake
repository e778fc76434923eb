# The stubs of the collective libraries. They carry the names that the real ones go by when they are loaded, and the
# one for AMD needs the fake HIP as the real one needs HIP.

set(STUB_NCCL "${TESTS}/fakes/nccl")
file(GLOB STUB_NCCL_SOURCES CONFIGURE_DEPENDS "${STUB_NCCL}/*.cc")
list(FILTER STUB_NCCL_SOURCES EXCLUDE REGEX "_test\\.cc$")
list(REMOVE_ITEM STUB_NCCL_SOURCES "${STUB_NCCL}/exports.cc" "${STUB_NCCL}/rccl_exports.cc")
add_library(zg_stub_collectives OBJECT ${STUB_NCCL_SOURCES})
target_link_libraries(zg_stub_collectives PRIVATE zg_fake_flags)

# zg_stub_library(NAME SONAME SOURCE...)
function(zg_stub_library NAME SONAME)
  list(TRANSFORM ARGN PREPEND "${STUB_NCCL}/")
  zg_fake_library(${NAME} "${STUB_NCCL}/exports.map" ${ARGN})
  target_link_libraries(${NAME} PRIVATE zg_stub_collectives ${CMAKE_DL_LIBS})
  target_link_options(${NAME} PRIVATE "-Wl,-soname,${SONAME}")
  set_target_properties(${NAME} PROPERTIES NO_SONAME ON)
endfunction()

zg_stub_library(zg_stub_nccl libnccl.so.2 exports.cc)
target_compile_definitions(zg_stub_nccl PRIVATE ZG_STUB_USES_HIP=false)
# As old as one that cannot split.
zg_stub_library(zg_stub_nccl_nosplit libnccl.so.2 exports.cc)
target_compile_definitions(zg_stub_nccl_nosplit PRIVATE ZG_STUB_USES_HIP=false ZG_STUB_WITHOUT_SPLIT)
zg_stub_library(zg_stub_rccl librccl.so.1 exports.cc rccl_exports.cc)
target_compile_definitions(zg_stub_rccl PRIVATE ZG_STUB_USES_HIP=true)
# Copies of the stub in other folders find it too.
target_link_options(zg_stub_rccl PRIVATE "-Wl,-rpath,${CMAKE_BINARY_DIR}/fakes" -Wl,--no-as-needed)
target_link_libraries(zg_stub_rccl PRIVATE zg_fake_hip)

set_source_files_properties("${TESTS}/stub_nccl_test.cc" PROPERTIES
  COMPILE_DEFINITIONS "ZG_FAKES=\"${CMAKE_BINARY_DIR}/fakes\"")
