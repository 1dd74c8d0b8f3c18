#!/usr/bin/env bash
# Type-checks the plug-in against the headers of a tree of Impala; builds and links nothing.
#
#   check_headers.sh IMPALA_SOURCE_TREE [INCLUDE_FOLDER...]
#
# The include folders hold what Impala's headers include and its sources do not: the generated
# gen-cpp/ and kudu/**/*.pb.h (of a built tree be/generated-sources, found by itself), Boost,
# Thrift, Protocol Buffers, gflags, glog, rapidjson, cctz, ORC, hdfs.h, jni.h.
# CXX chooses the compiler.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -f "$1/be/src/exec/hdfs-scanner.h" ]; then
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
tree=$1
shift
includes=(-I"$here" -I"$here/../core/include" -I"$here/../tuples/include")
for folder in "$@" "$tree/be/generated-sources" "$tree/be/generated-sources/gen-cpp" \
  "$tree/be/src" "$tree/be/src/thirdparty"; do
  [ ! -d "$folder" ] || includes+=(-isystem "$folder")
done
defines=(-DCIF_IMPALA_VERSION='"checked"' -DCIF_IMPALA_COMMIT='"checked"'
  -DBOOST_DATE_TIME_POSIX_TIME_STD_CONFIG
  -DKUDU_HEADERS_NO_STUBS -DKUDU_HEADERS_USE_RICH_SLICE -DKUDU_HEADERS_USE_SHORT_STATUS_MACROS)
failed=0
for source in "$here"/*.cc; do
  if "${CXX:-g++}" -std=c++20 -fsyntax-only -Wall -Wextra -Werror \
    "${includes[@]}" "${defines[@]}" "$source"; then
    echo "ok: $(basename "$source")"
  else
    echo "FAILED: $(basename "$source")"
    failed=1
  fi
done
exit $failed
