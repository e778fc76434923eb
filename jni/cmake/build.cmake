# Configures, builds and installs one preset, with Ninja where it is there and with make otherwise:
#   cmake -DPRESET=release [-DJAVA_HOME=folder] [-DINSTALL_DIR=folder] -P cmake/build.cmake

cmake_minimum_required(VERSION 3.22)
get_filename_component(MODULE "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(BINARY_DIR "${MODULE}/target/native/${PRESET}")

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${MODULE}" RESULT_VARIABLE STATUS)
  if(NOT STATUS EQUAL 0)
    message(FATAL_ERROR "native build: '${ARGV}' failed: ${STATUS}")
  endif()
endfunction()

set(OPTIONS "")
# Where javac is, the headers are.
find_program(JAVAC javac)
if(NOT JAVA_HOME AND NOT DEFINED ENV{JAVA_HOME} AND JAVAC)
  get_filename_component(JAVAC "${JAVAC}" REALPATH)
  get_filename_component(JAVA_HOME "${JAVAC}" DIRECTORY)
  get_filename_component(JAVA_HOME "${JAVA_HOME}" DIRECTORY)
endif()
if(JAVA_HOME)
  list(APPEND OPTIONS "-DZG_JAVA_HOME=${JAVA_HOME}")
endif()
# A build folder keeps the generator it was made with.
find_program(NINJA ninja)
if(NINJA AND NOT EXISTS "${BINARY_DIR}/CMakeCache.txt")
  list(APPEND OPTIONS -G Ninja)
endif()

run("${CMAKE_COMMAND}" --preset "${PRESET}" ${OPTIONS})
run("${CMAKE_COMMAND}" --build "${BINARY_DIR}" --parallel)
if(INSTALL_DIR)
  run("${CMAKE_COMMAND}" --install "${BINARY_DIR}" --prefix "${INSTALL_DIR}")
endif()
