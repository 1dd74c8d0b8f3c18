# Starts the command line. Sourced by bin/cif, with bash, in the source tree and in a distribution. What to run
# is in these variables:
#   JAVA_HOME        a Java runtime
#   cif_classes      the class path of all commands
#   sql_classes      what those that run SQL need besides
#   jvm_options      a file with the JVM's flags
#   archives         a folder for archives of classes; empty for none
# shellcheck disable=SC2034 # build.sh sets them, too

say() { printf '%s\n' "$*" >&2; }

# The versions of Java that Hive and Hadoop run on.
oldest_java=17
newest_java=21
# Debian's folder of Javas.
java_folders=/usr/lib/jvm

# Prints the major version of the Java in a folder: 8 for 1.8.0_402, 17 for 17.0.9.
java_version() {
  local said
  # Most have it in a file, which is read sooner than a JVM starts.
  said=$(grep -s '^JAVA_VERSION=' "$1/release" || "$1/bin/java" -version 2>&1) || return 1
  if [[ $said =~ (VERSION=|version\ )\"(1\.)?([0-9]+) ]]; then
    printf '%s' "${BASH_REMATCH[3]}"
  else
    return 1
  fi
}

# Sets JAVA_HOME to the first Java that fits: JAVA_HOME's own, that on the path, those in java_folders.
use_java() {
  local home version on_path= found= seen=
  if command -v java > /dev/null; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
  fi
  for home in "${JAVA_HOME:-}" "$on_path" "$java_folders"/*; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
    # One Java has several names there.
    case $seen in *":$(readlink -f "$home/bin/java"):"*) continue ;; esac
    seen+=:$(readlink -f "$home/bin/java"):
    version=$(java_version "$home") || continue
    if [ "$version" -ge "$oldest_java" ] && [ "$version" -le "$newest_java" ]; then
      export JAVA_HOME=$home
      return
    fi
    found+="  Java $version in $home"$'\n'
  done
  if [ -n "$found" ]; then
    say "cif: needs Java $oldest_java to $newest_java. Hive and Hadoop don't run on what is here:"
    printf '%s' "$found" >&2
  else
    say "cif: needs Java $oldest_java to $newest_java, and found none."
  fi
  say "Install one. On Debian and Ubuntu: sudo apt-get install openjdk-17-jre-headless, or openjdk-21-jre-headless."
  say "Or set JAVA_HOME to the folder of one that is installed."
  exit 1
}

# Joins the jars that a file in java/ names, one a line.
jars_of() {
  local jar joined=
  while IFS= read -r jar; do
    joined+=:$root/java/$jar
  done < "$root/java/$1"
  printf '%s' "${joined#:}"
}

use_distribution() {
  use_java
  cif_classes=$(jars_of cif.classpath)
  sql_classes=$(jars_of sql.classpath)
  jvm_options=$root/java/jvm.options
  # A package's folder has the package's files alone.
  case $root in /usr/*) archives= ;; *) archives=$root/java ;; esac
}

# Prints the archive of the classes of commands that end soon; nothing if there is none. A JVM ignores one whose
# bytes have changed, and crashes of one that is cut off: the name says the JDK, the place, and the length.
class_archive() {
  local file
  for file in "$archives/classes-$1"-*.jsa; do
    if [ -f "$file" ] && [ "$file" = "$archives/classes-$1-$(($(wc -c < "$file"))).jsa" ]; then
      printf '%s' "$file"
      return
    fi
  done
}

# Tries whether a Java can write an archive: one that does not use the archive of its own classes would not start.
can_archive() {
  local probe=$archives/classes-probe.$$ status=0
  "$JAVA_HOME/bin/java" -XX:+UseParallelGC -XX:ArchiveClassesAtExit="$probe" -version > /dev/null 2>&1 || status=$?
  rm -f "$probe"
  return "$status"
}

# Runs a command while the JVM writes an archive of the classes that it loads, and then gives it its name.
run_and_archive() {
  local jdk=$1 new status=0
  shift
  new=$archives/classes-$jdk.$$
  "$JAVA_HOME/bin/java" -Xlog:cds=off -Xlog:cds+dynamic=off -XX:ArchiveClassesAtExit="$new" "$@" || status=$?
  if [ "$status" -eq 0 ] && [ -f "$new" ]; then
    mv -f "$new" "$archives/classes-$jdk-$(($(wc -c < "$new"))).jsa"
  fi
  rm -f "$new"
  exit "$status"
}

run_cif() {
  # Commands that run SQL need what the embedded Hive brings, and have its configuration. The others have
  # the cluster's, as Hadoop's own commands find it; an archive of classes needs the jars in front of it.
  local hadoop_conf= classes=$cif_classes opens terminal=false command= flags=() jdk= archive=
  for command; do
    # Options may stand before it.
    case $command in -*) ;; *) break ;; esac
  done
  case ${command:-} in
    sql | server | update | delete | merge | add-column) classes+=:$sql_classes ;;
    *)
      [ -z "${HADOOP_CONF_DIR:-}" ] || hadoop_conf=:$HADOOP_CONF_DIR
      # Hive's client asks a metastore. 'adopt' may have one from its configuration.
      case "$command $* " in adopt\ * | *" --metastore"[=\ ]*) classes+=:$sql_classes ;; esac
      ;;
  esac
  read -ra opens < "$jvm_options"
  [ ! -t 2 ] || terminal=true
  # Commands that end soon take less time without the compiler of code that runs long, and with classes that were
  # loaded and checked before.
  case ${command:-} in
    meta | get | history | undo | adopt | tier)
      flags=(-XX:TieredStopAtLevel=1)
      [ ! -f "$JAVA_HOME/release" ] || jdk=$(printf %s "$archives" | cat "$JAVA_HOME/release" - | cksum)
      jdk=${jdk%% *}
      archive=$(class_archive "$jdk")
      [ -z "$archive" ] || flags+=(-Xlog:cds=off -Xlog:cds+dynamic=off -XX:SharedArchiveFile="$archive" -XX:+VerifySharedSpaces)
      ;;
  esac
  # CIF_JAVA_OPTS: more flags for the JVM, such as -Xmx8g.
  # shellcheck disable=SC2206 # several flags
  flags+=(-XX:+UseParallelGC -Dfile.encoding=UTF-8 -Dcif.terminal=$terminal "${opens[@]}" ${CIF_JAVA_OPTS:-}
    -cp "$classes$hadoop_conf" dev.cif.cli.Main "$@")
  if [ "${command:-}" = meta ] && [ -n "$jdk" ] && [ -z "$archive$hadoop_conf${CIF_JAVA_OPTS:-}" ] && [ -w "$archives" ] \
    && can_archive; then
    run_and_archive "$jdk" "${flags[@]}"
  fi
  exec "$JAVA_HOME/bin/java" "${flags[@]}"
}
