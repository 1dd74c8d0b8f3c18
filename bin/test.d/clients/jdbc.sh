# Sourced, after setup.sh, by tests that ask a HiveServer2 by JDBC: Hive's driver, and a client of our own.

# Copies jars of Maven Central to a folder: FOLDER ARTIFACT ...
copy_jars_to() {
  local folder=$1 artifact
  shift
  for artifact in "$@"; do
    mvn -B -ntp -q dependency:copy -Dartifact="$artifact" -DoutputDirectory="$folder" || return
  done
}

# Puts the driver of the Hive that is built here, and JdbcClient, into a folder: FOLDER
put_jdbc_client() {
  local hive
  hive=$(sed -n 's/^    <hive.version>\(.*\)<.*/\1/p' pom.xml | head -n 1)
  copy_jars_to "$1" "org.apache.hive:hive-jdbc:$hive:jar:standalone" &&
    "$JAVA_HOME/bin/javac" --release 17 -d "$1" bin/test.d/clients/JdbcClient.java
}
