#!/usr/bin/env bash
# Services in containers: itests/README.md. Makes their image, gathers their jars, and runs the tests of itests.
# Takes long: CIF_NIGHTLY=1 bin/test runs it. Needs a daemon of Docker, or root, who may start one.
# Usage: containers_test.sh [MAVEN ARGUMENTS ...]      for example -Dtest=TablesIT
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh
. bin/test.d/clients/jdbc.sh

# The first commit whose files every later version reads. There is no release before this one.
older=422d782651b3
skip() {
  echo "skipped: services run in containers. $*"
  exit 0
}

compose() {
  CIF_SERVICES_IMAGE=cif-itests CIF_POSTGRES_IMAGE=cif-itests \
    CIF_HIVE_JAR=$(echo "$PWD"/storage-handler/target/cif-storage-handler-*-hive.jar) \
    CIF_HDFS_JAR=$(find "$PWD/hdfs/target" -name 'cif-hdfs-*.jar' ! -name '*-tests.jar') \
    docker-compose -p cif-itests -f itests/compose.yaml -f itests/compose.tests.yaml "$@"
}

folder=$(mktemp -d)
daemon=
composed=
finish() {
  local left
  if docker info > /dev/null 2>&1; then
    [ -z "$composed" ] || compose down -v > /dev/null 2>&1 || true
    left=$(docker ps -aq --filter label=dev.cif.itests)
    # shellcheck disable=SC2086 # one word a container
    [ -z "$left" ] || docker rm -f -v $left > /dev/null
    docker network prune -f --filter label=dev.cif.itests > /dev/null
    # Removes images that a later one has replaced.
    docker image prune -f --filter label=dev.cif.itests > /dev/null
  fi
  if [ -n "$daemon" ]; then
    kill "$daemon" 2> /dev/null || true
    wait "$daemon" || true
  fi
  [ ! -d "$folder/older" ] || git worktree remove --force "$folder/older"
  rm -rf "$folder"
}
trap finish EXIT

if ! docker info > /dev/null 2>&1; then
  [ "$(id -u)" -eq 0 ] || skip "No daemon of Docker answers, and only root can start one."
  need_packages docker.io
  dockerd > "$folder/dockerd.log" 2>&1 &
  daemon=$!
  until docker info > /dev/null 2>&1; do
    if ! kill -0 "$daemon" 2> /dev/null; then
      daemon=
      skip "The daemon can't run here: $(tail -n 1 "$folder/dockerd.log")"
    fi
    sleep 0.5
  done
fi
if [ "$(id -u)" -ne 0 ] && ! docker image inspect cif-itests > /dev/null 2>&1; then
  skip "Only root can make their image: itests/image/make.sh."
fi

need_jdk
need_maven
[ "$(id -u)" -ne 0 ] || need_packages docker-compose
[ "$(id -u)" -ne 0 ] || itests/image/make.sh
services=itests/services/hadoop,itests/services/hive,itests/services/tez
run_maven "$folder/build.log" -ntp -Pcontainers package -DskipTests -pl "itests,$services,hdfs,storage-handler" -am
jar=$PWD/itests/target/older/$older-hive.jar
if [ ! -f "$jar" ]; then
  if git cat-file -e "$older^{commit}" 2> /dev/null; then
    say "Building the jar for Hive of $older ..."
    git worktree add -q --detach "$folder/older" "$older"
    (cd "$folder/older" && run_maven "$folder/older.log" -ntp package -DskipTests -pl storage-handler -am)
    mkdir -p "$(dirname "$jar")"
    cp "$folder/older"/storage-handler/target/cif-storage-handler-*-hive.jar "$jar"
  else
    jar=
    echo "skipped: the upgrade, since this clone has no commit $older"
  fi
fi
mvn -B -ntp -Pcontainers verify -pl itests -Dolder.hive.jar="$jar" -Dsurefire.failIfNoSpecifiedTests=false "$@"
[ $# -eq 0 ] || exit 0

# compose.yaml with this image, and the guide's statements by JDBC.
if ! command -v docker-compose > /dev/null; then
  echo "skipped: compose.yaml, since there is no docker-compose"
  exit 0
fi
echo "Starting compose.yaml ..."
composed=yes
compose up -d > "$folder/compose.log" 2>&1 || { cat "$folder/compose.log"; exit 1; }
put_jdbc_client "$folder/client"
sql=$(awk '/^ *```sql$/ { on = 1; next } on && /^ *```$/ { exit } on' docs/containers.md)
mapfile -d ';' -t statements < <(printf '%s' "${sql%;*}")
ask() {
  "$JAVA_HOME/bin/java" -cp "$folder/client:$folder/client/*" JdbcClient jdbc:hive2://localhost:10000/default "$@"
}
deadline=$(($(date +%s) + 300))
until ask 'SET hive.execution.engine' > "$folder/asked" 2>&1; do
  if [ "$(date +%s)" -gt "$deadline" ]; then
    cat "$folder/asked"
    compose logs --tail 50
    echo "FAIL compose.yaml: no connection in five minutes"
    exit 1
  fi
  sleep 1
done
answer=$(ask "${statements[@]}" 2> "$folder/asked") || { cat "$folder/asked"; compose logs --tail 50; exit 1; }
[ "$answer" = $'a.example\t1\nb.example\t2' ] || { printf 'FAIL the answer of the guide is\n%s\n' "$answer"; exit 1; }
echo "ok   compose.yaml, and the statements of docs/containers.md"
docker stats --no-stream --format '{{.MemUsage}}  {{.Name}}'
