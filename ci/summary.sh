#!/usr/bin/env bash
# Prints the closing lines of Surefire, Failsafe and CTest found in the given logs, and their sum.
# Fails if a test failed or if none ran.
set -euo pipefail

awk '
  / Building Zerogather/ { where = $0; sub(/.*Building /, "", where); sub(/ [0-9][^ ]* .*/, "", where) }
  /^== native tests: / { where = $4 }
  # Without a class at its end it is the sum of one module.
  /Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
    sub(/^\[[A-Z]+\] /, "")
    print $0 " (" where ")"
    gsub(/[^0-9 ]/, "")
    bad += $2 + $3
    skipped += $4
    passed += $1 - $2 - $3 - $4
  }
  /tests passed, [0-9]+ tests failed out of [0-9]+$/ {
    print $0 " (native, " where ")"
    bad += $4
    passed += $NF - $4
  }
  END {
    printf "tests: %d passed, %d failed, %d skipped\n", passed, bad, skipped
    exit bad > 0 || passed == 0
  }
' "$@"
