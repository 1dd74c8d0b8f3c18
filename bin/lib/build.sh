# Builds the command line in the source tree, where a source is newer than the last build. Sourced by bin/cif
# after launch.sh.
. "$root/bin/lib/setup.sh"

classpath=$root/cli/target/classpath
hive=$root/embedded-hive/target
modules="format cache serde storage-handler mapreduce embedded-hive cli"

is_built() {
  [ -f "$classpath" ] || return 1
  [ -f "$hive/classpath" ] || return 1
  local module newer
  for module in $modules; do
    [ -d "$root/$module/target/classes" ] || return 1
    newer=$(find "$root/$module/src/main" "$root/$module/pom.xml" -newer "$classpath" -print -quit)
    [ -z "$newer" ] || return 1
  done
}

# Prints the jar of a module's classes.
jar_of() {
  local jar
  for jar in "$1"-*.jar; do
    case $jar in *-tests.jar | *-sources.jar | *-javadoc.jar) ;; *) printf '%s' "$jar" ;; esac
  done
}

use_source_tree() {
  need_jdk
  if ! is_built; then
    need_maven
    say "Building; the first time also downloading Hive and Hadoop ..."
    # Two calls at a time must not build over each other.
    mkdir -p "$root/cli/target"
    exec 9> "$root/cli/target/build.lock"
    ! command -v flock > /dev/null || flock 9
    if ! is_built; then
      (cd "$root" && run_maven "$root/cli/target/build.log" -T 2 -Pcli,no-tests -pl cli -am \
        -Dspotless.check.skip=true package 9>&-)
      touch "$classpath"
      rm -f "$root"/cli/target/classes-*.jsa
    fi
    exec 9>&-
  fi
  cif_classes=$(jar_of "$root/cli/target/cif-cli"):$(jar_of "$hive/cif-embedded-hive"):$(cat "$classpath")
  sql_classes=$(cat "$hive/classpath")
  jvm_options=$hive/classes/dev/cif/embedded/jvm.options
  archives=$root/cli/target
}
