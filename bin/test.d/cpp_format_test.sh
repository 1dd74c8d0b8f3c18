#!/usr/bin/env bash
# The form of all C++ is that of .clang-format.
# Usage: cpp_format_test.sh         names the places that differ
#        cpp_format_test.sh fix     formats all files
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh

version=14
format=clang-format-$version
if ! command -v "$format" > /dev/null; then
  need_packages clang-format
  format=clang-format
fi
case $("$format" --version) in
  *"version $version."*) ;;
  *)
    # Each major version breaks some lines elsewhere.
    echo "The form of C++ is not checked: that takes clang-format $version, and here is $("$format" --version)"
    exit 0
    ;;
esac
options=(--dry-run --Werror)
[ "${1:-}" != fix ] || options=(-i)
git ls-files -co --exclude-standard -z -- '*.cc' '*.h' '*.c' | xargs -0 -P "$(nproc)" -n 32 "$format" "${options[@]}" || {
  echo "FAIL some C++ has another form than .clang-format says: bash bin/test.d/cpp_format_test.sh fix"
  exit 1
}
