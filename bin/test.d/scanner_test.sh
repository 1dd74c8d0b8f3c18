#!/usr/bin/env bash
# Builds libcif and runs its tests under the address sanitizer. With CIF_NIGHTLY=1 also under that of undefined
# behaviour, which takes half as long again to compile, as it is released (CMAKE_BUILD_TYPE=Release), and those of
# several threads under the thread sanitizer.
#   CIF_JOBS=2                          how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"
jobs=${CIF_JOBS:-$(nproc)}

# Builds a folder with options; what is built: $targets, all if it is empty.
build() {
  local build=$1
  shift
  mkdir -p "$build"
  # shellcheck disable=SC2086 # one word a target
  if ! { cmake -S . -B "$build" -G Ninja -DCIF_WERROR=ON "$@" && ninja -C "$build" -j "$jobs" $targets; } > "$build/make.log" 2>&1; then
    cat "$build/make.log"
    exit 1
  fi
}

targets=
build build-asan -DCIF_SANITIZE="address${CIF_NIGHTLY:+,undefined}" -DCIF_PRECOMPILE=ON
ctest --test-dir build-asan --output-on-failure -j "$jobs"
[ -n "${CIF_NIGHTLY:-}" ] || exit 0
build build
ctest --test-dir build --output-on-failure -j "$jobs"
targets=cif_threads_test
build build-tsan -DCIF_SANITIZE_THREADS=ON
ctest --test-dir build-tsan --output-on-failure -j "$jobs" -L threads
