#!/usr/bin/env bash
# clang-tidy over libcif's core; with CIF_NIGHTLY=1 also over the rest of the C++, but the tests of libcif. Checks are those
# of .clang-tidy.
# Usage: tidy_test.sh           all of that
#        tidy_test.sh REGEX     only sources of impala-scanner whose path matches, such as core/src/scan/
#   CIF_JOBS=2                  how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh
need_packages clang-tidy
jobs=${CIF_JOBS:-$(nproc)}

# Checks the sources of a project that match a pattern.
tidy() { # PROJECT REGEX CMAKE_OPTIONS ...
  local build=$1/build-tidy pattern=$2
  mkdir -p "$build"
  # Without ccache, which clang-tidy would take for the compiler.
  env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER \
    cmake -S "$1" -B "$build" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:3}" > "$build/make.log" 2>&1 || {
    cat "$build/make.log"
    exit 1
  }
  python3 bin/test.d/tidy.py "$build" "$pattern" "$jobs"
}

tidy impala-scanner "${1:-/core/src/}"
if [ $# -eq 0 ] && [ -n "${CIF_NIGHTLY:-}" ]; then
  tidy impala-scanner '/(arrow|tuples|impala|tools|differential|bench)/'
  tidy zones '/zones/'
fi
