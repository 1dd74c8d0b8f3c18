#!/usr/bin/env bash
# Builds libcif, tuples and the Impala part that needs no Impala with GCC 10, the compiler of Impala's
# toolchain, and reads a golden table with what came out. Takes GCC 10 from the machine if it is there;
# else, as root, from Debian 11, bootstrapped once as a folder (about 700 MB). Without either it says so
# and ends with 77. Not part of bin/test: run it by hand, and before a release.
# Usage: gcc10_test.sh [FOLDER]     where Debian 11 is kept; default impala-scanner/build-gcc10
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"
system=${1:-$PWD/build-gcc10/debian11}
packages=g++,cmake,ninja-build,zlib1g-dev,libsnappy-dev,liblz4-dev,libzstd-dev,libxxhash-dev,nlohmann-json3-dev
flags=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCIF_TESTS=OFF -DCIF_TOOLS=OFF)
targets=(cif cif_arrow cif_tuples cif_anchor)

build='set -e
cmake -S . -B build-gcc10/build -DCMAKE_INSTALL_PREFIX=$PWD/build-gcc10/install "${flags[@]}"
ninja -C build-gcc10/build "${targets[@]}"
ninja -C build-gcc10/build install
c++ -std=c++20 -Ibuild-gcc10/install/include -o build-gcc10/consumer test/install/consumer.cc \
  $(find build-gcc10/install -name libcif_arrow.a) $(find build-gcc10/install -name libcif.a) \
  -lz -lsnappy -llz4 -lzstd -lpthread
build-gcc10/consumer "$golden"'
script="flags=(${flags[*]}); targets=(${targets[*]}); golden=../testdata/v1/auto
$build"

mkdir -p build-gcc10
if command -v g++-10 > /dev/null; then
  CC=gcc-10 CXX=g++-10 bash -c "${script//c++ -std/g++-10 -std}" > build-gcc10/make.log 2>&1 \
    || { tail -n 60 build-gcc10/make.log; exit 1; }
else
  if [ ! -e "$system/usr/bin/g++" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap > /dev/null; then
      echo "GCC 10 is not here. Install g++-10, or run this as root with the package debootstrap."
      exit 77
    fi
    debootstrap --variant=minbase --include="$packages" bullseye "$system" \
      "${CIF_DEBIAN_MIRROR:-http://deb.debian.org/debian}" > build-gcc10/bootstrap.log 2>&1 \
      || { tail -n 20 build-gcc10/bootstrap.log; exit 1; }
  fi
  # The sources of today; what was built before stays, so that only changes are built.
  mkdir -p "$system/cif/impala-scanner" "$system/cif/testdata"
  for part in CMakeLists.txt install.cmake package core arrow tuples impala test; do
    rm -rf "$system/cif/impala-scanner/$part"
    cp -rp "$part" "$system/cif/impala-scanner/"
  done
  cp -rpT ../testdata/v1 "$system/cif/testdata/v1"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$system" bash -c "cd /cif/impala-scanner && mkdir -p build-gcc10 && $script" \
    > build-gcc10/make.log 2>&1 || { tail -n 60 build-gcc10/make.log; exit 1; }
fi
said=$(tail -n 1 build-gcc10/make.log)
[ "${said#* }" = 300 ] || { echo "FAIL expected 300 rows, got: $said"; exit 1; }
echo "ok   GCC 10 builds libcif $said"
