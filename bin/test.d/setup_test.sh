#!/usr/bin/env bash
# Tests bin/lib/setup.sh against stand-ins for the JDK and apt-get; installs nothing.
set -euo pipefail
setup=$(cd "$(dirname "$0")/.." && pwd)/lib/setup.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/stubs" "$folder/jdk/bin"
failures=0

stub() {
  printf '#!/bin/sh\n%s\n' "$2" > "$1"
  chmod +x "$1"
}

# A stand-in apt-get notes what it was asked for, and does nothing.
stub "$folder/stubs/apt-get" "echo \"\$@\" >> '$folder/asked'"

in_setup() { PATH="$folder/stubs:$PATH" bash -c "set -euo pipefail; . '$setup'; $1"; }

expect() {
  if [ "$2" = "$3" ]; then
    echo "ok   $1"
  else
    echo "FAIL $1: expected '$2', got '$3'"
    failures=$((failures + 1))
  fi
}

stub "$folder/jdk/bin/javac" 'echo "Picked up JAVA_TOOL_OPTIONS: -Dx=y"; echo "javac 17.0.9"; seq 1 50000'
expect jdk_isFoundHoweverMuchItPrints "$folder/jdk" "$(in_setup "jdk_of_version 17 '$folder/jdk'")"
expect jdk_ofAnotherVersionIsNotTaken "" "$(in_setup "jdk_of_version 21 '$folder/jdk'")"
stub "$folder/jdk/bin/javac" 'echo "javac 170.1"'
expect jdk_versionIsComparedWhole "" "$(in_setup "jdk_of_version 17 '$folder/jdk'")"
stub "$folder/jdk/bin/javac" 'echo "javac 17"'
expect jdk_withoutMinorVersionIsFound "$folder/jdk" "$(in_setup "jdk_of_version 17 '$folder/jdk'")"
stub "$folder/jdk/bin/javac" 'echo "javac 17.0.9"; exit 3'
expect jdk_thatFailsIsPassedOver "" "$(in_setup "jdk_of_version 17 '$folder/jdk'")"

stub "$folder/jdk/bin/javac" 'echo "Picked up JAVA_TOOL_OPTIONS: -Dx=y"; echo "javac 17.0.9"'
in_setup "JAVA_HOME='$folder/jdk' need_jdk"
expect needJdk_withAJdkInstallsNothing "" "$(cat "$folder/asked" 2>/dev/null || true)"

# An empty JAVA_HOME must not be read as the root folder, whose /bin/javac is there on Debian.
stub "$folder/stubs/javac" 'echo "javac 17.0.9"'
mkdir -p "$folder/real/bin"
mv "$folder/stubs/javac" "$folder/real/bin/javac"
ln -s "$folder/real/bin/javac" "$folder/stubs/javac"
expect needJdk_withoutJavaHomeTakesTheOneOnThePath "$folder/real" \
  "$(in_setup 'unset JAVA_HOME; need_jdk; printf %s "$JAVA_HOME"' 2>/dev/null || true)"
expect needJdk_withoutJavaHomeInstallsNothing "" "$(cat "$folder/asked" 2>/dev/null || true)"
expect jdk_emptyFolderIsPassedOver "$folder/real" "$(in_setup "jdk_of_version 17 '' '$folder/real'")"

stub "$folder/stubs/id" 'echo 0'
in_setup "install_packages some-package" 2>/dev/null
expect install_neverUpgradesAndWaitsForTheLock "-o DPkg::Lock::Timeout=600 install -y --no-install-recommends --no-upgrade some-package -qq" \
  "$(tail -n 1 "$folder/asked")"

: > "$folder/asked"
stub "$folder/stubs/dpkg-query" 'case "$*" in *there*) echo installed ;; *) exit 1 ;; esac'
: > "$folder/asked"
in_setup "need_packages there also-there" 2>/dev/null
expect packages_thatAreThereAreLeftAlone "" "$(cat "$folder/asked")"
in_setup "need_packages there absent" 2>/dev/null
expect packages_thatAreAbsentAreInstalled \
  "-o DPkg::Lock::Timeout=600 install -y --no-install-recommends --no-upgrade absent -qq" "$(tail -n 1 "$folder/asked")"

: > "$folder/asked"
stub "$folder/stubs/id" 'echo 1000'
said=$(in_setup "install_packages some-package" 2>&1 || true)
expect install_withoutRootAsksAptNothing "" "$(cat "$folder/asked")"
case $said in
  *"sudo apt-get update && sudo apt-get install"*"some-package"*) echo "ok   install_withoutRootPrintsTheCommand" ;;
  *) expect install_withoutRootPrintsTheCommand "a command" "$said" ;;
esac

[ "$failures" -eq 0 ]
