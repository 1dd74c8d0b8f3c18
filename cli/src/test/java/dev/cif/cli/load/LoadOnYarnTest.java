package dev.cif.cli.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import dev.cif.cli.source.SourceFile;
import dev.cif.cli.source.SourceFiles;
import dev.cif.cli.source.SourceFormat;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.schema.CifSchema;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.YarnSettings;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads from HDFS into HDFS on YARN, whose containers are processes of their own. */
@OnCluster
@Tag("nightly")
class LoadOnYarnTest {
  private static final long TASK_SIZE = 60_000;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static MiniMRYarnCluster yarn;
  private static FileSystem fs;
  private static Path place;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    fs = hdfs.getFileSystem();
    place = new Path(hdfs.getURI().toString(), "/");
    yarn = new MiniMRYarnCluster("yarn", 1);
    Configuration settings = YarnSettings.of(hdfs.getConfiguration(0), folder);
    FileSystem.setDefaultUri(settings, hdfs.getURI());
    settings.setInt("yarn.nodemanager.resource.memory-mb", 2048);
    settings.setInt("mapreduce.map.memory.mb", 256);
    settings.set("mapred.child.java.opts", "-Xmx160m" + YarnSettings.TASK_JVM);
    settings.setInt("mapreduce.client.submit.file.replication", 1);
    // Times that the NodeManager waits when it is stopped.
    settings.setInt("yarn.nodemanager.log.retain-seconds", 0);
    settings.setInt("yarn.nodemanager.process-kill-wait.ms", 500);
    yarn.init(settings);
    yarn.start();
  }

  @AfterAll
  static void stop() {
    if (yarn != null) {
      yarn.stop();
    }
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  private static Configuration conf() {
    Configuration conf = new Configuration(yarn.getConfig());
    return conf;
  }

  /** Says nothing, and keeps what it is told. */
  private static final class Told implements LoadJob.Listener {
    private final List<String> messages = new ArrayList<>();
    private long rows;
    private int done;

    @Override
    public void say(String message) {
      messages.add(message);
    }

    @Override
    public void update(long rowsNow, long bytesNow, int doneNow, int tasks) {
      rows = rowsNow;
      done = doneNow;
    }
  }

  private static LoadJob job(Configuration conf, Path from, Path target) throws Exception {
    LoadSettings settings =
        new LoadSettings(
            SourceFormat.CSV,
            "a int, b string",
            false,
            Map.of("multiline", "false", "cif.layout.a", "skiplist"),
            new SplitLimits(1000, Long.MAX_VALUE),
            TASK_SIZE);
    List<SourceFile> files = SourceFiles.list(SourceFormat.CSV, List.of(from), conf);
    CifSchema schema = settings.source().schema();
    return new LoadJob(conf, settings, schema, files, target);
  }

  private static void write(String name, String text) throws Exception {
    try (OutputStream out = fs.create(new Path(place, name), true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void run_whatALocalRunHasBegun_loadsEachRowOnce() throws Exception {
    java.nio.file.Path local = Inputs.write("csv", folder.resolve("a"), 0, 4000);
    java.nio.file.Path small = Inputs.write("csv", folder.resolve("c"), 5000, 1000);
    Path from = new Path(place, "in");
    Path target = new Path(place, "table");
    fs.copyFromLocalFile(new Path(local.toUri()), new Path(from, "a.csv"));
    write("in/0.csv", "no number,x\n");
    write("in/c.csv", Files.readString(small) + "no number\n");
    Configuration here = conf();
    here.set("mapreduce.framework.name", "local");
    LoadException error =
        assertThrows(LoadException.class, () -> job(here, from, target).run(0, false, new Told()));
    String wanted = "in/0.csv, record 1 before line";
    assertTrue(error.getMessage().contains(wanted), error.getMessage());
    assertFalse(fs.exists(target));

    write("in/0.csv", "4000,x\n");
    write("in/c.csv", Files.readString(small));
    Told told = new Told();
    LoadJob.Result result = job(conf(), from, target).run(2, false, told);
    assertTrue(result.doneBefore() > 0 && result.tasks() >= result.doneBefore() + 2);
    assertEquals(5001, result.rows());
    assertTrue(
        told.messages
            .get(0)
            .endsWith(result.doneBefore() + " of " + result.tasks() + " tasks are done"));
    assertTrue(told.rows <= 5001 && told.done <= result.tasks());
    for (FileStatus status : fs.listStatus(place)) {
      assertFalse(status.getPath().getName().startsWith("_"), status::toString);
    }

    java.nio.file.Path copy = folder.resolve("copy");
    fs.copyToLocalFile(target, new Path(copy.toUri()));
    java.nio.file.Path other = folder.resolve("other");
    Files.writeString(folder.resolve("b"), "4000,x\n");
    Object[] load = {
      "load", "--from", "csv", "--schema", "a int, b string", "--to", other, folder.resolve("b")
    };
    Run.good(Stream.concat(Stream.of(load), Stream.of(local, small)).toArray());
    assertEquals(Run.good("cat", other).out(), Run.good("cat", copy).out());
  }
}
