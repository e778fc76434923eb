#!/usr/bin/env bash
# Installs what the build needs and is not there yet (Debian 12). Prints nothing when nothing is missing.
set -euo pipefail

packages=()

# The JDK, and not only its runtime: javac, and jni.h for the native library.
has_jdk() {
  local javac version
  javac=$(command -v javac) || return 1
  version=$("$javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  [[ ${version:-0} -ge 17 && -e "$(dirname "$(dirname "$(readlink -f "$javac")")")/include/jni.h" ]]
}

has_gloo() {
  local folder
  for folder in /usr/share/cmake /usr/lib/cmake /usr/local/share/cmake /usr/local/lib/cmake; do
    [[ -e $folder/Gloo/GlooConfig.cmake ]] && return
  done
  return 1
}

has_jdk || packages+=(openjdk-17-jdk-headless)
command -v mvn >/dev/null || packages+=(maven)
command -v cmake >/dev/null || packages+=(cmake)
command -v ninja >/dev/null || packages+=(ninja-build)
command -v g++ >/dev/null || packages+=(g++)
has_gloo || packages+=(libgloo-dev)
[[ ${#packages[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: missing: ${packages[*]} (names of Debian 12 packages)." >&2
  echo "setup: this system has no apt-get: install their equivalents (JDK 17+, Maven 3.8.7+, CMake 3.22+," >&2
  echo "setup: Ninja or make, a C++17 compiler, optionally Gloo) and run this again." >&2
  exit 1
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: missing: ${packages[*]}. Run this as root, or install sudo." >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${packages[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
