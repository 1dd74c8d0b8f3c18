#!/bin/bash
# The metastore, after its tables were made. It has nothing of CIF.
set -e
. "$(dirname "$0")/options.sh"
export HIVE_CONF_DIR=/etc/cif-itests/conf/metastore
until (exec 3<> /dev/tcp/postgres/5432) 2> /dev/null; do sleep 0.2; done
until schematool -dbType postgres -initOrUpgradeSchema; do sleep 1; done
exec hive --service metastore
