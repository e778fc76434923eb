#!/usr/bin/env bash
# Trains the same network with the fast path on and off: every loss must be equal to the last bit.
# usage: examples/run-on-off.sh [ranks] [steps]
set -euo pipefail
cd "$(dirname "$0")/.."

ranks=${1:-4}
steps=${2:-30}
jar=examples/target/examples.jar
logs=$(mktemp -d)
trap 'running=$(jobs -p); [[ -z $running ]] || kill $running 2>/dev/null || true; rm -rf "$logs"' EXIT

if ! [[ $ranks =~ ^[1-9][0-9]*$ && $ranks -ge 2 && $steps =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: examples/run-on-off.sh [ranks] [steps]: at least 2 ranks and 1 step, not '$ranks' and '$steps'" >&2
  exit 2
fi

if [[ ! -e $jar ]]; then
  echo "building the examples (a minute or two)"
  mvn -B -q -DskipTests -pl examples -am package
fi

# train NAME VALUE: runs one job with DS_SDMA_ALLGATHER=VALUE, one process per rank, as torchrun would. A job that opts in
# must get the fast path, or there would be nothing to compare.
train() {
  local rank pids=() status=0
  for ((rank = 0; rank < ranks; rank++)); do
    RANK=$rank WORLD_SIZE=$ranks LOCAL_RANK=$rank MASTER_ADDR=127.0.0.1 MASTER_PORT=${MASTER_PORT:-29400} \
      DS_SDMA_ALLGATHER_JOB_TOKEN="$$-$1" DS_SDMA_ALLGATHER=$2 DS_SDMA_ALLGATHER_REQUIRE=$2 \
      java -XX:+UseSerialGC -Xmx256m -jar "$jar" "$steps" >"$logs/$1.$rank" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do
    wait "$pid" || status=$?
  done
  cat "$logs/$1.0"
  return "$status"
}

echo "== DS_SDMA_ALLGATHER=1"
train on 1
echo "== DS_SDMA_ALLGATHER=0"
train off 0

if [[ $(grep -c '^step' "$logs/on.0") -ne $steps ]]; then
  echo "== not every step printed its loss (see above)" >&2
  exit 1
fi
if diff <(grep '^step' "$logs/on.0") <(grep '^step' "$logs/off.0"); then
  echo "== all $steps losses are bit-equal"
else
  echo "== the losses differ (see above)" >&2
  exit 1
fi
