#!/usr/bin/env bash
# Builds libcif and runs its tests: as it is released, and under the address and undefined-behaviour
# sanitizers.
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"

run() {
  local build=$1
  shift
  mkdir -p "$build"
  if ! { cmake -S . -B "$build" -G Ninja "$@" && ninja -C "$build"; } > "$build/make.log" 2>&1; then
    cat "$build/make.log"
    exit 1
  fi
  ctest --test-dir "$build" --output-on-failure -j "$(nproc)"
}

run build
run build-asan -DCIF_SANITIZE=ON
