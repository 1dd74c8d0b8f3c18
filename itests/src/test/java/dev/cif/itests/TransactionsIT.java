package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Insert-only tables: the metastore has the transactions, and removes what was compacted;
 * HiveServer2 compacts. Its threads that do so know the jars of its class path only.
 */
@ExtendWith(OneCluster.class)
class TransactionsIT {
  private static final String TRANSACTIONS =
      "-Dhive.support.concurrency=true"
          + " -Dhive.txn.manager=org.apache.hadoop.hive.ql.lockmgr.DbTxnManager";
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String TABLE = "/warehouse/managed/transactions.db/t";

  @Test
  void insertsUpdatesAndCompactions_areSeenWhole(Cluster cluster) throws Exception {
    cluster.putHiveJar(Cluster.HIVE_JAR, true);
    cluster.restartHiveServer(TRANSACTIONS);
    try (Session session = cluster.session();
        Session other = cluster.session()) {
      session.run("CREATE DATABASE transactions", "USE transactions");
      for (String table : List.of("t CIF", "o ORC")) {
        session.run(
            String.format(
                "CREATE TABLE %s (id int, v int) STORED AS %s TBLPROPERTIES"
                    + " ('transactional'='true', 'transactional_properties'='insert_only')",
                (Object[]) table.split(" ")));
        for (int insert = 0; insert < 3; insert++) {
          session.run(
              String.format(
                  "INSERT INTO %s VALUES (%d, 0), (%d, 0)",
                  table.substring(0, 1), insert, insert + 10));
        }
      }
      String figures = "SELECT count(*), sum(id), sum(v) FROM transactions.";
      assertEquals(session.rows(figures + "o"), other.rows(figures + "t"));

      assertThrows(
          SQLException.class,
          () -> session.run("INSERT INTO t SELECT id + 100, assert_true(id < 5) FROM o"));
      assertEquals(List.of("6\t36\t0"), other.rows(figures + "t"));

      session.run("UPDATE t SET v = id * 2 WHERE id > 1");
      List<String> rows = List.of("0\t0", "1\t0", "2\t4", "10\t20", "11\t22", "12\t24");
      assertEquals(rows, other.rows("SELECT id, v FROM transactions.t ORDER BY id"));

      session.run("ALTER TABLE t COMPACT 'major'");
      Await.until(
          "HiveServer2 has compacted the table",
          SOON,
          () -> cluster.hdfs().paths(TABLE).stream().anyMatch(path -> path.startsWith("/base_")));
      assertEquals(rows, other.rows("SELECT id, v FROM transactions.t ORDER BY id"));
      Await.until(
          "the metastore has removed what was compacted",
          SOON,
          () -> cluster.hdfs().paths(TABLE).stream().noneMatch(path -> path.startsWith("/delta_")));
      assertEquals(rows, other.rows("SELECT id, v FROM transactions.t ORDER BY id"));
      session.run("INSERT INTO t VALUES (20, 40)");
      assertEquals(List.of("7\t56\t110"), other.rows(figures + "t"));
    } finally {
      cluster.restartHiveServer("");
    }
  }
}
