#!/usr/bin/env bash
# Builds libcif and runs its tests: as it is released, and under the address and undefined-behaviour
# sanitizers.
#   CIF_JOBS=2                          how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"
jobs=${CIF_JOBS:-$(nproc)}

run() {
  local build=$1
  shift
  mkdir -p "$build"
  if ! { cmake -S . -B "$build" -G Ninja "$@" && ninja -C "$build" -j "$jobs"; } > "$build/make.log" 2>&1; then
    cat "$build/make.log"
    exit 1
  fi
  ctest --test-dir "$build" --output-on-failure -j "$jobs"
}

run build
run build-asan -DCIF_SANITIZE=ON
