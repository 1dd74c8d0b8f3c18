# Starts the command line. Sourced by bin/cif, with bash, in the source tree and in a distribution. What to run
# is in these variables:
#   JAVA_HOME        a Java runtime
#   cif_classes      the class path of all commands
#   sql_classes      what those that run SQL need besides
#   jvm_options      a file with the JVM's flags
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
}

run_cif() {
  # Commands that run SQL need what the embedded Hive brings, and have its configuration. The others have
  # the cluster's, as Hadoop's own commands find it.
  local hadoop_conf= classes=$cif_classes opens terminal=false command= compiler=
  for command; do
    # Options may stand before it.
    case $command in -*) ;; *) break ;; esac
  done
  case ${command:-} in
    sql | server | update | delete | merge | add-column) classes+=:$sql_classes ;;
    *)
      [ -z "${HADOOP_CONF_DIR:-}" ] || hadoop_conf=$HADOOP_CONF_DIR:
      # Hive's client asks a metastore. 'adopt' may have one from its configuration.
      case "$command $* " in adopt\ * | *" --metastore"[=\ ]*) classes+=:$sql_classes ;; esac
      ;;
  esac
  # Commands that end soon take less time without the compiler of code that runs long.
  case ${command:-} in meta | get | history | undo | adopt | tier) compiler=-XX:TieredStopAtLevel=1 ;; esac
  read -ra opens < "$jvm_options"
  [ ! -t 2 ] || terminal=true
  # CIF_JAVA_OPTS: more flags for the JVM, such as -Xmx8g.
  # shellcheck disable=SC2086 # several flags
  exec "$JAVA_HOME/bin/java" $compiler -XX:+UseParallelGC -Dfile.encoding=UTF-8 -Dcif.terminal=$terminal \
    "${opens[@]}" ${CIF_JAVA_OPTS:-} -cp "$hadoop_conf$classes" dev.cif.cli.Main "$@"
}
