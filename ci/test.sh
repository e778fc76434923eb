#!/usr/bin/env bash
# Everything that must pass: build, style, Java tests, native tests, and the native tests under sanitizers.
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

echo
echo "== summary"
bash ci/summary.sh "$logs/maven.log" "$logs/sanitizers.log" || failed+=("count")
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "FAILED: ${failed[*]} (logs in $logs)"
  exit 1
fi
