#!/usr/bin/env bash
# Tests what bin/lib/launch.sh takes for a Java, and how it starts it, with stand-ins for Java.
set -euo pipefail
launch=$(cd "$(dirname "$0")/.." && pwd)/lib/launch.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# A stand-in says its version, and prints how it was called.
java() {
  mkdir -p "$folder/$1/bin"
  printf '#!/bin/sh\ncase "$1" in\n-version) echo "Picked up JAVA_TOOL_OPTIONS: -Dx=y" >&2; echo '\''openjdk version "%s"'\'' >&2 ;;\n*) printf "%%s\\n" "$@" ;;\nesac\n' "$2" \
    > "$folder/$1/bin/java"
  chmod +x "$folder/$1/bin/java"
}

in_launch() {
  env -u JAVA_HOME PATH="$folder/tools" "$BASH" -c "set -euo pipefail; . '$launch'; java_folders='$folder/jvm'; $1" 2>&1 || true
}

expect() {
  if [ "$2" = "$3" ]; then
    echo "ok   $1"
  else
    printf 'FAIL %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}

mkdir -p "$folder/tools" "$folder/jvm"
for tool in dirname readlink grep sed; do
  ln -s "$(command -v "$tool")" "$folder/tools/$tool"
done
advice='Install one. On Debian and Ubuntu: sudo apt-get install openjdk-17-jre-headless, or openjdk-21-jre-headless.
Or set JAVA_HOME to the folder of one that is installed.'

expect java_none_saysWhatToInstall "cif: needs Java 17 to 21, and found none.
$advice" "$(in_launch use_java)"

java jvm/eight 1.8.0_402
java jvm/next 25.0.1
expect java_onlyOthers_saysWhichAreThere "cif: needs Java 17 to 21. Hive and Hadoop don't run on what is here:
  Java 8 in $folder/jvm/eight
  Java 25 in $folder/jvm/next
$advice" "$(in_launch use_java)"

java jvm/seventeen 17.0.9
expect java_thatFits_isTakenAmongOthers "$folder/jvm/seventeen" "$(in_launch 'use_java; echo "$JAVA_HOME"')"
expect java_homeOfAnotherVersion_isPassedOver "$folder/jvm/seventeen" \
  "$(in_launch "JAVA_HOME='$folder/jvm/eight'; use_java; echo \"\$JAVA_HOME\"")"
java mine 21
expect java_home_isTakenFirst "$folder/mine" "$(in_launch "JAVA_HOME='$folder/mine'; use_java; echo \"\$JAVA_HOME\"")"
java jvm/told 1.0
echo 'JAVA_VERSION="17.0.15"' > "$folder/jvm/told/release"
expect java_version_isReadFromItsFile 17 "$(in_launch "java_version '$folder/jvm/told'")"

mkdir -p "$folder/root/java"
printf 'a.jar\nb.jar\n' > "$folder/root/java/cif.classpath"
printf 'c.jar\n' > "$folder/root/java/sql.classpath"
echo '-Dopen=1 -Dopen=2' > "$folder/root/java/jvm.options"
distribution="root='$folder/root'; use_distribution; run_cif"
java=$folder/root/java
expect distribution_startsWithItsJars "-XX:+UseParallelGC
-Dfile.encoding=UTF-8
-Dcif.terminal=false
-Dopen=1
-Dopen=2
-Xmx1g
-cp
$java/a.jar:$java/b.jar:/conf
dev.cif.cli.Main
cat
a table" "$(in_launch "HADOOP_CONF_DIR=/conf CIF_JAVA_OPTS=-Xmx1g; $distribution cat 'a table'")"
expect distribution_commandThatEndsSoon_isCompiledOnce "-XX:TieredStopAtLevel=1
-XX:+UseParallelGC" "$(in_launch "$distribution --stacktrace meta t" | head -2)"
expect distribution_sql_hasTheEmbeddedHiveAndItsSettings "$java/a.jar:$java/b.jar:$java/c.jar" \
  "$(in_launch "HADOOP_CONF_DIR=/conf; $distribution sql" | sed -n '/^-cp$/{n;p}')"
expect distribution_sqlBehindAnOption_hasTheEmbeddedHive "$java/a.jar:$java/b.jar:$java/c.jar" \
  "$(in_launch "$distribution --stacktrace sql" | sed -n '/^-cp$/{n;p}')"
# Every command that uses the embedded Hive, as the sources have them.
commands=$(cd "$(dirname "$launch")/../../cli/src/main/java/dev/cif/cli/command" \
  && grep -lE 'new ExpressionUpdate\(|dev\.cif\.embedded\.Embedded' ./*Command.java | xargs grep -hoP '^    name = "\K[^"]+')
for command in $commands; do
  expect "distribution_${command}_hasTheEmbeddedHive" "$java/a.jar:$java/b.jar:$java/c.jar" \
    "$(in_launch "$distribution $command" | sed -n '/^-cp$/{n;p}')"
done
expect distribution_commandsWithTheEmbeddedHive_areFound "add-column delete merge server sql update" \
  "$(printf '%s\n' "$commands" | sort | xargs)"
expect distribution_catWithAMetastore_hasHivesClientToo "$java/a.jar:$java/b.jar:$java/c.jar:/conf" \
  "$(in_launch "HADOOP_CONF_DIR=/conf; $distribution cat t --metastore thrift://host:1" | sed -n '/^-cp$/{n;p}')"
expect distribution_adopt_hasHivesClientAndTheClustersSettings "$java/a.jar:$java/b.jar:$java/c.jar:/conf" \
  "$(in_launch "HADOOP_CONF_DIR=/conf; $distribution adopt d.t" | sed -n '/^-cp$/{n;p}')"
expect distribution_catWithoutAMetastore_hasNoHive "$java/a.jar:$java/b.jar" \
  "$(in_launch "$distribution cat adopt" | sed -n '/^-cp$/{n;p}')"

# A stand-in writes three bytes where it is to write an archive of classes.
java archiving 17
cat > "$folder/archiving/bin/java" <<'END'
#!/bin/sh
for flag; do
  case $flag in -version) exit "${SHARE_STATUS:-0}" ;; esac
  case $flag in -XX:ArchiveClassesAtExit=*) printf abc > "${flag#*=}" ;; esac
done
printf '%s\n' "$@"
exit "${JAVA_STATUS:-0}"
END
echo 'JAVA_VERSION="17.0.15"' > "$folder/archiving/release"
jdk=$(printf %s "$java" | cat "$folder/archiving/release" - | cksum)
jdk=${jdk%% *}
for tool in cat cksum wc mv rm; do
  ln -s "$(command -v "$tool")" "$folder/tools/$tool"
done
archiving="JAVA_HOME='$folder/archiving'; $distribution"
archived() {
  in_launch "$archiving $1" | sed -n 's/^-XX:SharedArchiveFile=//p'
}
left() {
  find "$java" -name 'classes-*' -printf '%f\n' | sort | xargs
}
in_launch "HADOOP_CONF_DIR=/conf; $archiving meta t" > /dev/null
in_launch "$archiving get t" > /dev/null
expect archive_isMadeByMetaAlone "" "$(left)"
in_launch "export SHARE_STATUS=1; $archiving meta t" > /dev/null
expect archive_isNotMadeByAJavaThatUsesNone "" "$(left)"
in_launch "export JAVA_STATUS=1; $archiving meta t" > /dev/null
expect archive_ofACommandThatFails_isNotKept "" "$(left)"
in_launch "$archiving meta t" > /dev/null
expect archive_isNamedByItsJdkAndLength "classes-$jdk-3.jsa" "$(left)"
expect archive_isUsedByCommandsThatEndSoon "$java/classes-$jdk-3.jsa" "$(archived 'get t')"
expect archive_isNotUsedByOthers "" "$(archived 'cat t')"
printf ab > "$java/classes-$jdk-3.jsa"
expect archive_thatIsCutOff_isNotUsed "" "$(archived 'get t')"
in_launch "$archiving meta t" > /dev/null
expect archive_thatIsCutOff_isMadeAnew "$java/classes-$jdk-3.jsa" "$(archived 'get t')"
echo 'JAVA_VERSION="17.0.16"' > "$folder/archiving/release"
expect archive_ofAnotherJdk_isNotUsed "" "$(archived 'get t')"

[ "$failures" -eq 0 ]
