# Finds a JDK and Maven, or installs them. Sourced by the commands beside this folder, with bash.
# After need_jdk, JAVA_HOME is a JDK from 17 to 21.

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# Runs apt-get, once who has its lock is done: unattended upgrades hold it for minutes.
wait_for_apt() { apt-get -o DPkg::Lock::Timeout=600 "$@"; }

# Installs Debian packages as root, or prints the command that would. A package that is there is
# never upgraded: other programs may be running on it.
install_packages() {
  local command="apt-get install -y --no-install-recommends --no-upgrade $*"
  if ! command -v apt-get >/dev/null; then
    fail "Missing: $*. Install them (on Debian: $command) and start again."
  fi
  if [ "$(id -u)" -ne 0 ]; then
    fail "Missing: $*. Run this and start again:" "  sudo apt-get update && sudo $command"
  fi
  say "Installing $* ..."
  wait_for_apt update -qq || fail "apt-get update failed; see above."
  # shellcheck disable=SC2086 # one word a package
  DEBIAN_FRONTEND=noninteractive wait_for_apt ${command#apt-get } -qq >&2 || fail "That failed: $command"
}

# The first folder among the arguments that is a JDK of this major version.
jdk_of_version() {
  local version=$1 home said
  shift
  for home in "$@"; do
    # JAVA_HOME may be empty, and /bin/javac exists on Debian: that is no JDK's folder.
    [ -n "$home" ] && [ -x "$home/bin/javac" ] || continue
    said=$("$home/bin/javac" -version 2>&1) || continue
    case $'\n'$said in
      *$'\n'"javac $version" | *$'\n'"javac $version".* | *$'\n'"javac $version"-*)
        printf '%s' "$home"
        return
        ;;
    esac
  done
}

find_jdk() {
  local version found on_path=
  if command -v javac >/dev/null; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  fi
  for version in 17 18 19 20 21; do
    found=$(jdk_of_version "$version" "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/*)
    if [ -n "$found" ]; then
      printf '%s' "$found"
      return
    fi
  done
}

need_jdk() {
  local found
  found=$(find_jdk)
  if [ -z "$found" ]; then
    if apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1 || ! command -v apt-get >/dev/null; then
      install_packages openjdk-17-jdk-headless
    else
      # A machine that never ran apt-get update knows no package: ask again once it has.
      [ "$(id -u)" -ne 0 ] || wait_for_apt update -qq || true
      if apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1; then
        install_packages openjdk-17-jdk-headless
      else
        install_packages openjdk-21-jdk-headless
      fi
    fi
    found=$(find_jdk)
    [ -n "$found" ] || fail "No JDK 17 to 21 was found after installing one."
  fi
  export JAVA_HOME=$found
}

need_maven() {
  command -v mvn >/dev/null || install_packages maven
}

# Installs those of the given Debian packages that are not there.
need_packages() {
  local name missing=()
  for name in "$@"; do
    # A line for each architecture that has the package.
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
}

# Runs Maven with its output in a log file, and says now and then how many files it has fetched.
run_maven() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! mvn -B "$@" 2>&1 | tee "$log" |
    awk '/Downloaded from/ { if (++n % 100 == 0) { print "    " n " files downloaded"; fflush() } }' >&2; then
    tail -n 40 "$log" >&2
    fail "The build failed; the whole output is in $log"
  fi
}
