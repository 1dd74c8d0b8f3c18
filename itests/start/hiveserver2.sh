#!/bin/bash
# HiveServer2, after Tez was put on HDFS. The jar of CIF is in hive.aux.jars.path.
set -e
. "$(dirname "$0")/options.sh"
if [ ! -e /tmp/tez-is-on-hdfs ]; then
  until (exec 3<> /dev/tcp/namenode/8020) 2> /dev/null; do sleep 0.2; done
  # Until a DataNode is there, which ends the safe mode.
  until hdfs dfs -mkdir -p /apps /tmp /warehouse/managed /warehouse/external; do sleep 1; done
  until hdfs dfs -put -f "${TEZ_HOME:-/opt/tez}" /apps; do sleep 1; done
  touch /tmp/tez-is-on-hdfs
fi
# A test asks for other settings, or for it on the class path as well.
[ ! -e /opt/cif/jars/options ] || HADOOP_OPTS="$HADOOP_OPTS $(cat /opt/cif/jars/options)"
[ ! -e /opt/cif/jars/on-class-path ] || export HADOOP_CLASSPATH=/opt/cif/jars/cif-storage-handler-hive.jar
export HADOOP_HEAPSIZE_MAX=768m
exec hive --service hiveserver2
