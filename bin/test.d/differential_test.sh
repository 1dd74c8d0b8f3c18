#!/usr/bin/env bash
# Java writes splits made at random from seeds, and what any reader must find in them, from the
# values alone; libcif reads them, as it is released and under the sanitizers. The splits that
# Java's tests make by hand and refuse, libcif has to refuse too.
# Usage: differential_test.sh              all cases
#        differential_test.sh SEED         only the case of one seed, to look into a difference
#        differential_test.sh build        builds libcif's side, which needs nothing of Java
#        differential_test.sh read FOLDER  reads what Java's tests have written there
#   CIF_DIFFERENTIAL_CASES=600         how many cases
#   CIF_DIFFERENTIAL_SEED=1             the seed of the first
set -euo pipefail
cd "$(dirname "$0")/../.."

cases=${CIF_DIFFERENTIAL_CASES:-600}
seed=${CIF_DIFFERENTIAL_SEED:-1}
tests='DifferentialCasesTest,Hostile*Test'
if [ $# -eq 1 ] && [ "$1" != build ]; then
  seed=$1
  cases=1
  tests=DifferentialCasesTest
fi
# Cases that are written before libcif reads them and they are deleted.
batch=1200

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

build() {
  local log="$1/differential.log"
  mkdir -p "$1"
  if ! { cmake -S impala-scanner -B "$@" -G Ninja -DCIF_WERROR=ON && ninja -C "$1" cif-differential; } > "$log" 2>&1; then
    cat "$log"
    exit 1
  fi
}

# Lets libcif read a folder.
read_all() {
  impala-scanner/build/cif-differential "$1" || {
    echo "To look into one: bin/test.d/differential_test.sh SEED"
    exit 1
  }
}

# Lets libcif read half of the cases under the sanitizers, and deletes the others.
read_sanitized() {
  find "$1" -name 'case-*[13579].expected' -delete
  impala-scanner/build-asan/cif-differential "$1"
}

build impala-scanner/build
build impala-scanner/build-asan -DCIF_SANITIZE="address${CIF_NIGHTLY:+,undefined}" -DCIF_PRECOMPILE=ON
case ${1:-} in
  build) exit ;;
  read)
    read_all "$2"
    read_sanitized "$2"
    exit
    ;;
esac

end=$((seed + cases))
first=$seed
while [ "$first" -lt "$end" ]; do
  count=$((end - first < batch ? end - first : batch))
  rm -rf "$folder"/*
  mvn -B -ntp -q -pl format -am test -Dtest="$tests" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dcif.differential.folder="$folder" -Dcif.differential.seed="$first" \
    -Dcif.differential.cases="$count"
  read_all "$folder"
  if [ "$cases" -eq 1 ]; then
    impala-scanner/build-asan/cif-differential "$folder"
  elif [ "$first" -eq "$seed" ]; then
    read_sanitized "$folder"
  fi
  # The hostile splits are always the same.
  tests=DifferentialCasesTest
  first=$((first + count))
done
