#!/usr/bin/env bash
# Builds the working tree in two folders of different names: every jar and library must be byte-identical.
set -euo pipefail
cd "$(dirname "$0")/.."

ci/setup.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build FOLDER: copies the sources there, packages them, and lists the checksums of what came out.
build() {
  mkdir -p "$work/$1"
  git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
    xargs -0 cp --parents -t "$work/$1"
  (
    cd "$work/$1"
    mvn -B -q -DskipTests package >build.log 2>&1 || { cat build.log >&2; exit 1; }
    find . -path '*/target/*' \( -name '*.jar' -o -name '*.so' \) -print0 | sort -z | xargs -0 sha256sum
  ) >"$work/$1.sums"
}

build one
build another-name
if ! diff "$work/one.sums" "$work/another-name.sums"; then
  echo "reproducible: these files differ between two builds of the same sources" >&2
  exit 1
fi
echo "reproducible: $(wc -l <"$work/one.sums") files are byte-identical"
