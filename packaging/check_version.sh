#!/usr/bin/env bash
# Compares a release's tag with the versions in the sources: Maven's, libcif's, which Python's is taken from, and the
# changelog's. Ends with 1 where one differs.
# Usage: check_version.sh v0.1.0
set -euo pipefail
cd "$(dirname "$0")/.."
tag=${1:?the tag, such as v0.1.0}
version=${tag#v}
failed=0

compare() {
  [ "$2" = "$version" ] || { echo "$1 is of version '$2', and the tag is of '$version'"; failed=1; }
}

while IFS= read -r pom; do
  compare "$pom" "$(sed -n '/<artifactId>cif-[a-z-]*</{n;s/.*<version>\(.*\)<.*/\1/p;q}' "$pom")"
done < <(git ls-files '*pom.xml')
compare impala-scanner/core/include/cif/version.h \
  "$(sed -n 's/^#define CIF_VERSION "\(.*\)"/\1/p' impala-scanner/core/include/cif/version.h)"
if ! grep -q "^## $version, [0-9-]*$" CHANGELOG.md; then
  echo "CHANGELOG.md has no heading '## $version, YYYY-MM-DD'"
  failed=1
fi
grep -q '<cif.home>https://' pom.xml || { echo "cif.home of pom.xml is not set"; failed=1; }
exit "$failed"
