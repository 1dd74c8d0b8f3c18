#!/usr/bin/env bash
# Builds the jars of a release, signs them, and uploads them to Maven Central, where they wait for their owner.
# RELEASING.md says what has to be there: a key for GPG, and the server "central" in Maven's settings.
# Usage: publish_maven.sh [MAVEN ARGUMENTS ...]
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/java.sh

# Empty jars of tests are not published with the others.
mvn -B -ntp -Prelease,publish,no-tests -pl "$released_modules" -am -Dspotless.check.skip=true \
  -Dproject.build.outputTimestamp="$(date -u -d "@$(git log -1 --format=%ct)" +%FT%TZ)" "$@" deploy
