#!/usr/bin/env bash
# Runs the native tests under AddressSanitizer + UndefinedBehaviorSanitizer, then under ThreadSanitizer.
set -euo pipefail
cd "$(dirname "$0")/../jni"

export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1"
export UBSAN_OPTIONS="print_stacktrace=1"
export TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1"

# Kernels that randomize addresses by more bits than ThreadSanitizer expects make it exit at start,
# by chance: its tests run without randomization wherever that may be switched off.
fixed_layout=()
if setarch "$(uname -m)" -R true 2>/dev/null; then
  fixed_layout=(setarch "$(uname -m)" -R)
fi

status=0
check() {
  local preset=$1
  shift
  echo "== native tests: $preset"
  cmake -DPRESET="$preset" -P cmake/build.cmake && "$@" ctest --preset "$preset" --no-tests=error || status=1
}

check asan
check tsan "${fixed_layout[@]}"
exit "$status"
