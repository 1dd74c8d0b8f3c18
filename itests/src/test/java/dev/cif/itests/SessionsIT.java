package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several clients at once, each with an application of its own on YARN. */
@ExtendWith(OneCluster.class)
class SessionsIT {
  private static final int CLIENTS = 3;

  @Test
  void insertsIntoOneTableAndUpdatesOfOthers_allAreThereInTheEnd(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run("CREATE DATABASE together", "USE together");
      session.run("CREATE TABLE shared (client int, n int) STORED AS CIF");
    }
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<List<String>>> work = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        work.add(() -> work(cluster, number));
      }
      int client = 0;
      for (Future<List<String>> rows : clients.invokeAll(work)) {
        assertEquals(List.of("1\t" + 10 * client++), rows.get());
      }
    } finally {
      clients.shutdownNow();
    }
    try (Session session = cluster.session()) {
      assertEquals(
          List.of("0\t1\t0", "1\t1\t1", "2\t1\t2"),
          session.rows(
              "SELECT client, count(*), sum(n) FROM together.shared GROUP BY client"
                  + " ORDER BY client"));
    }
  }

  private static List<String> work(Cluster cluster, int client) throws Exception {
    try (Session session = cluster.session()) {
      String own = "own" + client;
      session.run(
          "USE together",
          "CREATE TABLE " + own + " (n int) STORED AS CIF",
          "INSERT INTO shared VALUES (" + client + ", " + client + ")",
          "INSERT INTO " + own + " VALUES (" + client + ")",
          "UPDATE " + own + " SET n = n * 10");
      return session.rows("SELECT count(*), sum(n) FROM " + own);
    }
  }
}
