#!/usr/bin/env bash
# Does what a newcomer does with a release: in a bare Debian, which has a Java runtime, and no source tree, no Maven
# and no network. Makes the release first, and makes it again in another folder, which has to give the same bytes.
# Takes long: CIF_NIGHTLY=1 bin/test runs it. Needs root, for the Debian.
# Usage: dist_test.sh              all of it
#        dist_test.sh FOLDER       of a release that is made, and not made again
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh
. bin/lib/debian.sh
. bin/test.d/clients/jdbc.sh

if [ "$(id -u)" -ne 0 ]; then
  echo "skipped: a release is tested in a Debian of its own, which only root can make"
  exit 0
fi
need_packages iproute2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect() {
  [ "$2" = "$3" ] || { printf 'FAIL %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"; exit 1; }
  echo "ok   $1"
}

expect_part() {
  [[ $3 == *"$2"* ]] || { printf 'FAIL %s: expected a part\n%s\nin\n%s\n' "$1" "$2" "$3"; exit 1; }
  echo "ok   $1"
}

quietly() {
  "$@" > "$folder/log" 2>&1 || { tail -n 50 "$folder/log"; echo "FAIL $*"; exit 1; }
}

# --- the release, twice

if [ $# -gt 0 ]; then
  dist=$(cd "$1" && pwd)
else
  dist=$PWD/target/dist
  quietly bin/dist --out "$dist"
  git clone -q . "$folder/clone"
  CCACHE_DISABLE=1 quietly "$folder/clone/bin/dist" --out "$folder/second/place"
  expect "two builds in two folders give the same bytes" "$(cat "$dist/SHA256SUMS")" \
    "$(cat "$folder/second/place/SHA256SUMS")"
  rm -rf "$folder/clone" "$folder/second"
fi
quietly bash -c "cd '$dist' && sha256sum -c --strict SHA256SUMS"
expect "the wheel has the extension for DuckDB" "cif/libcif_duckdb.so" \
  "$(python3 -m zipfile -l "$(echo "$dist"/cif_format-*.whl)" | grep -o 'cif/libcif_duckdb.so')"
tarball=$(echo "$dist"/cif-*-bin.tar.gz)
deb=$(echo "$dist"/cif_*.deb)
name=$(basename "$tarball" -bin.tar.gz)

# --- Debians

# Runs a command in a Debian that has no network but itself, and no environment of ours.
inside() {
  local root=$1
  shift
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root unshare -mnpf --mount-proc="$root/proc" \
    sh -c 'ip link set lo up && exec chroot "$@"' sh "$root" "$@"
}

bare=$folder/bare
quietly make_debian "$debian_suite" "$bare"
with_java=$folder/with-java
cp -a "$bare" "$with_java"
quietly install_in "$with_java" default-jre-headless
with_package=$folder/with-package
cp -a "$bare" "$with_package"

# --- without Java

tar -xzf "$tarball" -C "$bare/opt"
cp -r testdata/v1/auto "$bare/opt/table"
said=$(inside "$bare" "/opt/$name/bin/cif" --version 2>&1 || true)
expect_part "without Java, it says so" "needs Java 17 to 21, and found none" "$said"
expect_part "and what to install" "apt-get install openjdk-17-jre-headless" "$said"
expect "cif-scan, without Java" "300" "$(inside "$bare" "/opt/$name/bin/cif-scan" --jsonl /opt/table | wc -l)"
expect "all libraries are there" "" "$(inside "$bare" sh -c "ldd /opt/$name/lib/*.so /opt/$name/lib/*.duckdb_extension" |
  grep 'not found' || true)"
if (quietly make_debian sid "$folder/java8" openjdk-8-jre-headless); then
  cp -r "$bare/opt/$name" "$folder/java8/opt/"
  said=$(inside "$folder/java8" "/opt/$name/bin/cif" --version 2>&1 || true)
  expect_part "with Java 8, it says so" "  Java 8 in /usr/lib/jvm/java-8-openjdk" "$said"
  rm -rf "$folder/java8"
else
  echo "skipped: Debian has no Java 8 any more, see above"
fi

# --- a program of C

root=$bare/opt/$name
libcif=$(sed -n 's/^#define CIF_VERSION "\(.*\)"/\1/p' "$root/include/cif/version.h")
PKG_CONFIG_PATH=$root/lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # one word a flag
quietly cc -o "$root/consumer" impala-scanner/test/install/consumer.c $(pkg-config --cflags --libs libcif) \
  -Wl,-rpath,'$ORIGIN/lib'
expect "a C program, by pkg-config" "$libcif 300" "$(inside "$bare" "/opt/$name/consumer" /opt/table)"
for kind in shared static; do
  quietly cmake -S impala-scanner/test/install -B "$folder/by-cmake-$kind" -G Ninja -DCMAKE_PREFIX_PATH="$root" \
    -DCIF_KIND="$kind"
  quietly ninja -C "$folder/by-cmake-$kind"
  expect "a C++ program, $kind, by CMake" "$libcif 300" "$("$folder/by-cmake-$kind/consumer_cc" testdata/v1/auto)"
done

# --- the quick start, from the tarball to the first answer

# The README's statements, and what it shows as their answer.
sql=$(awk '/^```sql$/ { in_sql = 1; next } /^```$/ { if (in_sql) exit } in_sql' README.md)
answer=$(awk '/^```sql$/ { seen = 1 } seen && /^```$/ { if (++n == 2) { on = 1; next } if (n == 3) exit } on' README.md)
printf '%s\n' "$sql" > "$with_java/opt/readme.sql"
started=$(date +%s)
mkdir "$with_java/opt/home"
tar -xzf "$tarball" -C "$with_java/opt"
answered=$(inside "$with_java" sh -c "cd /opt/home && /opt/$name/bin/cif sql -f ../readme.sql" 2> "$folder/log" ||
  cat "$folder/log")
seconds=$(($(date +%s) - started))
expect "the README's SQL has its answer" "$answer" "$answered"
echo "     $seconds s from the tarball to the first answer"
[ "$seconds" -lt 120 ] || { echo "FAIL that is more than two minutes"; exit 1; }

printf 'id,name\n1,one\n2,two\n' > "$with_java/opt/home/rows.csv"
cif() { inside "$with_java" sh -c "cd /opt/home && /opt/$name/bin/$*"; }
quietly cif cif load rows.csv --from csv --header --schema "'id int, name string'" --to loaded
quietly cif cif verify loaded
expect "a file is loaded, and read without Java" '{"id":1,"name":"one"}' "$(cif cif-scan --jsonl loaded | head -n 1)"
quietly cif cif sql -f "/opt/$name/sql/quickstart.sql" --home other

# --- a server of the tarball, and a client with Hive's driver

need_jdk
need_maven
quietly put_jdbc_client "$with_java/opt/client"
cat > "$with_java/opt/client/run" << 'END'
#!/bin/sh
# Starts a server, has the client ask it, and stops it: FOLDER_OF_CIF
cd /opt/home || exit
mkfifo /opt/client/address
"$1/bin/cif" server --port 0 --home served > /opt/client/address &
server=$!
read -r url < /opt/client/address
java -cp '/opt/client:/opt/client/*' JdbcClient "$url" 'CREATE TABLE t (id INT, m MAP<STRING,INT>) STORED AS CIF' \
  "INSERT INTO t SELECT 1, map('a', 10)" 'ALTER TABLE t ADD COLUMNS (n INT)' "UPDATE t SET n = m['a'] + id" \
  'SELECT id, m, n FROM t'
kill "$server"
wait "$server"
echo "the server's exit code is $?"
END
chmod +x "$with_java/opt/client/run"
expect "the tarball's server answers Hive's driver, and stops" "1	{\"a\":10}	11
the server's exit code is 143" "$(inside "$with_java" /opt/client/run "/opt/$name" 2> "$folder/log" || cat "$folder/log")"

# --- the package

cp "$deb" "$with_package/opt/cif.deb"
quietly install_in "$with_package" /opt/cif.deb
cp "$with_java/opt/readme.sql" "$with_package/opt/"
expect "the package's cif gives the same answer" "$answer" \
  "$(inside "$with_package" sh -c 'cd /tmp && cif sql -f /opt/readme.sql' 2> /dev/null)"
cp -r testdata/v1/auto "$with_package/opt/table"
expect "the package's cif-scan" "300" "$(inside "$with_package" cif-scan --jsonl /opt/table | wc -l)"
expect_part "the package's manual" 'cif \- loads, shows and checks' \
  "$(inside "$with_package" zcat /usr/share/man/man1/cif.1.gz)"
