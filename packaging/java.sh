# The Java part of bin/dist: jars, what bin/cif runs with, sources and documentation.

# Modules whose jars a cluster takes, with the classifier of the jar.
deployed_jars="storage-handler:-hive mapreduce:-hadoop spark:-spark hdfs: impala-scanner/data-source:-impala"

# Modules that a release has; those that they need come with them.
released_modules=cli,hdfs,spark,impala-scanner/data-source

# No tests are compiled, and Error Prone checks nothing: the tests' own build does. The classes are the same.
build_java() {
  (cd "$source" && logged java mvn -B -ntp -T 2 -Prelease,cli,no-tests -pl "$released_modules" -am \
    -Dspotless.check.skip=true -Dlint.errorprone=-XepDisableAllChecks -Dproject.build.outputTimestamp="$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" package)
  local jar
  while IFS= read -r jar; do
    cp "$jar" "$out/maven/"
  done < <(find "$source" -path '*/target/cif-*.jar' ! -name '*-tests.jar' ! -path '*/data-source-api/*' | sort)
}

# Succeeds if the parent's pom.xml names a jar of Maven's repository as one that a release leaves out.
is_left_out() {
  local pattern
  for pattern in "${left_out[@]}"; do
    # The pattern is group:artifact, and the folders are group/artifact/version.
    [[ $1 != */${pattern}/*/* ]] || return 0
  done
  return 1
}

# Copies jars to java/ that are not there yet, and prints their names. One name stands for one file.
copy_jars() {
  local jar name
  for jar in "$@"; do
    ! is_left_out "$jar" || continue
    name=${jar##*/}
    if [ -e "$stage/java/$name" ]; then
      cmp -s "$jar" "$stage/java/$name" || fail "Two jars of the name $name differ: $jar is one."
    else
      cp "$jar" "$stage/java/$name"
      printf '%s\n' "$name"
    fi
  done
}

stage_java() {
  local module classes own left_out
  mapfile -t left_out < <(sed -n 's/.*<release.left.out>\(.*\)<.*/\1/p' "$source/pom.xml" | tr ',' '\n' |
    awk -F : '{ gsub(/[.]/, "/", $1); print $1 "/" $2 }')
  [ "${#left_out[@]}" -gt 0 ] || fail "The parent's pom.xml has no release.left.out."
  mkdir -p "$stage/java" "$stage/jars"
  own=("$source/cli/target/cif-cli-$version.jar" "$source/embedded-hive/target/cif-embedded-hive-$version.jar")
  IFS=: read -ra classes < "$source/cli/target/classpath" || true
  copy_jars "${own[@]}" "${classes[@]}" > "$stage/java/cif.classpath"
  IFS=: read -ra classes < "$source/embedded-hive/target/classpath" || true
  copy_jars "${classes[@]}" > "$stage/java/sql.classpath"
  cp "$source/embedded-hive/target/classes/dev/cif/embedded/jvm.options" "$stage/java/"
  for module in $deployed_jars; do
    cp "$source/${module%:*}"/target/cif-*"$version${module#*:}.jar" "$stage/jars/"
  done
}
