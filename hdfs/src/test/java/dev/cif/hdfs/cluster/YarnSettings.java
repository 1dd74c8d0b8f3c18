package dev.cif.hdfs.cluster;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Settings of a YARN that runs inside of a test, whose containers are processes of their own. */
public final class YarnSettings {
  /** Options that let a small JVM start quickly. */
  public static final String TASK_JVM = " -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private YarnSettings() {}

  /**
   * Sets what such a YARN wants beside the sizes of its containers.
   *
   * @param hdfs the file system's configuration, which is copied
   * @param folder for its files
   */
  public static Configuration of(Configuration hdfs, Path folder) {
    Configuration conf = new Configuration(hdfs);
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set(
        "yarn.node-attribute.fs-store.root-dir", folder.resolve("attributes").toUri().toString());
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100);
    conf.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 100);
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 100);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 512);
    conf.set(
        "yarn.app.mapreduce.am.command-opts",
        "-Xmx256m --add-opens=java.base/java.lang=ALL-UNNAMED" + TASK_JVM);
    return conf;
  }
}
