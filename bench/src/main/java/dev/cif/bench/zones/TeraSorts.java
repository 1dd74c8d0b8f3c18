package dev.cif.bench.zones;

import dev.cif.hdfs.cluster.YarnSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraChecksum;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** TeraGen's rows in an HDFS in this process, and TeraSort over them on YARN. */
final class TeraSorts implements AutoCloseable {
  private static final int ROW = 100;
  private static final String INPUT = "/input";
  private static final String OUTPUT = "/output";

  private final Path folder;
  private final MiniDFSCluster hdfs;
  private final String checksum;

  /** Generates the input. */
  TeraSorts(Path folder, long megabytes) throws Exception {
    this.folder = folder;
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    // Block size of the paper.
    conf.set("dfs.blocksize", "64m");
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    try {
      hdfs.waitActive();
      run(local(), new TeraGen(), Long.toString((megabytes << 20) / ROW), INPUT);
      run(local(), new TeraChecksum(), INPUT, "/checksum");
      checksum = text("/checksum").strip();
    } catch (Exception e) {
      hdfs.shutdown();
      throw e;
    }
  }

  /** Returns settings for jobs in this process. */
  private Configuration local() {
    Configuration conf = new Configuration(hdfs.getConfiguration(0));
    FileSystem.setDefaultUri(conf, hdfs.getURI());
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    return conf;
  }

  private static void run(Configuration conf, Tool tool, String... arguments) throws Exception {
    int status = ToolRunner.run(conf, tool, arguments);
    if (status != 0) {
      throw new IOException(tool.getClass().getSimpleName() + " ended with " + status);
    }
  }

  /** Returns the lines of a job's output. */
  private String text(String output) throws IOException {
    FileSystem fs = hdfs.getFileSystem();
    StringBuilder lines = new StringBuilder();
    for (FileStatus file : fs.listStatus(new org.apache.hadoop.fs.Path(output))) {
      if (file.getPath().getName().startsWith("part-")) {
        try (var in = fs.open(file.getPath())) {
          lines.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return lines.toString();
  }

  /**
   * Sorts with intermediate data on a mounted device, and checks the answer.
   *
   * @param run number of the run, for the name of a folder
   */
  SortRun sort(Device device, String zonesTool, int run) throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    fs.delete(new org.apache.hadoop.fs.Path(OUTPUT), true);
    // Folder of a MiniYARNCluster, in which its NodeManagers have their local folders. The place
    // where ext4 begins a folder depends on a hash of its name.
    System.setProperty("test.build.data", device.folder().resolve("yarn" + run).toString());
    Configuration settings = YarnSettings.of(local(), folder);
    settings.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", 2048);
    settings.setInt("yarn.nodemanager.log.retain-seconds", 1);
    settings.setInt("mapreduce.map.memory.mb", 512);
    settings.setInt("mapreduce.reduce.memory.mb", 512);
    settings.set("mapred.child.java.opts", "-Xmx256m" + YarnSettings.TASK_JVM);
    settings.setInt("mapreduce.client.submit.file.replication", 1);
    settings.setBoolean("mapreduce.map.speculative", false);
    settings.setBoolean("mapreduce.reduce.speculative", false);
    SortRun outcome;
    try (Watch watch = new Watch(zonesTool, device.loop());
        MiniMRYarnCluster yarn = new MiniMRYarnCluster("zones", 1)) {
      yarn.init(settings);
      yarn.start();
      Configuration conf = new Configuration(yarn.getConfig());
      long began = System.nanoTime();
      run(conf, new TeraSort(), INPUT, OUTPUT);
      outcome = outcome((System.nanoTime() - began) / 1e9, conf, watch);
    }
    validate();
    return outcome;
  }

  /** Returns the outcome of the one job of a YARN. */
  private static SortRun outcome(double seconds, Configuration conf, Watch watch) throws Exception {
    Cluster cluster = new Cluster(conf);
    try {
      JobStatus job = cluster.getAllJobStatuses()[0];
      Counters counters = cluster.getJob(job.getJobID()).getCounters();
      String application = job.getJobID().toString().replaceFirst("^job", "application");
      return new SortRun(
          seconds,
          Watch.intermediate(watch.end(), application),
          counters.findCounter("file", FileSystemCounter.BYTES_WRITTEN).getValue(),
          counters.findCounter("file", FileSystemCounter.BYTES_READ).getValue(),
          counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue());
    } finally {
      cluster.close();
    }
  }

  /** Checks that all rows are there, and in order. */
  private void validate() throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    String report = "/report";
    fs.delete(new org.apache.hadoop.fs.Path(report), true);
    run(local(), new TeraValidate(), OUTPUT, report);
    String said = text(report).strip();
    if (!said.equals("checksum\t" + checksum)) {
      throw new IOException("TeraValidate says: " + said + ", but the checksum is " + checksum);
    }
  }

  String checksum() {
    return checksum;
  }

  @Override
  public void close() {
    hdfs.shutdown();
  }
}
