package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.itests.Hdfs.File;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Services that end while others go on. */
@ExtendWith(OneCluster.class)
class FailuresIT {
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final int REPLICAS = 2;

  /** A value that takes many seconds in the second row. */
  private static final String SLOW =
      "if(n = 2, cast(levenshtein(repeat('ab', 10000 * n), repeat('ba', 10000 * n)) as string), s)";

  @Test
  void dataNodeIsKilled_queriesAnswerAndSplitsComeTogetherOnOtherNodes(Cluster cluster)
      throws Exception {
    String table = "/warehouse/external/nodes.db/t";
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE nodes",
          "USE nodes",
          "CREATE TABLE t (a int, b string, c map<string,int>, d double) STORED AS CIF");
      for (int split = 0; split < 3; split++) {
        session.run(
            "INSERT INTO t SELECT " + split + ", 'b', map('k', " + split + "), " + split + " / 2");
      }
      String query = "SELECT sum(a), count(b), sum(c['k']), sum(d) FROM t";
      List<String> answer = session.rows(query);
      assertEquals(List.of("3\t3\t3\t1.5"), answer);
      Map<String, Set<Set<String>>> placed = placement(cluster, table);
      assertEquals(3, placed.size());
      placed.forEach((split, sets) -> assertEquals(1, sets.size(), split + " is on " + placed));

      String killed = placed.values().iterator().next().iterator().next().iterator().next();
      String worker = killed.replaceAll("\\..*", "");
      cluster.killDataNode(worker);
      try {
        // Some readers still try the node that is gone.
        assertEquals(answer, session.rows(query));
        cluster.awaitLiveNodes(2);
        assertEquals(answer, session.rows(query));
        Await.until(
            "all splits are together on the two nodes that live",
            SOON,
            () ->
                placement(cluster, table).values().stream()
                    .allMatch(
                        sets ->
                            sets.size() == 1
                                && sets.iterator().next().size() == REPLICAS
                                && !sets.iterator().next().contains(killed)));
        session.run("INSERT INTO t VALUES (10, 'b', map('k', 10), 5)");
        session.run("UPDATE t SET d = d + 1");
        assertEquals(List.of("13\t4\t13\t10.5"), session.rows(query));
        placement(cluster, table)
            .forEach((split, sets) -> assertEquals(1, sets.size(), split + " is on " + sets));
      } finally {
        cluster.startDataNodeAgain(worker);
      }
    }
  }

  /** The sets of nodes on which the blocks of each split-directory are. */
  private static Map<String, Set<Set<String>>> placement(Cluster cluster, String table)
      throws IOException, InterruptedException {
    Map<String, Set<Set<String>>> sets = new TreeMap<>();
    for (File file : cluster.hdfs().files(table)) {
      if (file.path().endsWith(".col")) {
        sets.computeIfAbsent(
                file.path().substring(0, file.path().lastIndexOf('/')), split -> new HashSet<>())
            .addAll(cluster.hdfs().nodes(table + file.path()));
      }
    }
    return sets;
  }

  @Test
  void hiveServerEndsAmidAnInsert_tableIsAsItWas(Cluster cluster) throws Exception {
    endsAmid(cluster, "amid_insert", "INSERT INTO t SELECT n + 10, " + SLOW + " FROM t");
  }

  @Test
  void hiveServerEndsAmidAnUpdate_tableIsAsItWas(Cluster cluster) throws Exception {
    endsAmid(cluster, "amid_update", "UPDATE t SET s = " + SLOW);
  }

  private static void endsAmid(Cluster cluster, String database, String statement)
      throws Exception {
    String table = "/warehouse/external/" + database + ".db/t";
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE " + database,
          "USE " + database,
          "CREATE TABLE t (n int, s string) STORED AS CIF",
          "INSERT INTO t VALUES (1, 'one'), (2, 'two')");
    }
    CompletableFuture<SQLException> failure =
        CompletableFuture.supplyAsync(() -> failureOf(cluster, database, statement));
    Await.until(
        "the statement's task writes",
        SOON,
        () -> {
          assertFalse(failure.isDone(), "The statement has ended before");
          return cluster.hdfs().paths(table).stream()
              .anyMatch(path -> path.contains("tmp.000000_"));
        });
    cluster.service("hiveserver2").kill();
    failure.join();
    cluster.startHiveServerAgain();
    try (Session session = cluster.session()) {
      session.run("USE " + database);
      assertEquals(List.of("1\tone", "2\ttwo"), session.rows("SELECT * FROM t ORDER BY n"));
      session.run("INSERT INTO t VALUES (3, 'three')", "UPDATE t SET s = upper(s) WHERE n < 3");
      assertEquals(
          List.of("1\tONE", "2\tTWO", "3\tthree"), session.rows("SELECT * FROM t ORDER BY n"));
    }
  }

  /**
   * Returns the failure of a statement, row by row, so that the first row is written when the
   * second waits.
   */
  private static SQLException failureOf(Cluster cluster, String database, String statement) {
    Session session = assertDoesNotThrow(cluster::session);
    assertDoesNotThrow(
        () -> session.run("USE " + database, "SET hive.vectorized.execution.enabled=false"));
    SQLException failure = assertThrows(SQLException.class, () -> session.run(statement));
    try {
      session.close();
    } catch (SQLException e) {
      failure.addSuppressed(e); // It has ended with its server.
    }
    return failure;
  }
}
