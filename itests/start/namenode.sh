#!/bin/bash
# The NameNode, with the placement policy on its class path.
set -e
. "$(dirname "$0")/options.sh"
export HADOOP_CLASSPATH=/opt/cif/hdfs/cif-hdfs.jar
[ -d /data/dfs/name ] || hdfs namenode -format -nonInteractive
exec hdfs namenode
