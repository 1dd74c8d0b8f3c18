#!/usr/bin/env bash
# Compiles libcif's vector instructions for 64-bit ARM, and runs their tests in an emulator.
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"

build=build-arm
googletest=/usr/src/googletest/googletest
rm -rf "$build"
mkdir "$build"
compile() { # OUTPUT SOURCE OPTIONS ...
  local output=$1 source=$2
  shift 2
  ${CMAKE_CXX_COMPILER_LAUNCHER:-} aarch64-linux-gnu-g++ -std=c++20 -O2 -Wall -Wextra -Werror -Wno-restrict "$@" \
    -Icore/include -Icore/src -isystem "$googletest/include" -isystem "$googletest" \
    -c "$source" -o "$build/$output.o"
}

compile gtest "$googletest/src/gtest-all.cc" -Wno-error
compile gtest_main "$googletest/src/gtest_main.cc"
compile primitives_test test/primitives_test.cc
sources=(core/src/util/{bits,cpu,crc32c,find,integer_range}.cc core/src/row/key_filter.cc core/src/util/input.cc)
for source in "${sources[@]}"; do
  compile "$(basename "$source" .cc)" "$source"
done
aarch64-linux-gnu-g++ "$build"/*.o -o "$build/primitives_test"
qemu-aarch64 -L /usr/aarch64-linux-gnu "$build/primitives_test" --gtest_brief=1
