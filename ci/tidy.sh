#!/usr/bin/env bash
# Format and clang-tidy over the native sources. Needs the Debian packages clang-format and clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in clang-format clang-tidy; do
  if ! command -v "$tool" >/dev/null; then
    echo "tidy: $tool is missing: install the Debian package of that name" >&2
    exit 1
  fi
done

# clang-tidy reads the flags, and the headers that javac wrote, from a build.
mvn -B -q -DskipTests -pl jni -am package

cd jni
mapfile -t sources < <(find src/main/native src/test/native -name '*.cc' | sort)
mapfile -t headers < <(find src/main/native src/test/native -name '*.h' | sort)

clang-format --dry-run --Werror "${sources[@]}" "${headers[@]}"
# Only what this machine compiles: the Gloo library is left out where Gloo is not installed.
mapfile -t compiled < <(for source in "${sources[@]}"; do
  if grep -qF "/$source\"" target/native/release/compile_commands.json; then echo "$source"; fi
done)
printf '%s\0' "${compiled[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p target/native/release --quiet
