# Environment of each service: folder of the settings, and options of its JVM. Hadoop and Hive reflect into the JDK.
export HADOOP_CONF_DIR=/etc/cif-itests/conf HIVE_CONF_DIR=/etc/cif-itests/conf
export HADOOP_HEAPSIZE_MAX=256m
HADOOP_OPTS="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError"
for package in java.util.regex java.io java.net java.lang java.nio java.util java.util.concurrent.atomic; do
  HADOOP_OPTS="$HADOOP_OPTS --add-opens=java.base/$package=ALL-UNNAMED"
done
export HADOOP_OPTS
# With Kerberos, kdc.sh says who these services are. Commands of Hadoop's take it from the cache of tickets.
secrets=/etc/cif-itests/secrets
if [ -d "$secrets" ]; then
  until [ -e "$secrets/ready" ]; do sleep 0.2; done
  until kinit -k -t "$secrets/daemons.keytab" root/cluster; do sleep 0.2; done
fi
