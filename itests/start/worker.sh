#!/bin/bash
# A worker of the cluster, where tasks read what is on the same host: a DataNode and a NodeManager.
"$(dirname "$0")/datanode.sh" &
exec "$(dirname "$0")/nodemanager.sh"
