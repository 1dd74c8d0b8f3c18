package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with Kerberos: tasks on YARN read and write by tokens, blocks are encrypted. */
class KerberosIT {
  @TempDir Path folder;

  @Test
  void clientsAndTasks_writeReadAndChangeTables() throws Exception {
    try (Cluster cluster = Cluster.startWithKerberos()) {
      try {
        statements(cluster);
        CommandLine cif = new CommandLine(cluster, folder);
        commands(cif);
        job(cluster, cif);
      } catch (SQLException | AssertionError e) {
        cluster.printLogs();
        throw e;
      }
    }
  }

  private static void statements(Cluster cluster) throws Exception {
    assertThrows(SQLException.class, () -> new Session(cluster.address()).close());
    try (Session session = cluster.session()) {
      session.run(
          "CREATE TABLE orc STORED AS ORC AS SELECT pos AS id, concat('n', pos % 10) AS name,"
              + " map('a', pos, 'b', pos % 7) AS marks FROM (SELECT 1 AS one) s"
              + " LATERAL VIEW posexplode(split(space(4999), ' ')) p AS pos, word",
          "CREATE TABLE pages (id int, name string, marks map<string,int>)"
              + " PARTITIONED BY (part int) STORED AS CIF",
          "INSERT INTO pages SELECT *, id % 3 FROM orc",
          "ALTER TABLE pages ADD COLUMNS (twice int) CASCADE",
          "UPDATE pages SET twice = marks['a'] * 2");
      String query =
          "SELECT name, count(*), sum(marks['b']), sum(%s) FROM %s WHERE id > 100 GROUP BY name"
              + " ORDER BY name";
      List<String> expected = session.rows(String.format(query, "id * 2", "orc"));
      assertEquals(10, expected.size());
      assertEquals(expected, session.rows(String.format(query, "twice", "pages")));
      assertTrue(session.counter("FILES_OPENED") > 0);
      session.run(
          "CREATE EXTERNAL TABLE handled (id int, name string)"
              + " STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '/handled'",
          "INSERT INTO handled SELECT id, name FROM orc",
          "UPDATE handled SET name = upper(name) WHERE id < 10");
      assertEquals(
          List.of("N1\t1", "n1\t499"),
          session.rows(
              "SELECT name, count(*) FROM handled WHERE lower(name) = 'n1' GROUP BY name"
                  + " ORDER BY name"));
    }
  }

  /** Runs commands of a client that reads and writes HDFS by itself. */
  private void commands(CommandLine cif) throws Exception {
    String pages = "/warehouse/external/pages";
    String verified = cif.run("verify", pages);
    assertTrue(verified.contains("5,000 rows") && verified.contains("no damage"), verified);
    cif.expectTogether(pages);
    Path rows = Files.writeString(folder.resolve("rows.csv"), "id,name\n1,one\n2,two\n");
    cif.run(
        "load",
        rows.toUri().toString(),
        "--from",
        "csv",
        "--header",
        "--schema",
        "id int, name string",
        "--to",
        "/loaded");
    cif.run("update", "/loaded", "--set", "name = upper(name)", "--where", "id = 2");
    assertEquals("{\"id\":2,\"name\":\"TWO\"}\n", cif.run("cat", "/loaded", "--where", "id = 2"));
  }

  /** A job on YARN, whose maps read and write by tokens. No history server says how it ended. */
  private static void job(Cluster cluster, CommandLine cif) throws Exception {
    cif.run(CommandLine.loadByJob("/warehouse/external/orc", "/by_job", 1 << 20));
    String finished = cluster.applications("FINISHED");
    assertTrue(finished.contains("cif load"), finished);
    try (Session session = cluster.session()) {
      session.run(
          "CREATE EXTERNAL TABLE by_job (id int, name string, marks map<string,int>)"
              + " STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '/by_job'");
      String query =
          "SELECT name, count(*), sum(id), sum(marks['b']) FROM %s GROUP BY name ORDER BY name";
      assertEquals(
          session.rows(String.format(query, "orc")), session.rows(String.format(query, "by_job")));
    }
  }
}
