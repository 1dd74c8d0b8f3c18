# Shared by bin/demo, bin/test and bin/cif: finds the tools, or installs them where that is possible.
# Sourced, not run. Needs: bash.

CIF_HOME=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export CIF_HOME

fail() {
  echo "cif: $*" >&2
  exit 1
}

# need COMMAND PACKAGE...: makes sure the command is there; as root on Debian installs the packages.
need() {
  local command=$1
  shift
  command -v "$command" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing $* (for $command) ..." >&2
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@"; } >&2 \
      || fail "could not install $*"
  else
    fail "$command is missing; install it with: sudo apt-get install -y $*"
  fi
}

# Java 17 and Maven.
need_java_build() {
  need javac openjdk-17-jdk-headless
  need mvn maven
  local version
  version=$(javac -version 2>&1 | sed -E 's/^javac ([0-9]+).*/\1/')
  [ "$version" -ge 17 ] || fail "javac is version $version; CIF is built with Java 17"
}

# The JVM flags that Hive and Tez need, from the one place that holds them.
hive_flags() {
  sed -n 's:.*<hive.opens>\(.*\)</hive.opens>.*:\1:p' "$CIF_HOME/pom.xml"
}
