package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hive.CifInputFormat;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In HDFS with the placement policy, Hive's splits name the nodes that hold all wanted files. */
@OnCluster
@Tag("nightly")
class SplitHostsTest {
  private static final int REPLICATION = 3;
  private static final int BLOCK = 4096;
  private static final int SPLITS = 8;
  private static final int ROWS = 60;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static FileSystem fs;
  private static Path table;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    conf.setLong("dfs.blocksize", BLOCK);
    hdfs = NamedNodes.start(folder.resolve("hdfs"), conf, REPLICATION);
    fs = hdfs.getFileSystem();
    table = new Path(hdfs.getURI().toString(), "/t");
    for (int i = 0; i < SPLITS; i++) {
      write(new Path(table, "00000" + i + "_0"));
    }
  }

  @AfterAll
  static void stop() {
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  private static void write(Path split) throws Exception {
    CifSchema schema =
        CifSchema.of(List.of("k", "s", "n"), List.of(CifType.BIGINT, CifType.BINARY, CifType.INT));
    Random random = new Random(split.hashCode());
    byte[] bytes = new byte[300];
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        random.nextBytes(bytes);
        ((LongVector) writer.column(0)).append(row);
        ((BytesVector) writer.column(1)).append(bytes, 0, bytes.length);
        ((LongVector) writer.column(2)).append(row);
        writer.endRow();
      }
    }
  }

  @Test
  void splits_nameAllNodesThatHoldTheWantedFiles() throws Exception {
    JobConf job = new JobConf(fs.getConf());
    FileInputFormat.setInputPaths(job, table);
    job.set("columns", "k,s,n");
    job.set("columns.types", "bigint:binary:int");
    ColumnProjectionUtils.appendReadColumns(
        job, List.of(0, 1), List.of("k", "s"), List.of(), false);
    InputSplit[] splits = new CifInputFormat().getSplits(job, 1);
    assertEquals(SPLITS, splits.length);
    Set<Set<String>> sets = new HashSet<>();
    for (InputSplit split : splits) {
      Set<String> locations = Set.of(split.getLocations());
      assertEquals(REPLICATION, locations.size());
      assertEquals(locations, holders(((FileSplit) split).getPath()));
      sets.add(locations);
    }
    assertTrue(sets.size() > 1, "splits are spread: " + sets);
  }

  /** For sort-merge joins on mr Hive asks for the splits of a file, and says no columns. */
  @Test
  void splits_nameNodesAlsoIfNoColumnIsKnown() throws Exception {
    for (int i = 0; i < SPLITS; i++) {
      Path split = new Path(table, "00000" + i + "_0");
      JobConf job = new JobConf(fs.getConf());
      FileInputFormat.setInputPaths(job, new Path(split, "schema.cif"));
      InputSplit[] splits = new CifInputFormat().getSplits(job, 0);
      assertEquals(1, splits.length);
      assertEquals(holders(split), Set.of(splits[0].getLocations()));
    }
  }

  /** The nodes that hold all blocks of the files that the query wants. */
  private static Set<String> holders(Path split) throws Exception {
    Set<String> all = new HashSet<>(NamedNodes.HOSTS);
    int blocks = 0;
    for (FileStatus file : fs.listStatus(split)) {
      if (file.getPath().getName().matches(".*-[ks]\\.col")) {
        for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
          all.retainAll(Set.of(block.getHosts()));
          blocks++;
        }
      }
    }
    assertTrue(blocks > 2, "a file has several blocks");
    return all;
  }
}
