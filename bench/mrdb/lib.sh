# Shared by bench/mrdb/run and bench/mrdb/hive, and sourced in the root of the project. Sets venv, and data: the folder
# of MR/DB's tables as text, with DuckDB's answers. generate takes the numbers of rows as arguments.
# shellcheck shell=bash
. bench/build.sh

need_packages python3-venv
mkdir -p bench/target/mrdb
venv=bench/target/mrdb/venv
[ -d "$venv" ] || python3 -m venv "$venv"
"$venv/bin/pip" install -q -r bench/mrdb/requirements.txt >&2

bench() {
  java -Dbench.terminal="$terminal" -Xms"${HEAP:-2g}" -Xmx"${HEAP:-2g}" -XX:+UseParallelGC -XX:-UsePerfData \
    -cp "$classpath" dev.cif.bench.mrdb.MrdbBench "$@"
}

generate() {
  data=$(bench --generate "$@")
  "$venv/bin/python" bench/mrdb/answers.py "$data"
}
