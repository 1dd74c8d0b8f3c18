#!/usr/bin/env bash
# Builds cif-zones and runs its tests under the address and undefined-behaviour sanitizers. Tests of mounted devices
# need root and loop devices; where there are none they say why they are skipped.
#   CIF_JOBS=2                          how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../../zones"
jobs=${CIF_JOBS:-$(nproc)}
build=build-asan
mkdir -p "$build"
if ! { cmake -S . -B "$build" -G Ninja -DCIF_WERROR=ON -DCIF_SANITIZE=ON && ninja -C "$build" -j "$jobs"; } \
  > "$build/make.log" 2>&1; then
  cat "$build/make.log"
  exit 1
fi
# Changes are synced to the disk at each step: in memory that costs nothing.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ]; then
  export TMPDIR=/dev/shm
fi
"$build/test/cif_zones_test" --gtest_brief=1 > "$build/test.log" 2>&1 || { cat "$build/test.log"; exit 1; }
grep -E 'PASSED|SKIPPED|not run as root|no loop device|only ext4' "$build/test.log" | sort -u
