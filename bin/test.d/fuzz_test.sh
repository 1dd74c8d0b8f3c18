#!/usr/bin/env bash
# Fuzzes libcif with libFuzzer and the sanitizers, each target for a short time from its corpus.
# Usage: fuzz_test.sh [TARGET ...]      all of impala-scanner/fuzz/corpus if none is given
#   CIF_FUZZ_SECONDS=2                  how long each runs
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"

build=build-fuzz
seconds=${CIF_FUZZ_SECONDS:-2}
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for corpus in fuzz/corpus/*/; do
    targets+=("$(basename "$corpus")")
  done
fi

mkdir -p "$build/finds"
if ! { cmake -S . -B "$build" -G Ninja -DCIF_WERROR=ON -DCMAKE_CXX_COMPILER=clang++ -DCIF_FUZZ=ON \
  && ninja -C "$build" -j "${CIF_JOBS:-$(nproc)}" fuzz/all; } > "$build/make.log" 2>&1; then
  cat "$build/make.log"
  exit 1
fi

for target in "${targets[@]}"; do
  log="$build/fuzz-$target.log"
  # New inputs go to a folder of the build; the corpus is only read.
  mkdir -p "$build/new/$target"
  if ! "$build/fuzz/fuzz-$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -malloc_limit_mb=64 -max_len=20000 -artifact_prefix="$build/finds/$target-" \
    "$build/new/$target" "fuzz/corpus/$target" > "$log" 2>&1; then
    tail -n 60 "$log"
    echo "Target $target found something: see impala-scanner/$build/finds. Mend it, and keep the" \
      "input in impala-scanner/fuzz/corpus/$target."
    exit 1
  fi
  echo "fuzz $target: $(grep -a cov: "$log" | tail -n 1)"
done
