package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Tiers;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** In HDFS: three DataNodes, each with an SSD, a disk and an archive. */
@OnCluster
class TierCommandTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("a", "b", "c"), List.of(CifType.INT, CifType.BIGINT, CifType.INT));
  private static final int ROWS = 50;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static DistributedFileSystem fs;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    conf.setLong("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.replication", 2);
    hdfs =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(3)
            .storagesPerDatanode(3)
            .storageTypes(
                new StorageType[] {StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE})
            .build();
    hdfs.waitActive();
    fs = hdfs.getFileSystem();
  }

  @AfterAll
  static void stop() {
    hdfs.shutdown();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = fs.makeQualified(new Path("/" + test.getTestMethod().orElseThrow().getName()));
  }

  private Path write(String name, Map<String, String> properties) throws Exception {
    Path split = new Path(table, name);
    fs.getConf().setInt("dfs.replication", 2);
    WriteOptions options = WriteOptions.fromProperties(SCHEMA, properties::get);
    try (SplitWriter writer = SplitWriter.create(fs, split, SCHEMA, options)) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < SCHEMA.size(); i++) {
          ((LongVector) writer.column(i)).append(row);
        }
        writer.endRow();
      }
    }
    return split;
  }

  @Test
  void columnsAreWrittenToTheVolumesOfTheirPolicies() throws Exception {
    Path split =
        write(
            "000000_0",
            Map.of(
                "cif.storage.policy.a", "ALL_SSD",
                "cif.storage.policy.c", "COLD",
                "cif.filters", "a,a+b,b"));
    assertEquals(
        Map.of(
            "1-a.col", "ALL_SSD on [SSD]",
            "_1-a.filters", "ALL_SSD on [SSD]",
            "_1-a.with2.filters", "ALL_SSD on [SSD]",
            "3-c.col", "COLD on [ARCHIVE]"),
        Tiers.of(fs, split));
    change(split, "a", StoragePolicy.NONE);
    change(split, "added", StoragePolicy.COLD);
    Map<String, String> changed = Tiers.of(fs, split);
    assertEquals("ALL_SSD on [SSD]", changed.get("1-a.g1.col"), "a change keeps the policy");
    assertEquals("COLD on [ARCHIVE]", changed.get("4-added.col"));
    fs.rename(table, new Path("/renamed"));
    Path renamed = new Path("/renamed/000000_0");
    assertEquals(StoragePolicy.ALL_SSD, StoragePolicy.of(fs, new Path(renamed, "1-a.g1.col")));
  }

  private void change(Path split, String column, StoragePolicy policy) throws Exception {
    change(split, column, policy, () -> {});
  }

  /** Changes a column; something else happens before its new file counts. */
  private void change(Path split, String column, StoragePolicy policy, Runnable meanwhile)
      throws Exception {
    try (TableChange change = TableChange.begin(fs, table, List.of(column));
        SplitReader reader = SplitReader.open(fs, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs,
                reader,
                column,
                CifType.INT,
                ColumnOptions.DEFAULT.withStoragePolicy(policy),
                List.of(),
                change.id())) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.vector()).append(2L * row);
        writer.endRow();
      }
      writer.finish().addTo(change);
      meanwhile.run();
      change.commit();
    }
  }

  @Test
  void policyThatThisHdfsDoesNotKnow_leavesNothing() {
    Exception e =
        assertThrows(
            CifException.class,
            () -> write("000000_0", Map.of("cif.storage.policy.b", "ALL_NVDIMM")));
    assertTrue(
        e.getMessage().contains("2-b.col: storage policy ALL_NVDIMM is refused: "), e.getMessage());
    assertTrue(e.getMessage().contains("hdfs storagepolicies"), e.getMessage());
    assertThrows(FileNotFoundException.class, () -> fs.getFileStatus(new Path(table, "000000_0")));
  }

  @Test
  void tier_movesAllFilesOfTheColumn_andCompactionKeepsThePolicy() throws Exception {
    Path one = write("000000_0", Map.of("cif.filters", "b"));
    Path other = write("000001_0", Map.of());
    assertEquals(Map.of(), Tiers.of(fs, one));
    Run set = Run.good("tier", table, "--column", "B", "--policy", "all_ssd");
    assertTrue(
        set.out().startsWith("column 'B': 3 files of 2 splits with policy ALL_SSD\n"), set.out());
    assertTrue(set.out().endsWith("hdfs mover -p " + table.toUri().getPath() + "\n"), set.out());
    assertEquals(
        Map.of("2-b.col", "ALL_SSD on [DISK]", "_2-b.filters", "ALL_SSD on [DISK]"),
        Tiers.of(fs, one),
        "blocks stay until the Mover runs");
    Run.good("tier", table, "--column", "b", "--policy", "ALL_SSD", "--move");
    assertEquals(
        Map.of("2-b.col", "ALL_SSD on [SSD]", "_2-b.filters", "ALL_SSD on [SSD]"),
        Tiers.of(fs, one));
    assertEquals(Map.of("2-b.col", "ALL_SSD on [SSD]"), Tiers.of(fs, other));
    Run.good("compact", table);
    Path joined = fs.listStatus(table, p -> p.getName().startsWith("00000"))[0].getPath();
    assertEquals("ALL_SSD on [SSD]", Tiers.of(fs, joined).get("2-b.col"));
    Run.good("tier", table, "--column", "b", "--policy", "none", "--move");
    assertEquals(Map.of(), Tiers.of(fs, joined));
  }

  @Test
  void load_writesColumnsToTheVolumesOfTheirPolicies() throws Exception {
    java.nio.file.Path csv =
        java.nio.file.Files.writeString(folder.resolve("in.csv"), "1,x\n2,y\n");
    Run.good(
        "load",
        "--from",
        "csv",
        csv,
        "--to",
        table,
        "--schema",
        "a int, b string",
        "--header=false",
        "--option",
        "cif.storage.policy.b=ALL_SSD");
    Path split = SplitDirectories.list(fs, table).get(0);
    assertEquals(Map.of("2-b.col", "ALL_SSD on [SSD]"), Tiers.of(fs, split));
  }

  @Test
  void tier_besideAnUpdate_theFilesHaveOneOfBothPolicies_andTheSameCommandRepairsIt()
      throws Exception {
    Path one = write("000000_0", Map.of("cif.storage.policy.b", "ONE_SSD", "cif.filters", "b"));
    change(one, "b", StoragePolicy.NONE, () -> setPolicyOfB());
    for (FileStatus file : fs.listStatus(one, path -> path.getName().contains("2-b"))) {
      boolean isNew = file.getPath().getName().contains(".g1.");
      assertEquals(
          isNew ? StoragePolicy.ONE_SSD : StoragePolicy.COLD,
          StoragePolicy.of(fs, file.getPath()),
          file.getPath().getName());
    }
    setPolicyOfB();
    try (SplitReader reader = SplitReader.open(fs, one)) {
      for (Path file : reader.files(reader.schema().indexOf("b"))) {
        assertEquals(StoragePolicy.COLD, StoragePolicy.of(fs, file));
      }
    }
  }

  private void setPolicyOfB() {
    Run.good("tier", table, "--column", "b", "--policy", "COLD");
  }

  @Test
  void meta_showsPoliciesAndWhereBlocksLie() throws Exception {
    write("000000_0", Map.of("cif.storage.policy.a", "ONE_SSD"));
    JsonNode root = Run.JSON.readTree(Run.good("meta", "--json", table).out());
    JsonNode a = root.get("columns").get(0);
    assertEquals("[\"ONE_SSD\"]", a.get("storage_policies").toString());
    long length = fs.getFileStatus(new Path(table, "000000_0/1-a.col")).getLen();
    assertEquals(length, a.get("stored_on").get("SSD").asLong());
    assertEquals(length, a.get("stored_on").get("DISK").asLong());
    JsonNode b = root.get("columns").get(1);
    assertEquals("[\"HOT\"]", b.get("storage_policies").toString());
    String page = Run.good("meta", "--html", table).out();
    assertTrue(page.contains("\"nodes\":[{\"name\":\"127.0.0.1\","), page);
    String text = Run.good("meta", table).out();
    assertTrue(text.contains("ONE_SSD"), text);
    assertTrue(text.contains("stored on") && text.contains("SSD "), text);
  }

  @Test
  void badInput_isRefused_andChangesNothing() throws Exception {
    Path split = write("000000_0", Map.of("cif.column.group.a", "g", "cif.column.group.b", "g"));
    expectBad(2, "unknown storage policy of columns 'FAST'", "c", "FAST");
    expectBad(1, "there is no column 'x'; there are [a, b, c]", "x", "COLD");
    expectBad(1, "column 'a' shares this file with others", "a", "COLD");
    expectBad(1, "storage policy ALL_NVDIMM is refused", "c", "ALL_NVDIMM");
    for (FileStatus file : fs.listStatus(split)) {
      assertEquals(StoragePolicy.NONE, StoragePolicy.of(fs, file.getPath()));
    }
    java.nio.file.Path local = Run.table(folder, "1\n", "a int", "--header=false");
    String error = Run.bad(1, "tier", local, "--column", "a", "--policy", "COLD");
    assertTrue(error.contains("storage policies are HDFS's"), error);
  }

  private void expectBad(int status, String what, String column, String policy) {
    String error = Run.bad(status, "tier", table, "--column", column, "--policy", policy);
    assertTrue(error.contains(what), error);
  }
}
