# The shared libraries that a JVM loads: zerogather_jni, and zerogather_gloo where Gloo is installed.

if(NOT EXISTS "${ZG_JAVA_HOME}/include/jni.h")
  message(FATAL_ERROR "no include/jni.h in ZG_JAVA_HOME='${ZG_JAVA_HOME}'; set it to a JDK, not to a JRE")
endif()
string(TOLOWER "${CMAKE_SYSTEM_NAME}" PLATFORM)
add_library(zg_java INTERFACE)
target_include_directories(zg_java SYSTEM INTERFACE
  "${ZG_JAVA_HOME}/include" "${ZG_JAVA_HOME}/include/${PLATFORM}")
target_include_directories(zg_java INTERFACE "${ZG_GENERATED_HEADERS}")

# zg_jvm_library(NAME EXPORTS SOURCE...): a library that exports what its version script names, and nothing else.
function(zg_jvm_library NAME EXPORTS)
  add_library(${NAME} SHARED ${ARGN})
  target_link_libraries(${NAME} PRIVATE zg_flags zg_java)
  target_link_options(${NAME} PRIVATE
    "-Wl,--version-script=${EXPORTS}"
    -Wl,-z,relro -Wl,-z,now -Wl,--no-undefined -Wl,--gc-sections -Wl,--build-id=sha1)
  set_target_properties(${NAME} PROPERTIES LINK_DEPENDS "${EXPORTS}")
  install(TARGETS ${NAME} LIBRARY DESTINATION .)
endfunction()

file(GLOB BRIDGE_SOURCES CONFIGURE_DEPENDS "${NATIVE}/bridge/*.cc")
zg_jvm_library(zerogather_jni "${NATIVE}/exports.map" ${BRIDGE_SOURCES})
target_link_libraries(zerogather_jni PRIVATE zg_core)

find_package(Gloo CONFIG QUIET)
if(Gloo_FOUND)
  file(GLOB GLOO_SOURCES CONFIGURE_DEPENDS "${NATIVE}/gloo/*.cc")
  zg_jvm_library(zerogather_gloo "${NATIVE}/exports_gloo.map" ${GLOO_SOURCES})
  target_link_libraries(zerogather_gloo PRIVATE gloo)
else()
  message(STATUS "Gloo is not installed (Debian: libgloo-dev): zerogather_gloo is not built, the fallback 'gloo' will refuse")
endif()
