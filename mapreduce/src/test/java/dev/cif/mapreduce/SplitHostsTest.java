package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitDirectories;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Seed;
import dev.cif.hdfs.cluster.Tiers;
import dev.cif.mapreduce.derive.DerivedColumn;
import dev.cif.mapreduce.derive.DerivedColumnInputFormat;
import dev.cif.mapreduce.join.BucketSplit;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In HDFS with the placement policy, splits name nodes that hold all files that a task reads. All
 * nodes are of this host, so that what is read is local.
 */
@OnCluster
@Tag("nightly")
class SplitHostsTest {
  private static final String[] RACKS = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c"};
  private static final String[] HOSTS = {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"};
  private static final int REPLICATION = 3;
  private static final int BLOCK = 4096;
  private static final int ROWS = 3000;
  private static final int SPLITS = 12;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static Configuration conf;
  private static Path input;

  /** Function for {@link DerivedColumn}. */
  static final class UrlLength implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) {
      return row.get("url").toString().length();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration settings = new HdfsConfiguration();
    settings.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    settings.set("dfs.block.replicator.classname", "dev.cif.hdfs.ColumnPlacementPolicy");
    settings.setLong("cif.placement.seed", Seed.value());
    settings.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    settings.setLong("dfs.blocksize", BLOCK);
    settings.setInt("dfs.replication", REPLICATION);
    // A file is closed when all of its replicas are there.
    settings.setInt("dfs.namenode.replication.min", REPLICATION);
    hdfs =
        new MiniDFSCluster.Builder(settings)
            .numDataNodes(HOSTS.length)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD})
            .hosts(HOSTS)
            .racks(RACKS)
            .build();
    hdfs.waitActive();
    conf = new Configuration(hdfs.getConfiguration(0));
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setInt("dfs.replication", REPLICATION);
    conf.set("cif.layout", "plain");
    input = new Path(hdfs.getURI().toString(), "/crawl");
    Crawl.write(conf, input, Crawl.rows(ROWS), SPLITS);
  }

  @AfterAll
  static void stop() {
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  @Test
  void output_hasTheStoragePolicyOfEachColumn_andItsBlocksAreTogetherOnSuchStorage()
      throws Exception {
    Configuration tiered = new Configuration(conf);
    tiered.set("cif.storage.policy.url", "ALL_SSD");
    tiered.set("cif.storage.policy.content", "ONE_SSD");
    tiered.set("cif.filters", "url");
    Path output = new Path(hdfs.getURI().toString(), "/tiered");
    Job job = Crawl.copyJob(tiered, input, output);
    assertTrue(job.waitForCompletion(false));
    List<Path> splits = SplitDirectories.list(hdfs.getFileSystem(), output);
    assertEquals(SPLITS, splits.size());
    for (Path split : splits) {
      assertEquals(
          Map.of(
              "1-url.col", "ALL_SSD on [SSD]",
              "_1-url.filters", "ALL_SSD on [SSD]",
              "5-content.col", "ONE_SSD on [SSD, DISK]"),
          Tiers.of(hdfs.getFileSystem(), split));
      assertEquals(REPLICATION, holders(split, "url", "metadata", "content").size());
    }
  }

  /** The nodes that hold all blocks of some columns' files. */
  private static Set<String> holders(Path directory, String... columns) throws IOException {
    FileSystem fs = hdfs.getFileSystem();
    Set<String> all = new HashSet<>(List.of(HOSTS));
    int blocks = 0;
    for (FileStatus file : fs.listStatus(directory)) {
      String name = file.getPath().getName();
      for (String column : columns) {
        if (name.endsWith("-" + column + ".col")) {
          for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
            all.retainAll(Set.of(block.getHosts()));
            blocks++;
          }
        }
      }
    }
    assertTrue(blocks > columns.length, "a file has several blocks");
    return all;
  }

  private static void expectHolders(ColumnSplit split, String... columns) throws IOException {
    Set<String> locations = Set.of(split.getLocations());
    assertFalse(locations.isEmpty());
    for (Path directory : split.directories()) {
      Set<String> holders = holders(directory, columns);
      assertTrue(holders.containsAll(locations), directory + ": " + locations + ", " + holders);
    }
  }

  @Test
  void columnSplits_nameAllNodesThatHoldTheWantedFiles() throws Exception {
    Configuration job = new Configuration(conf);
    ScanOptions.setColumns(job, "url, metadata");
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    assertEquals(SPLITS, splits.size());
    Set<Set<String>> sets = new HashSet<>();
    for (ColumnSplit split : splits) {
      expectHolders(split, "url", "metadata");
      assertEquals(REPLICATION, split.getLocations().length);
      sets.add(Set.of(split.getLocations()));
    }
    assertTrue(sets.size() > 1, "splits are spread: " + sets);
  }

  @Test
  void joinedSplits_nameNodesThatHoldTheFilesOfAll() throws Exception {
    Configuration job = new Configuration(conf);
    ScanOptions.setColumns(job, "url, metadata");
    ScanOptions.setSplitSize(job, Long.MAX_VALUE);
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    assertTrue(splits.size() < SPLITS, "12 splits have at most 8 first nodes: " + splits);
    assertEquals(SPLITS, splits.stream().mapToInt(split -> split.directories().size()).sum());
    for (ColumnSplit split : splits) {
      expectHolders(split, "url", "metadata");
    }
  }

  @Test
  void bucketsOfAGroup_nameTheNodesThatHoldThoseOfAllTables() throws Exception {
    Configuration job = new Configuration(conf);
    job.set("cif.placement.group", "crawl");
    OutputOptions.setSchema(job, Crawl.SCHEMA);
    int buckets = 4;
    for (String table : List.of("left", "right")) {
      for (int b = 0; b < buckets; b++) {
        Path place = new Path(input.getParent(), table + "/part-r-0000" + b);
        try (ColumnTaskWriter out = ColumnTaskWriter.open(job, place, b)) {
          for (GenericRecord row : Crawl.rows(ROWS / SPLITS)) {
            out.write(row);
          }
        }
      }
      BucketTables.add(job, table, new Path(input.getParent(), table), "url, metadata", "url");
    }
    List<BucketSplit> splits = BucketSplit.plan(job);
    assertEquals(buckets, splits.size());
    Set<Set<String>> sets = new HashSet<>();
    for (BucketSplit split : splits) {
      assertEquals(REPLICATION, split.getLocations().length);
      sets.add(Set.of(split.getLocations()));
      for (String table : List.of("left", "right")) {
        ColumnSplit bucket = split.table(table);
        expectHolders(bucket, "url", "metadata");
        assertEquals(Set.of(split.getLocations()), Set.of(bucket.getLocations()));
      }
    }
    assertTrue(sets.size() > 1, "buckets are spread: " + sets);
  }

  @Test
  void splitsOfDerivedColumns_nameNodesThatHoldTheFilesTheyAreComputedFrom() throws Exception {
    Job job = Job.getInstance(conf);
    ColumnInputFormat.addInputPath(job, input);
    Schema type = Schema.create(Schema.Type.INT);
    DerivedColumn.set(job, "url, metadata", "length", type, UrlLength.class);
    List<InputSplit> splits = new DerivedColumnInputFormat().getSplits(job);
    assertEquals(SPLITS, splits.size());
    for (InputSplit split : splits) {
      expectHolders((ColumnSplit) split, "url", "metadata");
      assertEquals(REPLICATION, split.getLocations().length);
    }
  }

  @Test
  void bytesReadLocally_nodesOfThisHost_areAll() throws Exception {
    Configuration job = new Configuration(conf);
    ScanOptions.setColumns(job, "url, metadata");
    Map<String, Long> counters = new HashMap<>();
    assertEquals(ROWS, Scans.read(job, input, counters).size());
    assertTrue(counters.get(ScanCounters.BYTES_READ) > ROWS, counters::toString);
    assertEquals(
        counters.get("url: bytes read") + counters.get("metadata: bytes read") + schemaBytes(),
        counters.get(ScanCounters.BYTES_READ_LOCALLY));
  }

  private static long schemaBytes() throws IOException {
    long bytes = 0;
    for (FileStatus directory : hdfs.getFileSystem().listStatus(input)) {
      Path schema = new Path(directory.getPath(), "schema.cif");
      bytes += hdfs.getFileSystem().getFileStatus(schema).getLen();
    }
    return bytes;
  }
}
