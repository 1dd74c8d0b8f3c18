package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitDirectories;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hive.CifInputFormat;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Bucketed tables of one co-location group, in HDFS with the placement policy: bucket i of both is
 * on the same nodes, so that a task that joins them finds both on the nodes that its split names.
 */
@OnCluster
@Tag("nightly")
class GroupJoinTest {
  private static final int REPLICATION = 2;
  private static final int BUCKETS = 4;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static FileSystem fs;
  private static SharedTables tables;

  @BeforeAll
  static void start() throws Exception {
    hdfs = NamedNodes.start(folder.resolve("hdfs"), new Configuration(), REPLICATION);
    tables = SharedTables.inHdfs(hdfs);
    // Opening Hive closed what Hadoop had cached.
    fs = hdfs.getFileSystem();
    tables.run("SET dfs.replication=" + REPLICATION);
    tables.makeNumbers();
    tables.run("CREATE TABLE text_a AS SELECT 3 * n AS k, concat('a', n) AS v FROM numbers");
    tables.run(
        "CREATE TABLE text_b AS SELECT 2 * n AS k, concat('b', n) AS v FROM numbers WHERE n < 700");
    load("a", "ab", "text_a");
    load("b", "ab", "text_b");
    load("alone", "other", "text_b");
  }

  @AfterAll
  static void stop() throws Exception {
    if (tables != null) {
      tables.close();
    }
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  private static void load(String table, String group, String rows) throws Exception {
    tables.run(
        String.format(
            "CREATE TABLE %s (k int, v string) CLUSTERED BY (k) SORTED BY (k) INTO %d BUCKETS"
                + " STORED AS CIF TBLPROPERTIES ('cif.placement.group'='%s')",
            table, BUCKETS, group));
    tables.run("INSERT INTO " + table + " SELECT k, v FROM " + rows);
  }

  private static Path place(String table) throws Exception {
    return new Path(tables.described(table, "Location:"));
  }

  /**
   * The nodes of each bucket, by Hive's name of it; each is on as many nodes as it has replicas.
   */
  private static Map<String, Set<String>> nodes(String table) throws Exception {
    Map<String, Set<String>> nodes = new TreeMap<>();
    for (Path split : SplitDirectories.list(fs, place(table))) {
      nodes
          .computeIfAbsent(split.getName().substring(0, 6), n -> new HashSet<>())
          .addAll(of(split));
    }
    assertEquals(BUCKETS, nodes.size(), nodes.toString());
    nodes.values().forEach(set -> assertEquals(REPLICATION, set.size(), nodes.toString()));
    return nodes;
  }

  private static Set<String> of(Path split) throws IOException {
    Set<String> nodes = new HashSet<>();
    for (FileStatus file : fs.listStatus(split)) {
      for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
        nodes.addAll(Set.of(block.getHosts()));
      }
    }
    return nodes;
  }

  @Test
  void bucketsOfOneGroup_areOnTheSameNodes_andOthersAreNot() throws Exception {
    assertEquals(nodes("a"), nodes("b"));
    assertTrue(new HashSet<>(nodes("a").values()).size() > 1, "spread: " + nodes("a"));
    assertNotEquals(nodes("a"), nodes("alone"), "another group's buckets are elsewhere");
    tables.run("INSERT INTO b SELECT 2 * n, 'later' FROM numbers WHERE n >= 700");
    assertTrue(SplitDirectories.list(fs, place("b")).size() > BUCKETS);
    assertEquals(nodes("a"), nodes("b"), "also what a later statement adds");
    tables.run("INSERT OVERWRITE TABLE b SELECT k, v FROM text_b");
    assertEquals(nodes("a"), nodes("b"));
  }

  /** The big side's splits are what tasks are scheduled by. */
  @Test
  void splitsOfABucket_nameTheNodesThatHoldTheOtherTables() throws Exception {
    JobConf job = new JobConf(fs.getConf());
    FileInputFormat.setInputPaths(job, place("a"));
    job.set("columns", "k,v");
    job.set("columns.types", "int:string");
    Map<String, Set<String>> other = nodes("b");
    for (InputSplit split : new CifInputFormat().getSplits(job, 1)) {
      String bucket = ((FileSplit) split).getPath().getName().substring(0, 6);
      assertEquals(other.get(bucket), Set.of(split.getLocations()), bucket);
    }
  }

  @ParameterizedTest
  @EngineSource
  void sortMergeBucketJoin_answersAsAJoinOfText(Engine engine) throws Exception {
    tables.engine(engine);
    String query = "SELECT x.k, x.v, y.v FROM %s x JOIN %s y ON x.k = y.k ORDER BY x.k, y.v";
    List<String> expected = tables.run(String.format(query, "text_a", "text_b"));
    assertTrue(expected.size() > 100, "rows: " + expected.size());
    tables.run("SET hive.auto.convert.sortmerge.join=true");
    tables.run("SET hive.optimize.bucketmapjoin=true");
    tables.run("SET hive.optimize.bucketmapjoin.sortedmerge=true");
    tables.run("SET hive.auto.convert.join.noconditionaltask.size=1");
    tables.run("SET hive.auto.convert.join=true");
    String join = String.format(query, "a", "b");
    String plan = String.join("\n", tables.run("EXPLAIN " + join));
    String operator =
        engine == Engine.TEZ ? "Merge Join Operator" : "Sorted Merge Bucket Map Join Operator";
    assertTrue(plan.contains(operator), plan);
    assertEquals(expected, tables.run(join));
  }
}
