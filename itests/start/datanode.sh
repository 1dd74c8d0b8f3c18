#!/bin/bash
. "$(dirname "$0")/options.sh"
exec hdfs datanode
