#!/usr/bin/env bash
# Builds libcif and cif-scan for 64-bit ARM by Debian's cross compiler, and runs their tests in an emulator.
#   CIF_JOBS=2                          how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh
cd impala-scanner
jobs=${CIF_JOBS:-$(nproc)}
libraries=(zlib1g-dev libsnappy-dev liblz4-dev libzstd-dev libxxhash-dev libgtest-dev)

if [ "$(id -u)" -eq 0 ] && ! dpkg --print-foreign-architectures | grep -qx arm64; then
  dpkg --add-architecture arm64
fi
# shellcheck disable=SC2046 # one word a package
need_packages $(cat packages.txt) g++-aarch64-linux-gnu qemu-user "${libraries[@]/%/:arm64}"

build=build-arm
mkdir -p "$build"
# Warnings are no errors here: GCC 12 takes joined texts for copies of impossible length (GCC bug 105329).
if ! { cmake -S . -B "$build" -G Ninja -DCIF_WERROR=OFF -DCIF_PRECOMPILE=ON -DCMAKE_SYSTEM_NAME=Linux \
  -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/qemu-aarch64 && ninja -C "$build" -j "$jobs"; } > "$build/make.log" 2>&1; then
  cat "$build/make.log"
  exit 1
fi
# The emulator fails where a process with threads is forked, and the child starts threads of its own.
ctest --test-dir "$build" --output-on-failure -j "$jobs" -E 'ForkTest\.AChildOpensAScanOfItsOwn'
