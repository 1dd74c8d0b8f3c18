# Builds the benchmarks; sourced by bench/run and bench/paper/run, in the root of the project. Sets
# classpath, and terminal: whether progress can be shown. bench_modules, if set, names modules that
# are built besides, with commas; each gets its class path in its target/bench.classpath.
# shellcheck shell=bash
. bin/lib/setup.sh

need_jdk
need_maven
# test-compile: the experiments' hosts are in the test jar of hdfs.
mvn -q -B -pl "bench${bench_modules:+,$bench_modules}" -am -DskipTests test-compile \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=target/bench.classpath -Dmdep.includeScope=runtime >&2
classpath=bench/target/classes:$(cat bench/target/bench.classpath)
terminal=false
[ ! -t 2 ] || terminal=true
