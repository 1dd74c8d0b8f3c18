package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The jar of HiveServer2 is replaced, on its class path and in its {@code hive.aux.jars.path}:
 * tables that an older one wrote are read, changed and added to by today's. There is no older
 * release; the older jar is that of the commit since which the format is stable.
 */
@ExtendWith(OneCluster.class)
class UpgradeIT {
  private static final String OLDER = System.getProperty("older.hive.jar", "");

  private static final String EVERYTHING = "SELECT * FROM %s ORDER BY id";

  @Test
  void tablesOfAnOlderJar_areReadAndChangedByTodays(Cluster cluster) throws Exception {
    assumeFalse(OLDER.isEmpty(), "No jar of an older commit was built");
    List<String> rows;
    cluster.putHiveJar(Path.of(OLDER), true);
    cluster.restartHiveServer();
    try (Session session = cluster.session()) {
      session.run(
          // The older jar has no hook.
          "SET hive.semantic.analyzer.hook=",
          "CREATE DATABASE upgrade",
          "USE upgrade",
          "CREATE TABLE written (id int, name string, price decimal(9,2), marks map<string,int>,"
              + " next array<string>) PARTITIONED BY (p int) STORED AS CIF",
          "INSERT INTO written PARTITION (p=1) SELECT pos, if(pos % 3 = 0, NULL, concat('n', pos)),"
              + " pos / 4, map('a', pos, 'b', pos % 7), array('x', word) FROM (SELECT 1 AS one) s"
              + " LATERAL VIEW posexplode(split(space(2999), ' ')) v AS pos, word",
          "INSERT INTO written PARTITION (p=2) VALUES"
              + " (5000, 'last', 1.25, map('a', 1), array('y'))");
      rows = session.rows(String.format(EVERYTHING, "written"));
      assertEquals(3001, rows.size());
    } finally {
      cluster.putHiveJar(Cluster.HIVE_JAR, true);
      cluster.restartHiveServer();
    }
    try (Session session = cluster.session()) {
      session.run("USE upgrade");
      assertEquals(rows, session.rows(String.format(EVERYTHING, "written")));
      assertEquals(
          List.of("1000\t1498500"),
          session.rows("SELECT count(*), sum(marks['a']) FROM written WHERE name IS NULL"));
      session.run(
          "ALTER TABLE written ADD COLUMNS (doubled int) CASCADE",
          "UPDATE written SET doubled = id * 2, name = coalesce(name, 'none')",
          "INSERT INTO written PARTITION (p=2) VALUES"
              + " (5001, 'new', 2.5, map('a', 2), array('z'), 0)");
      assertEquals(
          List.of("1\t3000\t8997000", "2\t2\t10000"),
          session.rows("SELECT p, count(*), sum(doubled) FROM written GROUP BY p ORDER BY p"));
      assertEquals(
          List.of("1000\tnone"),
          session.rows("SELECT count(*), max(name) FROM written WHERE name = 'none'"));
      // On the class path Hive's vectorizer knows the format; docs/install.md.
      assertTrue(
          session.rows("EXPLAIN VECTORIZATION SELECT sum(id) FROM written WHERE id > 7").stream()
              .anyMatch(line -> line.contains("inputFileFormats: dev.cif.hive.CifInputFormat")));
    }
  }
}
