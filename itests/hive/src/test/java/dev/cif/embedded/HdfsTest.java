package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.TableChange;
import dev.cif.format.read.SplitDirectories;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Tiers;
import dev.cif.hive.CifInputFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CIF tables whose files are in HDFS: a NameNode and three DataNodes, each with a disk, an SSD and
 * an archive; column files of many blocks.
 */
@OnCluster
class HdfsTest {
  private static final int BLOCK = 16384;
  private static final String ROWS =
      "SELECT n AS k, concat('text ', n) AS s, map('n', n, 'twice', 2 * n) AS m,"
          + " concat(sha2(cast(n AS string), 512), sha2(cast(-n AS string), 512)) AS content FROM numbers";

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static FileSystem fs;
  private static SharedTables tables;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 4096);
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setInt("dfs.replication", 2);
    hdfs =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(3)
            .storagesPerDatanode(3)
            .storageTypes(
                new StorageType[] {StorageType.DISK, StorageType.SSD, StorageType.ARCHIVE})
            .build();
    hdfs.waitActive();
    tables = SharedTables.inHdfs(hdfs);
    // Opening Hive closed what Hadoop had cached.
    fs = hdfs.getFileSystem();
    tables.run("SET dfs.blocksize=" + BLOCK);
    tables.run("SET dfs.replication=2");
    tables.makeNumbers();
    tables.run("CREATE TABLE text STORED AS TEXTFILE AS " + ROWS);
  }

  @AfterAll
  static void stop() throws Exception {
    tables.close();
    hdfs.shutdown();
  }

  private static Path place(String table) throws Exception {
    return new Path(tables.described(table, "Location:"));
  }

  private static void expectSame(String query) throws Exception {
    assertEquals(tables.run(query.replace("$t", "text")), tables.run(query.replace("$t", "t")));
  }

  private static void expectSameAnswers() throws Exception {
    expectSame("SELECT count(*), sum(k), sum(m['twice']), max(content) FROM $t");
    expectSame("SELECT k, s, m FROM $t WHERE k BETWEEN 400 AND 410 ORDER BY k");
    expectSame("SELECT sum(length(content)) FROM $t WHERE s LIKE '%7'");
  }

  @ParameterizedTest
  @EngineSource
  void table_inHdfs_answersAsText(Engine engine) throws Exception {
    tables.engine(engine);
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("CREATE TABLE t STORED AS CIF AS " + ROWS);
    assertEquals("hdfs", place("t").toUri().getScheme());
    expectSameAnswers();
    tables.run("INSERT OVERWRITE TABLE t " + ROWS + " WHERE n < 500");
    tables.run("INSERT INTO t " + ROWS + " WHERE n >= 500");
    expectSameAnswers();
    assertEquals("1000", tables.described("t", "numRows"));
  }

  @ParameterizedTest
  @EngineSource
  void storageHandler_insertsReplacesAndUpdates(Engine engine) throws Exception {
    tables.engine(engine);
    tables.run("DROP TABLE IF EXISTS t");
    Path data = new Path(hdfs.getURI() + "/data-" + engine);
    String stored = " STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '" + data + "'";
    tables.run(
        "CREATE EXTERNAL TABLE t (k int, s string, m map<string,int>, content string)" + stored);
    tables.run("INSERT INTO t " + ROWS + " WHERE n > 400");
    tables.run("INSERT OVERWRITE TABLE t " + ROWS + " WHERE n < 500");
    tables.run("INSERT INTO t " + ROWS + " WHERE n >= 500");
    expectSameAnswers();
    List<Path> inserts =
        Arrays.stream(fs.listStatus(data, path -> !path.getName().startsWith("_")))
            .map(FileStatus::getPath)
            .toList();
    assertEquals(2, inserts.size(), "a folder for each INSERT that counts: " + inserts);
    tables.run("UPDATE t SET s = upper(s), k = -k WHERE k < 900");
    // Another table over the same files, which finds its columns there.
    tables.run("DROP TABLE t");
    tables.run("CREATE EXTERNAL TABLE t" + stored);
    assertEquals(
        List.of("900\t-404550"), tables.run("SELECT count(*), sum(k) FROM t WHERE s LIKE 'TEXT%'"));
    tables.run("SET hive.compute.query.using.stats=true");
    assertEquals(List.of("1000\t-899\t999"), tables.run("SELECT count(*), min(k), max(k) FROM t"));
    tables.run("SET hive.compute.query.using.stats=false");
  }

  private static final String OF_ITS_OWN = "STORED AS CIF";
  private static final String OF_A_DATA_SET =
      "STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '$place'";

  @ParameterizedTest
  @ValueSource(strings = {OF_ITS_OWN, OF_A_DATA_SET})
  void storagePolicies_areThoseOfTheFiles_andOfTheirBlocks(String stored) throws Exception {
    tables.run("DROP TABLE IF EXISTS tiered");
    fs.delete(new Path("/tiered"), true);
    boolean isExternal = stored.equals(OF_A_DATA_SET);
    tables.run(
        (isExternal ? "CREATE EXTERNAL TABLE" : "CREATE TABLE")
            + " tiered (k int, s string) "
            + stored.replace("$place", hdfs.getURI() + "/tiered")
            + " TBLPROPERTIES ('cif.storage.policy.s'='ALL_SSD', 'cif.filters'='s',"
            + " 'cif.storage.policy.late'='WARM')");
    tables.run("INSERT INTO tiered SELECT n, concat('text ', n) FROM numbers WHERE n < 10");
    Path split = SplitDirectories.list(fs, place("tiered")).get(0);
    Map<String, String> expected = new TreeMap<>();
    expected.put("2-s.col", "ALL_SSD on [SSD]");
    expected.put("_2-s.filters", "ALL_SSD on [SSD]");
    assertEquals(expected, Tiers.of(fs, split));
    tables.run("UPDATE tiered SET s = upper(s) WHERE k < 5");
    expected.put("2-s.g1.col", "ALL_SSD on [SSD]");
    expected.put("_2-s.g1.filters", "ALL_SSD on [SSD]");
    assertEquals(expected, Tiers.of(fs, split));
    tables.run("ALTER TABLE tiered ADD COLUMNS (late int, other int)");
    tables.run("UPDATE tiered SET late = 2 * k, other = k WHERE k < 5");
    expected.put("3-late.col", "WARM on [DISK, ARCHIVE]");
    assertEquals(expected, Tiers.of(fs, split));
    assertTrue(fs.exists(new Path(split, "4-other.col")));
    assertEquals(
        List.of("TEXT 4\t8\t4", "text 5\tNULL\tNULL"),
        tables.run("SELECT s, late, other FROM tiered WHERE k IN (4, 5) ORDER BY k"));
  }

  @Test
  void splits_nameTheNodesOfTheLargestFile() throws Exception {
    tables.run("CREATE TABLE located STORED AS CIF AS " + ROWS);
    JobConf job = new JobConf(fs.getConf());
    FileInputFormat.setInputPaths(job, place("located"));
    job.set("columns", "k,s,m,content");
    job.set("columns.types", "int:string:map<string,int>:string");
    InputSplit[] splits = new CifInputFormat().getSplits(job, 1);
    assertEquals(1, splits.length);
    Path split = SplitDirectories.list(fs, place("located")).get(0);
    Path content =
        Arrays.stream(fs.listStatus(split))
            .max((a, b) -> Long.compare(a.getLen(), b.getLen()))
            .orElseThrow()
            .getPath();
    long length = fs.getFileStatus(content).getLen();
    assertTrue(length > 4 * BLOCK, "several blocks: " + length);
    String[] hosts =
        Arrays.stream(fs.getFileBlockLocations(content, 0, length))
            .flatMap(HdfsTest::hosts)
            .distinct()
            .toArray(String[]::new);
    assertArrayEquals(hosts, splits[0].getLocations());
  }

  private static Stream<String> hosts(org.apache.hadoop.fs.BlockLocation block) {
    try {
      return Arrays.stream(block.getHosts());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void dataNodeThatDies_isReadAround() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("CREATE TABLE t STORED AS CIF AS " + ROWS);
    MiniDFSCluster.DataNodeProperties dead = hdfs.stopDataNode(0);
    try {
      expectSameAnswers();
    } finally {
      assertTrue(hdfs.restartDataNode(dead));
      hdfs.waitActive();
    }
  }

  @Test
  void dynamicPartitions_areSplitDirectoriesBelowTheirFolders() throws Exception {
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("CREATE TABLE p (k int, s string) PARTITIONED BY (d int) STORED AS CIF");
    tables.run("INSERT INTO p SELECT n, concat('text ', n), n % 3 FROM numbers");
    List<Path> splits = SplitDirectories.list(fs, place("p"));
    assertEquals(
        List.of("d=0", "d=1", "d=2"),
        splits.stream().map(split -> split.getParent().getName()).distinct().toList());
    assertEquals(List.of("334\t166833"), tables.run("SELECT count(*), sum(k) FROM p WHERE d = 0"));
  }

  @ParameterizedTest
  @EngineSource
  void update_changesAllSplitDirectories(Engine engine) throws Exception {
    tables.engine(engine);
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("DROP TABLE IF EXISTS u");
    tables.run("CREATE TABLE u (k int, s string) PARTITIONED BY (d int) STORED AS CIF");
    tables.run("INSERT INTO u SELECT n, concat('text ', n), n % 3 FROM numbers");
    tables.run("ALTER TABLE u ADD COLUMNS (twice int) CASCADE");
    tables.run("UPDATE u SET twice = 2 * k, s = upper(s) WHERE k < 900");
    String query = "SELECT count(*), sum(twice), sum(IF(s LIKE 'text%', 1, 0)) FROM u";
    List<String> changed = List.of("1000\t" + 899 * 900 + "\t100");
    assertEquals(changed, tables.run(query));
    Path place = place("u");
    TableChange.Vacuumed done = TableChange.vacuum(fs, place, Duration.ofMillis(-1));
    assertEquals(1, done.changes());
    assertTrue(done.bytes() > 0);
    for (Path split : SplitDirectories.list(fs, place)) {
      assertEquals(
          List.of("1-k.col", "2-s.g1.col", "3-twice.col", "schema.cif"),
          Arrays.stream(fs.listStatus(split)).map(file -> file.getPath().getName()).toList());
    }
    assertEquals(changed, tables.run(query));
  }
}
