#!/usr/bin/env bash
# From a fresh clone to gathers on this machine: installs what is missing, builds, and shows both backends.
set -euo pipefail
cd "$(dirname "$0")/.."

heading() {
  printf '\n== %s\n' "$*"
}

ci/setup.sh

heading "Build (a minute the first time)"
mkdir -p target
if ! mvn -B -q -DskipTests -pl test-harness -am package >target/quickstart.log 2>&1; then
  cat target/quickstart.log
  exit 1
fi
echo "done"

# Required: these runs fail, in the place of falling back, if the fast path is not available.
heading "Opted in: four ranks agree on the fast path, and every gather is checked byte by byte"
DS_SDMA_ALLGATHER=1 DS_SDMA_ALLGATHER_REQUIRE=1 ci/zerogather test --ranks 4

heading "Not opted in: the same gathers, served by the collective library"
DS_SDMA_ALLGATHER=0 ci/zerogather test --ranks 4

heading "How fast each size is on this machine"
DS_SDMA_ALLGATHER=1 DS_SDMA_ALLGATHER_REQUIRE=1 ci/zerogather bench --ranks 4
