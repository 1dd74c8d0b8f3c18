package dev.cif.hdfs.hosts;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Settings of daemons, tasks and clients of {@link Hosts}. */
final class HostSettings {
  /** Options of all daemons and tasks. */
  static final String JVM = opens() + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";

  private HostSettings() {}

  /** Returns the packages that Hadoop needs open, and those open to this process. */
  private static String opens() {
    return Stream.concat(
            Stream.of("--add-opens=java.base/java.lang=ALL-UNNAMED"),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens=")))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns the class path of daemons and tasks: the configuration, and this process's class path.
   */
  static String classPath(Path folder) {
    return Stream.concat(
            Stream.of(folder.resolve("conf")),
            Arrays.stream(System.getProperty("java.class.path").split(":", -1)).map(Path::of))
        .map(path -> path.toAbsolutePath().toString())
        .collect(Collectors.joining(":"));
  }

  /**
   * Settings of HDFS, YARN and MapReduce.
   *
   * @param folder for all files
   * @param master the host of the NameNode and the ResourceManager
   */
  static Configuration of(Path folder, String master) {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://" + master + ":8020");
    conf.set("hadoop.tmp.dir", folder.resolve("tmp") + "/${cif.host}");
    conf.set("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
    conf.set("net.topology.table.file.name", folder.resolve("racks").toString());
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    conf.set("dfs.datanode.data.dir", folder.resolve("data").toUri() + "/${cif.host}");
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    conf.setBoolean("dfs.permissions.enabled", false);
    // Clients outlive a restart of the NameNode.
    conf.setBoolean("dfs.client.retry.policy.enabled", true);
    // Interval at which a restarted NameNode hears of a host's disks.
    conf.setInt("dfs.heartbeat.interval", 1);
    // A host that is silent is dead after twice that, and ten heartbeats.
    conf.setInt("dfs.namenode.heartbeat.recheck-interval", 10_000);
    conf.setInt("dfs.namenode.safemode.extension", 0);
    conf.setLong("dfs.datanode.du.reserved", 0);
    conf.set("yarn.resourcemanager.hostname", master);
    conf.set("yarn.nodemanager.local-dirs", folder.resolve("local") + "/${cif.host}");
    conf.set("yarn.nodemanager.log-dirs", folder.resolve("logs") + "/${cif.host}");
    conf.set("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100);
    conf.setInt("yarn.nodemanager.resource.memory-mb", Hosts.HOST_MB);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.setInt("yarn.scheduler.capacity.root.default.capacity", 100);
    conf.setFloat("yarn.scheduler.capacity.maximum-am-resource-percent", 0.5f);
    // A task waits for a node that its split names rather than run elsewhere; no longer than each
    // node takes to call in, whatever is said here.
    conf.setInt("yarn.scheduler.capacity.node-locality-delay", 10_000);
    conf.setInt("yarn.scheduler.capacity.rack-locality-additional-delay", 10_000);
    // Nodes call in in time although tasks start.
    conf.setInt("yarn.nodemanager.container-executor.os.sched.priority.adjustment", 15);
    conf.set("yarn.application.classpath", folder.resolve("conf").toString());
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("mapreduce.application.classpath", classPath(folder).replace(':', ','));
    conf.set("mapreduce.jobhistory.address", master + ":10020");
    conf.set("mapreduce.jobhistory.webapp.address", master + ":19888");
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", Hosts.MASTER_MB);
    conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m " + JVM);
    conf.setInt("mapreduce.map.memory.mb", Hosts.TASK_MB);
    conf.setInt("mapreduce.reduce.memory.mb", Hosts.TASK_MB);
    conf.set("mapred.child.java.opts", "-Xmx256m " + JVM);
    conf.setInt("mapreduce.task.io.sort.mb", 10);
    conf.set("yarn.app.mapreduce.am.staging-dir", "/staging");
    return conf;
  }

  /** Writes them where daemons look for them. */
  static void write(Configuration conf, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : List.of("core-site", "hdfs-site", "yarn-site", "mapred-site")) {
      write(conf, folder, name);
    }
    write(conf, folder, "capacity-scheduler");
    Files.writeString(folder.resolve("log4j.properties"), "log4j.rootLogger=OFF\n");
    // Reads that DataNodes serve, and errors, each to the daemon's output.
    Files.writeString(
        folder.resolve("log4j2.properties"),
        """
        rootLogger.level=WARN
        rootLogger.appenderRef.out.ref=out
        appender.out.type=Console
        appender.out.name=out
        appender.out.layout.type=PatternLayout
        appender.out.layout.pattern=%d %p %c{1}: %m%n
        logger.sent.level=DEBUG
        logger.sent.name=org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace
        """);
  }

  private static void write(Configuration conf, Path folder, String name) throws IOException {
    try (OutputStream out = Files.newOutputStream(folder.resolve(name + ".xml"))) {
      conf.writeXml(out);
    }
  }
}
