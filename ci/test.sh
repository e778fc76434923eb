#!/usr/bin/env bash
# Everything that must pass: build, style, Java tests, native tests, the native tests under sanitizers, and
# the speed of the fast path.
# Arguments go to Maven, for example: ci/test.sh -Pslow
set -euo pipefail
cd "$(dirname "$0")/.."

ci/setup.sh

logs=target/ci
mkdir -p "$logs"
failed=()

stage() {
  local name=$1
  shift
  "$@" 2>&1 | tee "$logs/$name.log" || failed+=("$name")
}

stage maven mvn -B --fail-at-end verify "$@"
stage sanitizers ci/sanitize.sh

# The promise that the fast path is worth having: twice as fast as the collective library alone, wherever it is large.
stage ratio env DS_SDMA_ALLGATHER=1 DS_SDMA_ALLGATHER_REQUIRE=1 \
  ci/zerogather bench --ranks 4 --shard-bytes 1M,16M --ratio-floor 2

echo
echo "== summary"
bash ci/summary.sh "$logs/maven.log" "$logs/sanitizers.log" || failed+=("count")
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "FAILED: ${failed[*]} (logs in $logs)"
  exit 1
fi
