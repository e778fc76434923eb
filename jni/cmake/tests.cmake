# Every src/test/native/**/NAME_test.cc is one test program; the other sources there are shared by all of them, but
# those of the fakes.

set(TESTS "${CMAKE_CURRENT_SOURCE_DIR}/src/test/native")
file(GLOB_RECURSE TEST_SOURCES CONFIGURE_DEPENDS "${TESTS}/*.cc")
list(FILTER TEST_SOURCES EXCLUDE REGEX "/src/test/native/fakes/")
set(SUPPORT_SOURCES ${TEST_SOURCES})
list(FILTER TEST_SOURCES INCLUDE REGEX "_test\\.cc$")
list(FILTER SUPPORT_SOURCES EXCLUDE REGEX "_test\\.cc$")

include(cmake/fakes.cmake)

add_library(zg_test_support OBJECT ${SUPPORT_SOURCES})
target_include_directories(zg_test_support PUBLIC "${TESTS}")
target_compile_definitions(zg_test_support PRIVATE "ZG_FAKES=\"${FAKES}\"")
target_link_libraries(zg_test_support PUBLIC zg_flags)

foreach(SOURCE IN LISTS TEST_SOURCES)
  get_filename_component(NAME "${SOURCE}" NAME_WE)
  add_executable(${NAME} "${SOURCE}")
  target_link_libraries(${NAME} PRIVATE zg_core zg_test_support)
  add_dependencies(${NAME} zg_fakes)
  add_test(NAME ${NAME} COMMAND ${NAME})
  # A test that hangs fails; sanitizers make everything several times slower.
  set_tests_properties(${NAME} PROPERTIES TIMEOUT 120)
endforeach()
