#!/usr/bin/env bash
# Runs the smoke test of CIF tables in other versions of Hive and Hadoop, each a profile of the pom, and
# prints a line of a table for each. Not part of bin/test: run it by hand, and before a release.
# A profile that can't run here is skipped, with the reason; if none failed but one was skipped, the
# exit code is 77.
# Usage: versions_test.sh [PROFILE ...]     hadoop-3.4 hive-4.1 hive-4.2 if none is given
#   CIF_JDK_NEXT=FOLDER                     the JDK, 21 or later, for hive-4.2; else the newest in
#                                           /usr/lib/jvm
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh

profiles=("$@")
[ $# -gt 0 ] || profiles=(hadoop-3.4 hive-4.1 hive-4.2)
logs=target/versions
mkdir -p "$logs"
skip=(-Dspotless.check.skip=true)

# The major version of the java in a folder; 0 if there is none that runs.
java_version() {
  local said
  said=$("$1/bin/java" -XshowSettings:properties -version 2>&1) || true
  said=$(printf '%s\n' "$said" | sed -n 's/^ *java\.specification\.version = \([0-9]*\)$/\1/p')
  printf '%s' "${said:-0}"
}

# The folder of the newest java of version 21 or later; nothing if there is none.
next_jdk() {
  local home version newest=20 found=
  for home in ${CIF_JDK_NEXT:+"$CIF_JDK_NEXT"} /usr/lib/jvm/*; do
    [ -x "$home/bin/java" ] || continue
    version=$(java_version "$home")
    if [ "$version" -gt "$newest" ]; then
      newest=$version
      found=$home
    fi
    [ -z "${CIF_JDK_NEXT:-}" ] || break
  done
  printf '%s' "$found"
}

# One line of the table: what ran, as the test says, and how it ended.
line() { printf '| %-10s | %-60s | %s |\n' "$1" "$2" "$3"; }

# Runs the smoke test with a profile and more arguments for Maven.
smoke() {
  local profile=$1 log=$logs/$1.log ran result=passed
  shift
  mvn -ntp -B test -pl itests/hive -am "-P$profile" "${skip[@]}" -Dtest=HiveVersionSmoke \
    -Dsurefire.failIfNoSpecifiedTests=false "$@" > "$log" 2>&1 || result="failed, see $log"
  ran=$(sed -n 's/.*versions: \(Hive .*\)$/\1/p' "$log" | head -n 1)
  # A run that found no test isn't one that passed.
  if [ "$result" = passed ] && { [ -z "$ran" ] || ! grep -q 'Tests run: [1-9].*Failures: 0, Errors: 0, Skipped: 0' "$log"; }; then
    result="did not run, see $log"
  fi
  line "$profile" "${ran:-nothing}" "$result"
  [ "$result" = passed ]
}

# Hive 4.2 runs what was built for the Hive that is the pom's.
built() {
  [ -n "${is_built:-}" ] || mvn -ntp -B test-compile -pl itests/hive -am "${skip[@]}" > "$logs/build.log" 2>&1 \
    || { tail -n 40 "$logs/build.log" >&2; return 1; }
  is_built=true
}

need_jdk
need_maven
status=0
skipped=
line profile "what ran" result
line --- --- ---
for profile in "${profiles[@]}"; do
  case $profile in
    hadoop-3.4 | hive-4.1)
      smoke "$profile" || status=1
      ;;
    hive-4.2)
      next=$(next_jdk)
      if [ -z "$next" ]; then
        line "$profile" nothing "skipped: it needs a JDK of 21 or later, see CIF_JDK_NEXT"
        skipped=true
      elif built; then
        smoke "$profile" "-Djvm=$next/bin/java" || status=1
      else
        line "$profile" nothing "failed, see $logs/build.log"
        status=1
      fi
      ;;
    *)
      fail "No such profile: $profile"
      ;;
  esac
done
[ "$status" -eq 0 ] || exit "$status"
[ -z "$skipped" ] || exit 77
