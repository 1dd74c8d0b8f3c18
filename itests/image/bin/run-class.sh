# run_class CLASS ARGUMENT... runs a class of Hadoop or Hive with the jars of $folders, each folder's in the order of
# their names, and those of HADOOP_CLASSPATH. Options of the JVM are HADOOP_OPTS and HADOOP_HEAPSIZE_MAX, as those of
# Hadoop's own scripts.
run_class() {
  local path=${HIVE_CONF_DIR:?}:${HADOOP_CONF_DIR:?} folder jar main=$1
  shift
  for folder in $folders; do
    for jar in "$folder"/*.jar; do
      [ ! -e "$jar" ] || path=$path:$jar
    done
  done
  # shellcheck disable=SC2086 # one word an option
  exec "$JAVA_HOME/bin/java" ${HADOOP_HEAPSIZE_MAX:+-Xmx$HADOOP_HEAPSIZE_MAX} ${HADOOP_OPTS:-} \
    -cp "$path${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}" "$main" "$@"
}
