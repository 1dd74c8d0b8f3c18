package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/cif} outside of the cluster, and Hive within it, on the same tables. */
@ExtendWith(OneCluster.class)
class CommandsIT {
  private static final int FILES = 3;
  private static final Duration START = Duration.ofMinutes(1);

  @TempDir Path folder;

  @Test
  void load_byAJob_andTakenUpWhileItRuns_givesTheRowsOfTheFiles(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE jobs",
          "USE jobs",
          "CREATE TABLE source (id int, name string, marks map<string,int>) STORED AS ORC");
      for (int file = 0; file < FILES; file++) {
        session.run(
            "INSERT INTO source SELECT pos + 2000 * "
                + file
                + ", concat('n', pos % 10), map('a', pos, 'b', pos % 7) FROM (SELECT 1 AS one) s"
                + " LATERAL VIEW posexplode(split(space(1999), ' ')) p AS pos, word");
      }
    }
    CommandLine cif = new CommandLine(cluster, folder);
    String told = cif.run(load("/loaded"));
    assertTrue(told.startsWith("6,000 rows in "), told);
    cif.expectTogether("/loaded");

    Process killed = cif.start(load("/taken_up"));
    Await.until("The job runs", START, () -> cluster.applications("RUNNING").contains("cif load"));
    killed.destroyForcibly().waitFor();
    cif.run(load("/taken_up"));
    String former = cluster.applications("KILLED,FINISHED");
    assertEquals(3, former.split("cif load", -1).length - 1, former);

    try (Session session = cluster.session()) {
      session.run("USE jobs");
      String query =
          "SELECT name, count(*), count(DISTINCT id), sum(id), sum(marks['b']) FROM %s"
              + " GROUP BY name ORDER BY name";
      for (String table : new String[] {"loaded", "taken_up"}) {
        session.run(
            String.format(
                "CREATE EXTERNAL TABLE %s (id int, name string, marks map<string,int>)"
                    + " STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '/%s'",
                table, table));
        assertEquals(
            session.rows(String.format(query, "source")),
            session.rows(String.format(query, table)));
      }
    }
  }

  /** At least one task a file. */
  private static String[] load(String table) {
    return CommandLine.loadByJob("/warehouse/external/jobs.db/source", table, 4000);
  }

  @Test
  void changes_areWhatHiveReads(Cluster cluster) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int id = 0; id < 40; id++) {
      lines.append(id).append(",n").append(id % 4).append('\n');
    }
    Path rows = Files.writeString(folder.resolve("rows.csv"), lines);
    CommandLine cif = new CommandLine(cluster, folder);
    String table = "/changed";
    cif.run(
        "load",
        rows.toUri().toString(),
        "--from",
        "csv",
        "--schema",
        "id int, name string",
        "--to",
        table,
        "--rows-per-split",
        "10");
    // Before Hive has a table there, which would decide on columns.
    cif.run("add-column", table, "twice int", "--as", "id * 2");
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE commands",
          "USE commands",
          "CREATE EXTERNAL TABLE t (id int, name string, twice int)"
              + " STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
              + table
              + "'");
      String query =
          "SELECT name, count(*), sum(id), sum(twice) FROM t GROUP BY name ORDER BY name";
      cif.run("update", table, "--set", "name = upper(name)", "--where", "id >= 20");
      List<String> changed = new ArrayList<>();
      for (int below = 20; below >= 0; below -= 20) {
        for (int n = 0; n < 4; n++) {
          int sum = 5 * (below + n) + 4 * 10;
          changed.add((below == 0 ? "n" : "N") + n + "\t5\t" + sum + "\t" + 2 * sum);
        }
      }
      assertEquals(changed, session.rows(query));

      cif.run("compact", table);
      cif.run("vacuum", table, "--older-than", "0s");
      String verified = cif.run("verify", table);
      assertTrue(verified.startsWith("1 split, 5 files, 40 rows, "), verified);
      assertEquals(changed, session.rows(query));
      assertEquals(
          "{\"id\":31,\"name\":\"N3\",\"twice\":62}\n", cif.run("get", table, "--key", "id=31"));
    }
  }
}
