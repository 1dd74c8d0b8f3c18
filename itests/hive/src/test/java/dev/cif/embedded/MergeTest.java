package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.ChangeHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * MERGE sets columns from another table, and deletes rows, as one change. A table of ORC that is
 * written anew says what the rows are.
 */
class MergeTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
  }

  @AfterEach
  void drop() throws Exception {
    for (String table : List.of("t", "o", "s")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  /** 1,000 rows in two partitions of two split-directories each, and a source of every third. */
  private static void make() throws Exception {
    for (String table : List.of("t", "o")) {
      tables.run(
          "CREATE TABLE "
              + table
              + " (id int, `a b` string, d decimal(10,2), m map<string,int>)"
              + " PARTITIONED BY (p int) STORED AS "
              + (table.equals("t") ? "CIF" : "ORC"));
      for (int half = 0; half < 2; half++) {
        tables.run(
            "INSERT INTO "
                + table
                + " PARTITION (p) SELECT n, concat('s', n), CAST(n / 4 AS decimal(10,2)),"
                + " map('k', n), n % 2 FROM numbers WHERE n DIV 500 = "
                + half);
      }
    }
    tables.run(
        "CREATE TABLE s STORED AS ORC AS SELECT 3 * n AS k, concat('new ', n) AS `a b`, n % 5 AS w"
            + " FROM numbers WHERE n < 150");
  }

  private static void check() throws Exception {
    String rows = "SELECT * FROM %s ORDER BY id";
    assertEquals(tables.run(rows.formatted("o")), tables.run(rows.formatted("t")));
  }

  private static Set<String> files() throws Exception {
    return tables.filesOfRows("t");
  }

  @ParameterizedTest
  @EngineSource
  void columnsAreSetFromAnotherTable(Engine engine, boolean inBatches) throws Exception {
    make();
    tables.engine(engine);
    tables.vectorised(inBatches);
    Set<String> before = files();
    tables.run(
        "MERGE INTO t USING s ON t.id = s.k"
            + " WHEN MATCHED THEN UPDATE SET `a b` = s.`a b`, d = t.d + s.w");
    Set<String> after = files();
    after.removeAll(before);
    // Rows above 447 are matched by none: two of the four split-directories.
    assertEquals(4, after.size(), after::toString);
    assertTrue(after.stream().allMatch(name -> name.endsWith(".g1.col")), after::toString);
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT o.id, coalesce(s.`a b`, o.`a b`),"
            + " CAST(o.d + coalesce(s.w, 0) AS decimal(10,2)), o.m, o.p"
            + " FROM o LEFT JOIN s ON o.id = s.k");
    check();
    tables.run(
        "MERGE INTO default.t AS x USING (SELECT k + 300 AS k, max(w) AS w FROM s GROUP BY k) y"
            + " ON x.id = y.k AND x.p = 1"
            + " WHEN MATCHED AND y.w > 3 OR x.m['k'] = 303 THEN DELETE"
            + " WHEN MATCHED AND x.id < 700 THEN UPDATE SET d = NULL");
    String y = "(SELECT k + 300 AS k, max(w) AS w FROM s GROUP BY k) y";
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT x.id, x.`a b`,"
            + " IF(y.k IS NOT NULL AND x.id < 700, CAST(NULL AS decimal(10,2)), x.d), x.m, x.p"
            + " FROM o x LEFT JOIN "
            + y
            + " ON x.id = y.k AND x.p = 1"
            + " WHERE y.k IS NULL OR NOT (y.w > 3 OR x.m['k'] = 303)");
    check();
  }

  @Test
  void partitionElsewhere_isRefusedByItsPlace_whereRowsOfItMatch() throws Exception {
    tables.run("CREATE TABLE t (id int, v int) PARTITIONED BY (p string) STORED AS CIF");
    tables.run("INSERT INTO t PARTITION (p='a') VALUES (1, 1), (2, 2)");
    Path elsewhere = Path.of(tables.folder("t") + "-elsewhere");
    tables.run("ALTER TABLE t ADD PARTITION (p='b') LOCATION '" + elsewhere.toUri() + "'");
    tables.run("INSERT INTO t PARTITION (p='b') VALUES (3, 3), (4, 4)");
    String merge =
        "MERGE INTO t USING (SELECT explode(array(%s)) AS k) s ON t.id = s.k"
            + " WHEN MATCHED AND s.k = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET v = t.v * 100";
    expectRefused(merge.formatted("1, 2, 3"), elsewhere + "/000000_0: the split-directory is not");
    tables.run(merge.formatted("1, 2"));
    assertEquals(
        List.of("2\t200\ta", "3\t3\tb", "4\t4\tb"), tables.run("SELECT * FROM t ORDER BY id"));
  }

  @Test
  void oneChange_isTakenBackAsOne() throws Exception {
    make();
    tables.run(
        "MERGE INTO t USING s ON t.id = s.k WHEN MATCHED AND w = 0 THEN UPDATE SET d = 0"
            + " WHEN MATCHED THEN DELETE");
    assertEquals(
        List.of("880\t30"),
        tables.run("SELECT count(*), count(IF(d = 0 AND id > 0, 1, NULL)) + 1 FROM t"));
    FileSystem fs = FileSystem.getLocal(new Configuration());
    List<ChangeHistory.Entry> history =
        ChangeHistory.of(fs, new org.apache.hadoop.fs.Path(tables.folder("t").toUri()));
    assertEquals(1, history.size());
    assertEquals(List.of("d", ""), history.get(0).columns());
    assertEquals(150, history.get(0).rows());
    tables.run("ALTER TABLE t EXECUTE ROLLBACK(1)");
    check();
    tables.run("MERGE INTO t USING s ON t.id = s.k WHEN MATCHED AND s.w IN (1, 2) THEN DELETE");
    assertEquals(List.of("940"), tables.run("SELECT count(*) FROM t"));
  }

  @Test
  void nullOfEachType_isSet() throws Exception {
    tables.run(
        "CREATE TABLE t (id int, s struct<a:int>, m map<string,int>, l array<int>, d date,"
            + " tz timestamp with local time zone) STORED AS CIF");
    tables.run(
        "INSERT INTO t SELECT n, named_struct('a', n), map('k', n), array(n),"
            + " date_add('2026-01-01', n), CAST('2026-01-01 00:00:00' AS timestamp)"
            + " FROM numbers WHERE n < 2");
    // The source has columns of these names, and such virtual columns.
    tables.run("CREATE TABLE s STORED AS CIF AS SELECT * FROM t WHERE id = 1");
    tables.run(
        "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED"
            + " THEN UPDATE SET s = NULL, m = NULL, l = NULL, d = NULL, tz = NULL");
    assertEquals(
        List.of("0\t1\t1\t1\t1\t1", "1\t0\t0\t0\t0\t0"),
        tables.run(
            "SELECT id, count(s), count(m), count(l), count(d), count(tz) FROM t"
                + " GROUP BY id ORDER BY id"));
  }

  private static void expectRefused(String sql, String words) throws Exception {
    Set<String> before = files();
    Exception e = assertThrows(Exception.class, () -> tables.run(sql), sql);
    assertTrue(String.valueOf(e.getMessage()).contains(words), sql + ": " + e.getMessage());
    Set<String> after = files();
    after.removeIf(name -> name.contains("/_added."));
    assertEquals(before, after, sql);
  }

  @Test
  void whatCannotBeMerged_isRefused() throws Exception {
    make();
    String merge = "MERGE INTO t USING s ON t.id = s.k ";
    expectRefused(
        "MERGE INTO t USING (SELECT k FROM s UNION ALL SELECT k FROM s) s ON t.id = s.k"
            + " WHEN MATCHED THEN UPDATE SET d = 1",
        "is matched by two rows of the source");
    check();
    expectRefused(
        merge + "WHEN MATCHED THEN UPDATE SET d = 1 WHEN MATCHED THEN DELETE",
        "its first clause takes all rows");
    expectRefused(merge + "WHEN MATCHED THEN UPDATE SET p = 1", "'p' is a partition column");
    expectRefused(merge + "WHEN MATCHED THEN UPDATE SET d = rand()", "'rand' gives another value");
    expectRefused(merge + "WHEN MATCHED THEN UPDATE SET nothing = 1", "no column 'nothing'");
    expectRefused("MERGE INTO o USING s ON o.id = s.k WHEN MATCHED THEN DELETE", "transaction");
    tables.run("EXPLAIN " + merge + "WHEN MATCHED THEN DELETE");
    check();
  }
}
