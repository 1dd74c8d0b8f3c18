package dev.cif.mapreduce;

import dev.cif.hdfs.cluster.YarnSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;

/**
 * A NameNode with two DataNodes, and YARN with three NodeManagers whose containers are processes of
 * their own. All NodeManagers are on this host, and so is the first DataNode; the second gives
 * itself out for another host, so that tasks whose input is there are not local.
 */
final class Cluster implements Closeable {
  private static final int NODE_MANAGERS = 3;
  private static final String ELSEWHERE = "elsewhere.invalid";

  private final MiniDFSCluster hdfs;
  private final MiniMRYarnCluster yarn;
  private final String here;

  private Cluster(MiniDFSCluster hdfs, MiniMRYarnCluster yarn, String here) {
    this.hdfs = hdfs;
    this.yarn = yarn;
    this.here = here;
  }

  static Cluster start(Path folder) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    // The cluster sets it to the number of DataNodes that it begins with.
    hdfs.getConfiguration(0).setInt("dfs.replication", 1);
    MiniMRYarnCluster yarn = new MiniMRYarnCluster("yarn", NODE_MANAGERS);
    try {
      Configuration settings = settings(hdfs.getConfiguration(0), folder);
      FileSystem.setDefaultUri(settings, hdfs.getURI());
      yarn.init(settings);
      yarn.start();
      // The name that a NodeManager gives itself depends on the machine's resolver.
      String here = yarn.getNodeManager(0).getNMContext().getNodeId().getHost();
      Cluster cluster = new Cluster(hdfs, yarn, here);
      cluster.startDataNode(here);
      return cluster;
    } catch (IOException | RuntimeException e) {
      yarn.stop();
      hdfs.shutdown();
      throw e;
    }
  }

  private void startDataNode(String host) throws IOException {
    String[] hosts = {host};
    hdfs.startDataNodes(
        hdfs.getConfiguration(0), 1, true, StartupOption.REGULAR, null, hosts, null);
    hdfs.waitActive();
  }

  private static Configuration settings(Configuration hdfs, Path folder) {
    Configuration conf = YarnSettings.of(hdfs, folder);
    conf.setInt("yarn.nodemanager.resource.memory-mb", 1024);
    // A NodeManager that stops waits ten seconds for logs that it is to delete later.
    conf.setInt("yarn.nodemanager.log.retain-seconds", 1);
    conf.setInt("mapreduce.map.memory.mb", 256);
    conf.setInt("mapreduce.reduce.memory.mb", 256);
    conf.set("mapred.child.java.opts", "-Xmx160m" + YarnSettings.TASK_JVM);
    conf.setInt("mapreduce.task.io.sort.mb", 10);
    return conf;
  }

  /** The configuration for a job on the cluster. */
  Configuration jobConf() {
    return new Configuration(yarn.getConfig());
  }

  FileSystem fs() throws IOException {
    return hdfs.getFileSystem();
  }

  /** The host of the NodeManagers and of the first DataNode. */
  String here() {
    return here;
  }

  /**
   * Writes rows into split-directories, the first half of them on the DataNode of this host, the
   * other half on the one that is elsewhere.
   */
  void writeHereAndElsewhere(org.apache.hadoop.fs.Path folder, List<GenericRecord> rows, int splits)
      throws Exception {
    int middle = rows.size() / 2;
    Configuration conf = jobConf();
    conf.set("cif.layout.metadata", "dcsl");
    Crawl.write(
        conf, new org.apache.hadoop.fs.Path(folder, "here"), rows.subList(0, middle), splits / 2);
    startDataNode(ELSEWHERE);
    MiniDFSCluster.DataNodeProperties first = hdfs.stopDataNode(0);
    Crawl.write(
        conf,
        new org.apache.hadoop.fs.Path(folder, "there"),
        rows.subList(middle, rows.size()),
        splits - splits / 2);
    hdfs.restartDataNode(first, true);
    hdfs.waitActive();
  }

  /** Lets the first master of a job die; YARN starts another. */
  void failMaster(Job job) throws Exception {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(yarn.getConfig());
      client.start();
      ApplicationId application = TypeConverter.toYarn(job.getJobID()).getAppId();
      client.failApplicationAttempt(ApplicationAttemptId.newInstance(application, 1));
    }
  }

  @Override
  public void close() {
    yarn.stop();
    hdfs.shutdown();
  }
}
