#!/usr/bin/env bash
# Installs libcif, static and shared, in a folder of its own; a program in C and one in C++ find it there
# by CMake's package and by pkg-config, and read a table. A shared library has a soname, and shows its
# API and nothing else.
#   CIF_JOBS=2                          how many processes at a time; one a core if not given
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"
jobs=${CIF_JOBS:-$(nproc)}
golden=$PWD/../testdata/v1/auto
consumer=$PWD/test/install
version=$(sed -n 's/^#define CIF_VERSION "\(.*\)"/\1/p' core/include/cif/version.h)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

quietly() {
  if ! "$@" > "$folder/log" 2>&1; then
    cat "$folder/log"
    echo "FAIL $*"
    exit 1
  fi
}

expect() {
  [ "$2" = "$3" ] || { echo "FAIL $1: expected '$2', got '$3'"; exit 1; }
  echo "ok   $1"
}

# Reads a table with programs that find what is installed in $folder/$1.
consume() {
  local prefix=$folder/$1
  quietly cmake -S "$consumer" -B "$folder/cmake-$1" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
  quietly ninja -C "$folder/cmake-$1"
  expect "$1 library, C, by CMake" "$version 300" "$("$folder/cmake-$1/consumer_c" "$golden")"
  expect "$1 library, C++, by CMake" "$version 300" "$("$folder/cmake-$1/consumer_cc" "$golden")"
  local pc
  pc=$(dirname "$(find "$prefix" -name libcif.pc)")
  export PKG_CONFIG_PATH=$pc
  expect "$1 library, version by pkg-config" "$version" "$(pkg-config --modversion libcif)"
  # shellcheck disable=SC2046 # one word a flag
  quietly cc -o "$folder/c-$1" "$consumer/consumer.c" $(pkg-config --cflags --libs libcif) \
    -Wl,-rpath,"$(dirname "$pc")"
  # shellcheck disable=SC2046
  quietly c++ -std=c++20 -o "$folder/cc-$1" "$consumer/consumer.cc" \
    $(pkg-config --cflags --libs libcif_arrow) -Wl,-rpath,"$(dirname "$pc")"
  expect "$1 library, C, by pkg-config" "$version 300" "$("$folder/c-$1" "$golden")"
  expect "$1 library, C++, by pkg-config" "$version 300" "$("$folder/cc-$1" "$golden")"
}

for kind in static shared; do
  shared=$([ "$kind" = shared ] && echo ON || echo OFF)
  build=build-$kind
  quietly cmake -S . -B "$build" -G Ninja -DCIF_WERROR=ON \
    -DBUILD_SHARED_LIBS="$shared" -DCIF_TESTS=OFF -DCIF_TOOLS="$shared" \
    -DCMAKE_INSTALL_PREFIX="$folder/$kind"
  quietly ninja -C "$build" -j "$jobs"
  quietly ninja -C "$build" install
  consume "$kind"
done

# Instructions are chosen while it runs: a processor of 2006 has neither AVX nor SSE 4.2.
if [ "$(uname -m)" = x86_64 ]; then
  # The emulator has to stop what such a processor would.
  echo '#include <immintrin.h>
    int main(int n, char**) { return _mm256_extract_epi32(_mm256_abs_epi32(_mm256_set1_epi32(n)), 3) == n ? 0 : 1; }' \
    | c++ -x c++ -O1 -mavx2 -o "$folder/avx2" -
  expect "AVX2 on a Haswell" 0 "$(qemu-x86_64 -cpu Haswell "$folder/avx2" 2> /dev/null; echo $?)"
  expect "AVX2 on a Nehalem" 132 "$(qemu-x86_64 -cpu Nehalem "$folder/avx2" 2> /dev/null; echo $?)"
  for cpu in Conroe Nehalem; do
    for table in ../testdata/v1/*/; do
      here=$(build-shared/cif-scan "$table" --jsonl | cksum)
      there=$(qemu-x86_64 -cpu "$cpu" build-shared/cif-scan "$table" --jsonl 2> "$folder/log" | cksum)
      [ "$here" = "$there" ] || { cat "$folder/log"; expect "a scan of $table on a $cpu" "$here" "$there"; }
    done
    echo "ok   scans of golden tables on a $cpu"
  done
fi

library=$(find "$folder/shared" -name libcif.so)
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
expect "soname" "libcif.so.${version%.*}" "$soname"
shown=$(nm -DC --defined-only "$library" | cut -d' ' -f3-)
inside=$(grep -E 'cif::internal|nlohmann|ZSTD|LZ4|snappy|XXH' <<< "$shown" || true)
expect "nothing from inside is shown" "" "$inside"
for name in cif_scan_next cif_version 'cif::TableScanner::Next' 'cif::Status::Status'; do
  grep -q "$name" <<< "$shown" || { echo "FAIL $name is not shown"; exit 1; }
done
