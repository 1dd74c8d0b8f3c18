package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.scan.TableWork;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hive.CifInputFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a NameNode when a table of many split-directories is planned. */
@OnCluster
@Tag("nightly")
class PlanningRequestsTest {
  private static final int SPLITS = 250;

  /** The table's folder, its split-directories by hundreds, and the places of a file of each. */
  private static final int LISTINGS = 1 + 3 + 3;

  private static final long LONG_AGO = 1_000_000_000_000L;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static FileSystem fs;
  private static Path table;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    conf.setInt("dfs.replication", 1);
    // Files are closed before the DataNode has told of its block: look again sooner.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    hdfs.waitActive();
    fs = hdfs.getFileSystem();
    table = new Path(hdfs.getURI().toString(), "/t");
    CifSchema schema = CifSchema.of(List.of("n", "m"), List.of(CifType.BIGINT, CifType.INT));
    for (int i = 0; i < SPLITS; i++) {
      Path split = new Path(table, String.format("%06d_0", i));
      try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
        ((LongVector) writer.column(0)).append(i);
        ((LongVector) writer.column(1)).append(i);
        writer.endRow();
      }
      fs.setTimes(new Path(split, "schema.cif"), LONG_AGO, -1);
      fs.setTimes(split, LONG_AGO, -1);
    }
  }

  @AfterAll
  static void stop() {
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  /** Requests for listings, for places of blocks, which opening a file is too, and for statuses. */
  private static List<Long> requests() {
    MetricsRecordBuilder metrics = MetricsAsserts.getMetrics("NameNodeActivity");
    return List.of(
        MetricsAsserts.getLongCounter("GetListingOps", metrics),
        MetricsAsserts.getLongCounter("GetBlockLocations", metrics),
        MetricsAsserts.getLongCounter("FileInfoOps", metrics));
  }

  private static void expectRequests(long listings, long locations) throws Exception {
    JobConf job = new JobConf(fs.getConf());
    FileInputFormat.setInputPaths(job, table);
    job.set("columns", "n,m");
    job.set("columns.types", "bigint:int");
    List<Long> before = requests();
    InputSplit[] splits = new CifInputFormat().getSplits(job, 1);
    List<Long> after = requests();
    assertEquals(SPLITS, splits.length);
    assertEquals(SPLITS, Arrays.stream(splits).map(Object::toString).distinct().count());
    for (InputSplit split : splits) {
      assertTrue(split.getLocations().length == 1);
    }
    assertEquals(
        List.of(listings, locations, 0L),
        List.of(
            after.get(0) - before.get(0),
            after.get(1) - before.get(1),
            after.get(2) - before.get(2)));
  }

  @Test
  void planning_opensASample_andThenAsksOnlyOfThoseThatChanged() throws Exception {
    expectRequests(LISTINGS, TableWork.ALIKE);
    expectRequests(1, 0);
    for (int i = 0; i < 2; i++) {
      Path split = new Path(table, String.format("%06d_0", i));
      replaceSchemaFile(split);
      assertTrue(time(split) > LONG_AGO, "HDFS tells of it");
      fs.setTimes(split, LONG_AGO + 1, -1);
    }
    // One of them is in the sample.
    expectRequests(3, 1);
    expectRequests(1, 0);
  }

  /** Replaces a schema file by one rename, like a writer that adds a column. */
  private static void replaceSchemaFile(Path split) throws Exception {
    Path schema = new Path(split, "schema.cif");
    Path next = new Path(split, "_schema.cif.next");
    FileUtil.copy(fs, schema, fs, next, false, fs.getConf());
    fs.setTimes(next, LONG_AGO, -1);
    fs.setTimes(split, LONG_AGO, -1);
    FileContext files = FileContext.getFileContext(hdfs.getURI(), fs.getConf());
    files.rename(next, schema, Options.Rename.OVERWRITE);
  }

  private static long time(Path path) throws Exception {
    return fs.getFileStatus(path).getModificationTime();
  }

  /** Plans of the listings that HDFS's client gives without {@code FileSystem}'s paths. */
  @Test
  void splitDirectories_ofOddNames_areThoseThatTheFileSystemLists() throws Exception {
    Path odd = new Path(hdfs.getURI().toString(), "/odd names");
    Path one = new Path(table, "000000_0");
    String[] names = {
      "p=a b/0",
      "p=50%25/0",
      "p=x%2Fy/0",
      "_p=1/0",
      "p=\u00e4\u6f22/0",
      "p=a+b&c/0",
      "_hidden/0",
      "10",
      "9"
    };
    for (String name : names) {
      FileUtil.copy(fs, one, fs, new Path(odd, name), false, fs.getConf());
    }
    fs.mkdirs(new Path(odd, "empty"));
    List<FoundSplit> found = found(odd);
    assertEquals(
        SplitDirectories.list(fs, odd), found.stream().map(FoundSplit::directory).toList());
    assertEquals(8, found.size());
    for (FoundSplit split : found) {
      assertEquals(3, split.listed().files().size() + 1);
      for (String file : split.listed().files()) {
        Path path = new Path(split.directory(), file);
        assertEquals(fs.getFileStatus(path).getLen(), split.listed().length(file));
      }
      try (SplitReader reader = split.read(ReadOptions.DEFAULT)) {
        assertEquals(1, reader.rows());
      }
    }
    assertEquals(List.of(one), found(one).stream().map(FoundSplit::directory).toList());
    assertThrows(FileNotFoundException.class, () -> found(new Path(odd, "missing")));
    CifException e = assertThrows(CifException.class, () -> found(new Path(one, "1-n.col")));
    assertTrue(e.getMessage().contains("no part of a split-directory"), e.getMessage());
  }

  private static List<FoundSplit> found(Path root) throws IOException {
    return SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), ReadOptions.UNCACHED);
  }
}
