#!/usr/bin/env bash
# Clients that others have written, and bin/cif server: Hive's beeline, SQLLine, PyHive, SQLAlchemy and impyla. Beeline
# is of Hive 3.1.3, the last that Maven Central has, and takes the driver of this Hive.
# Takes long: CIF_NIGHTLY=1 bin/test runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh
. bin/test.d/clients/jdbc.sh

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

expect() {
  [ "$2" = "$3" ] || { printf 'FAIL %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"; cat "$folder/errors"; exit 1; }
  echo "ok   $1"
}

need_jdk
need_maven
need_packages python3-venv
put_jdbc_client "$folder/driver"
copy_jars_to "$folder/beeline" org.apache.hive:hive-beeline:3.1.3 jline:jline:2.12 net.sf.supercsv:super-csv:2.2.0
copy_jars_to "$folder/sqlline" sqlline:sqlline:1.12.0:jar:jar-with-dependencies
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check -r bin/test.d/clients/requirements.txt

mkfifo "$folder/address"
bin/cif server --port 0 --home "$folder/home" > "$folder/address" 2> "$folder/errors" &
server=$!
read -r url < "$folder/address" || { cat "$folder/errors"; exit 1; }
port=${url#jdbc:hive2://localhost:}
port=${port%/default}

java=$JAVA_HOME/bin/java
# Hive's and Hadoop's classes: those of the build.
beeline() {
  "$java" -cp "$folder/beeline/*:$folder/driver/*:$(cat embedded-hive/target/classpath)" \
    org.apache.hive.beeline.BeeLine -u "$url" -n any -p any --silent=true --outputformat=tsv2 "$@" 2> "$folder/errors"
}
sqlline() {
  "$java" -cp "$folder/sqlline/*:$folder/driver/*" sqlline.SqlLine -u "$url" -n any -p any --silent=true \
    --outputformat=csv "$@" 2> "$folder/errors"
}

beeline -e 'CREATE TABLE pages (url STRING, size INT, tags MAP<STRING,INT>,
    outlinks ARRAY<STRUCT<href:STRING,text:STRING>>) STORED AS CIF' \
  -e "INSERT INTO pages SELECT 'http://a.example/', 1, map('a', 10), array(named_struct('href', 'x', 'text', 'y'))
    UNION ALL SELECT 'http://b.example/', 2, if(false, map('a', 1), NULL), array(named_struct('href', '', 'text', ''))" \
  -e 'ALTER TABLE pages ADD COLUMNS (host STRING)' -e "UPDATE pages SET host = parse_url(url, 'HOST')" ||
  { cat "$folder/errors"; exit 1; }
expect "beeline: makes a table, inserts, adds a column, updates it, reads" \
  "$(printf 'url\tsize\ttags\toutlinks\thost\n%s\n%s' \
    $'http://a.example/\t1\t{"a":10}\t[{"href":"x","text":"y"}]\ta.example' \
    $'http://b.example/\t2\tNULL\t[{"href":"","text":""}]\tb.example')" \
  "$(beeline -e 'SELECT url, size, tags, outlinks, host FROM pages ORDER BY url')"
expect "beeline: !columns" "$(printf '%s\n' 'url STRING' 'size INT' 'tags map<string,int>' \
  'outlinks array<struct<href:string,text:string>>' 'host STRING')" \
  "$(beeline -e '!columns pages' | awk -F '\t' 'NR > 1 { print $4, $6 }')"
expect "SQLLine: rows" "$(printf "'host','size'\n'a.example','1'\n'b.example','2'")" \
  "$(sqlline -e 'SELECT host, size FROM pages ORDER BY host;')"
expect "SQLLine: !tables" "'default','pages','TABLE'" "$(sqlline -e '!tables' | sed 1d | cut -d , -f 2-4)"
expect "SQLLine: !columns" "'url' 'size' 'tags' 'outlinks' 'host'" \
  "$(sqlline -e '!columns pages' | sed 1d | cut -d , -f 4 | xargs -d '\n')"
"$folder/venv/bin/python" bin/test.d/clients/clients.py "$port"

kill "$server"
status=0
wait "$server" || status=$?
server=
expect "the server stops" 143 "$status"
