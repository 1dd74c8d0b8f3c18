package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.TableChange;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * DELETE takes rows out of a table of CIF. A table of ORC, written anew without these rows, says
 * what is left.
 */
class DeleteTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
  }

  @AfterEach
  void drop() throws Exception {
    for (String table : List.of("t", "o", "handled", "gone")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  private static void make() throws Exception {
    for (String table : List.of("t", "o")) {
      tables.run(
          "CREATE TABLE "
              + table
              + " (id int, `a b` string, m map<string,int>, d decimal(10,2))"
              + " PARTITIONED BY (p int) STORED AS "
              + (table.equals("t") ? "CIF" : "ORC"));
      for (int half = 0; half < 2; half++) {
        tables.run(
            "INSERT INTO "
                + table
                + " PARTITION (p) SELECT n, IF(n % 5 = 0, NULL, concat('s', n)),"
                + " map('k', n % 10, concat('x', n % 3), n), CAST(n / 4 AS decimal(10,2)), n % 3"
                + " FROM numbers WHERE n DIV 500 = "
                + half);
      }
    }
    tables.run("CREATE TABLE gone STORED AS ORC AS SELECT n * 7 AS k FROM numbers WHERE n < 100");
  }

  /** Deletes the rows of a condition, and writes the table of ORC without them. */
  private static void delete(String condition) throws Exception {
    tables.run("DELETE FROM t WHERE " + condition);
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT * FROM o WHERE id NOT IN"
            + " (SELECT id FROM o WHERE "
            + condition.replace("t.", "o.")
            + ")");
  }

  private static void check() throws Exception {
    compare(
        "SELECT * FROM %s ORDER BY id",
        "SELECT p, count(*), count(`a b`), min(d), max(m['k']) FROM %s GROUP BY p ORDER BY p");
  }

  private static void compare(String... queries) throws Exception {
    for (String query : queries) {
      assertEquals(tables.run(query.formatted("o")), tables.run(query.formatted("t")), query);
    }
  }

  private static Set<String> files() throws Exception {
    return tables.filesOfRows("t");
  }

  @ParameterizedTest
  @EngineSource
  void rowsThatAreLeft_areThoseOfOrc(Engine engine, boolean inBatches) throws Exception {
    make();
    tables.engine(engine);
    tables.vectorised(inBatches);
    Set<String> before = files();
    delete("id % 7 = 3 OR `a b` IS NULL AND d > 100");
    Set<String> after = files();
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertEquals(6, after.size(), after::toString);
    assertTrue(after.stream().allMatch(name -> name.endsWith(".deletes")), after::toString);
    check();
    delete("m['k'] = 4");
    delete("p = 2 AND id < 400");
    delete("t.id IN (SELECT k FROM gone)");
    compare(
        "SELECT id, m['x1'] FROM %s WHERE m['k'] > 6 AND `a b` LIKE 's%%1%%' ORDER BY id",
        "SELECT count(*) FROM %s WHERE p = 1 AND `a b` IS NULL",
        "SELECT id FROM %s ORDER BY d DESC, id LIMIT 7",
        "SELECT count(*) FROM (SELECT id FROM %s LIMIT 5) x",
        "SELECT a.id FROM %1$s a JOIN %1$s b ON a.id = b.id + 3 WHERE a.p = 0 ORDER BY a.id");
    tables.run("UPDATE t SET `a b` = concat(`a b`, '!') WHERE id > 600");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p)"
            + " SELECT id, IF(id > 600, concat(`a b`, '!'), `a b`), m, d, p FROM o");
    check();
    delete("`a b` LIKE '%9!'");
    check();
  }

  @Tag("nightly")
  @Test
  void subqueries_chooseRows() throws Exception {
    make();
    delete("EXISTS (SELECT 1 FROM gone WHERE gone.k = t.id + 1)");
    delete("id NOT IN (SELECT k + 2 FROM gone) AND id < 30");
    delete("d > (SELECT avg(d) FROM gone g JOIN o x ON g.k = x.id) AND id % 2 = 0");
    delete("id IN (SELECT max(id) FROM o GROUP BY p)");
    check();
    tables.run("UPDATE t SET `a b` = concat('was ', id) WHERE id IN (SELECT k + 1 FROM gone)");
    tables.run("UPDATE t SET d = -1 WHERE NOT EXISTS (SELECT 1 FROM gone WHERE k = t.id + 3)");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT id,"
            + " IF(id % 7 = 1 AND id < 700, concat('was ', id), `a b`), m,"
            + " CAST(IF((id + 3) % 7 = 0 AND id < 697, d, -1) AS decimal(10,2)), p FROM o");
    check();
  }

  @Test
  void countsAndBounds_forgetDeletedRows() throws Exception {
    make();
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    tables.run("SET hive.compute.query.using.stats=true");
    try {
      delete("id >= 990 OR id = 0");
      List<String> expected = List.of("989\t1\t989");
      assertEquals(expected, tables.run("SELECT count(*), min(id), max(id) FROM t"));
      tables.run("ALTER TABLE t EXECUTE ROLLBACK(1)");
      expected = List.of("1000\t0\t999");
      assertEquals(expected, tables.run("SELECT count(*), min(id), max(id) FROM t"));
    } finally {
      tables.run("SET hive.compute.query.using.stats=false");
    }
  }

  @Test
  void everyRow_andThenNewOnes() throws Exception {
    make();
    tables.run("DELETE FROM t");
    assertEquals(List.of("0"), tables.run("SELECT count(*) FROM t"));
    assertEquals(List.of(), tables.run("SELECT * FROM t"));
    tables.run("DELETE FROM t WHERE id = 1");
    tables.run("INSERT INTO t PARTITION (p=1) VALUES (5, 'new', map('k', 1), 2.5)");
    tables.run("ALTER TABLE t ADD COLUMNS (e int) CASCADE");
    assertEquals(List.of("5\tnew\t{\"k\":1}\t2.50\tNULL\t1"), tables.run("SELECT * FROM t"));
  }

  @Test
  void history_vacuum_andFiles() throws Exception {
    make();
    delete("id < 10");
    delete("id < 20");
    FileSystem fs = FileSystem.getLocal(new Configuration());
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(tables.folder("t").toUri());
    List<ChangeHistory.Entry> history = ChangeHistory.of(fs, folder);
    assertEquals(List.of(10L, 10L), history.stream().map(ChangeHistory.Entry::rows).toList());
    assertEquals(List.of(TableChange.ROWS), history.get(0).columns());
    assertEquals("DELETE FROM t WHERE id < 10", history.get(0).origin().statement());
    assertEquals(6, files().stream().filter(name -> name.endsWith(".deletes")).count());
    TableChange.vacuum(fs, folder, Duration.ofMillis(-1));
    assertEquals(3, files().stream().filter(name -> name.endsWith(".deletes")).count());
    check();
  }

  @Test
  void storageHandlersTable() throws Exception {
    make();
    tables.run(
        "CREATE EXTERNAL TABLE handled (id int, `a b` string)"
            + " STORED BY 'dev.cif.hive.CifStorageHandler'"
            + " TBLPROPERTIES ('external.table.purge'='true')");
    tables.run("INSERT INTO handled SELECT id, `a b` FROM t");
    tables.run("DELETE FROM handled WHERE id IN (SELECT k FROM gone)");
    tables.run("DELETE FROM handled WHERE `a b` LIKE '%9'");
    assertEquals(
        tables.run(
            "SELECT id, `a b` FROM o WHERE NOT (id % 7 = 0 AND id < 700)"
                + " AND coalesce(`a b` NOT LIKE '%9', true) ORDER BY id"),
        tables.run("SELECT * FROM handled ORDER BY id"));
    tables.run("SET hive.compute.query.using.stats=true");
    try {
      tables.run("DELETE FROM handled WHERE id > 900");
      assertEquals(List.of("900\t1"), tables.run("SELECT max(id), min(id) FROM handled"));
      assertEquals(
          tables.run("SELECT count(*) FROM (SELECT * FROM handled) x WHERE id > -1"),
          tables.run("SELECT count(*) FROM handled"));
    } finally {
      tables.run("SET hive.compute.query.using.stats=false");
    }
  }

  private static void expectRefused(String sql, String words) throws Exception {
    Set<String> before = files();
    Exception e = assertThrows(Exception.class, () -> tables.run(sql), sql);
    assertTrue(String.valueOf(e.getMessage()).contains(words), sql + ": " + e.getMessage());
    assertEquals(before, files(), sql);
  }

  @Test
  void whatCannotBeDeleted_isRefused() throws Exception {
    make();
    expectRefused("DELETE FROM t WHERE id < rand() * 10", "DELETE FROM default.t: 'rand' gives");
    expectRefused("DELETE FROM t WHERE id IN (SELECT k FROM gone WHERE rand() > 0.5)", "'rand'");
    expectRefused("DELETE FROM t WHERE nothing = 1", "nothing");
    expectRefused("DELETE FROM t WHERE max(id) = 1", "'max' is not a function of one row");
    expectRefused("DELETE FROM o WHERE id = 1", "transaction");
    tables.run("EXPLAIN DELETE FROM t WHERE id = 1");
    check();
  }
}
