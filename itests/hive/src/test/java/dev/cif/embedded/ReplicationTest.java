package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database with changed tables that Hive's REPL DUMP and REPL LOAD copy, at first and again. Hive
 * copies folders of external tables between file systems with authorities only, so to HDFS.
 */
@OnCluster
@Tag("nightly")
class ReplicationTest {
  private static final String INSERT_ONLY =
      " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')";

  @TempDir static Path folder;
  private static MiniDFSCluster hdfs;
  private static SharedTables tables;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    hdfs.waitActive();
    String root = hdfs.getURI().toString();
    tables =
        SharedTables.withTransactions(
                Map.of(
                    "fs.defaultFS",
                    root,
                    "hive.metastore.warehouse.dir",
                    root + "/managed",
                    "hive.metastore.warehouse.external.dir",
                    root + "/external",
                    "hive.metastore.transactional.event.listeners",
                    ReplicationEvents.class.getName(),
                    "hive.metastore.dml.events",
                    "true",
                    "hive.repl.rootdir",
                    root + "/dumps",
                    "hive.repl.cmrootdir",
                    root + "/changes",
                    "hive.repl.replica.external.table.base.dir",
                    root + "/copies",
                    "hive.repl.dump.metadata.only.for.external.table",
                    "false",
                    "hive.distcp.privileged.doAs",
                    System.getProperty("user.name")))
            .opened();
    tables.run("SET hive.fetch.task.conversion=more");
  }

  @AfterAll
  static void stop() throws Exception {
    tables.close();
    hdfs.shutdown();
  }

  /** Hive copies no file of a managed table whose name begins with an underscore. */
  @Test
  void managedTableWithDeletedRows_isRefused_andOtherFilesAreMissedByNobody() throws Exception {
    tables.run("CREATE DATABASE source2");
    tables.run("USE source2");
    tables.run(
        "CREATE TABLE t (k int, m map<string,int>, s struct<f:int>) STORED AS CIF"
            + INSERT_ONLY.replace(
                ")", ", 'cif.filters'='k', 'cif.part.statistics'='true', 'cif.block.rows'='64')"));
    tables.run(
        "INSERT INTO t SELECT pos, map('a', pos), named_struct('f', pos)"
            + " FROM (SELECT posexplode(split(space(999), ' '))) x");
    tables.run("DELETE FROM t WHERE k = 7");
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("REPL DUMP source2"));
    assertTrue(e.getMessage().contains("source2.t"), e.getMessage());
    assertTrue(e.getMessage().contains("has deleted rows"), e.getMessage());
    tables.run("INSERT OVERWRITE TABLE t SELECT * FROM t");
    tables.run("REPL DUMP source2");
    tables.run("REPL LOAD source2 INTO target2");
    for (String where : List.of("k = 500", "m['a'] = 500", "s.f = 500")) {
      assertEquals(List.of("500"), tables.run("SELECT k FROM target2.t WHERE " + where), where);
    }
    assertEquals(List.of("999"), tables.run("SELECT count(*) FROM target2.t"));
  }

  private static void replicate() throws Exception {
    tables.run("REPL DUMP src");
    tables.run("REPL LOAD src INTO dst");
    for (String table : List.of("external", "flat", "managed", "unchanged")) {
      assertEquals(tables.rows("src.`" + table + "`"), tables.rows("dst.`" + table + "`"), table);
    }
  }

  @Test
  void changedTables_areCopiedAsTheyAre_atFirstAndAgain() throws Exception {
    tables.run("CREATE DATABASE src");
    tables.run("USE src");
    String columns = " (`a b` int, s string) PARTITIONED BY (`p q` string) STORED AS CIF";
    tables.run("CREATE TABLE `external`" + columns);
    tables.run("CREATE TABLE managed" + columns + INSERT_ONLY);
    tables.run("CREATE TABLE unchanged" + columns + INSERT_ONLY);
    tables.run("CREATE TABLE flat (`a b` int, s string) STORED AS CIF" + INSERT_ONLY);
    for (String table : List.of("`external`", "managed", "unchanged")) {
      tables.run(
          "INSERT INTO " + table + " VALUES (1, 'a', 'x/y'), (2, 'b', 'x/y'), (3, 'c', 'z')");
    }
    tables.run("INSERT INTO flat VALUES (1, 'a'), (2, 'b')");
    for (String table : List.of("`external`", "managed", "flat")) {
      tables.run("UPDATE " + table + " SET `a b` = `a b` * 10");
      tables.run("UPDATE " + table + " SET s = upper(s) WHERE `a b` > 10");
    }
    tables.run("DELETE FROM `external` WHERE `a b` = 20");
    replicate();
    assertEquals(List.of("10\ta\tx/y", "20\tB\tx/y", "30\tC\tz"), tables.rows("dst.managed"));

    for (String table : List.of("`external`", "managed", "unchanged")) {
      tables.run("INSERT INTO " + table + " VALUES (4, 'd', 'x/y'), (5, 'e', 'new')");
    }
    tables.run("INSERT OVERWRITE TABLE flat SELECT -`a b`, s FROM flat");
    tables.run("UPDATE `external` SET s = 'again'");
    tables.run("DELETE FROM `external` WHERE `a b` = 5");
    for (String table : List.of("src.managed", "src.flat", "dst.unchanged")) {
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class, () -> tables.run("UPDATE " + table + " SET s = ''"));
      assertTrue(e.getMessage().contains("is replicated by Hive"), e.getMessage());
    }
    replicate();
    assertEquals(List.of("-10\ta", "-20\tB"), tables.rows("dst.flat"));
    assertEquals("again", tables.run("SELECT max(s) FROM dst.`external`").get(0));
  }
}
