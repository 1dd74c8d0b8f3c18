package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * MERGE inserts the rows of the source that no row matches, in the change that sets columns and
 * deletes rows. A table of ORC that is written anew says what the rows are.
 */
class MergeInsertTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  private static final String COLUMNS =
      "(id int, `a b` varchar(6), d decimal(10,2), m map<string,int>, x struct<y:int>)";

  private static final String ROWS = "SELECT * FROM %s ORDER BY id, d, p";

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

  private static void make() throws Exception {
    tables.run("CREATE TABLE t " + COLUMNS + " PARTITIONED BY (p string) STORED AS CIF");
    tables.run("CREATE TABLE o " + COLUMNS + " PARTITIONED BY (p string) STORED AS ORC");
    for (String table : List.of("t", "o")) {
      tables.run(
          "INSERT INTO "
              + table
              + " PARTITION (p) SELECT n, concat('s', n), CAST(n / 4 AS decimal(10,2)),"
              + " map('k', n), named_struct('y', n), concat('p ', n % 2) FROM numbers WHERE n < 300");
    }
    tables.run(
        "CREATE TABLE s STORED AS ORC AS SELECT 2 * n AS k, concat('new ', n) AS `a b`, n % 5 AS w,"
            + " map('n', n) AS m, named_struct('y', -n) AS x,"
            + " IF(n % 7 = 0, NULL, concat('p ', n % 3)) AS q FROM numbers WHERE n BETWEEN 100 AND 249");
  }

  private static void check() throws Exception {
    assertEquals(tables.run(ROWS.formatted("o")), tables.run(ROWS.formatted("t")));
    assertEquals(
        tables.run("SELECT count(*), count(`a b`), min(d) FROM o"),
        tables.run("SELECT count(*), count(`a b`), min(d) FROM t"));
  }

  @ParameterizedTest
  @EngineSource
  void rowsThatMatchNoneAreInserted(Engine engine, boolean inBatches) throws Exception {
    make();
    tables.engine(engine);
    tables.vectorised(inBatches);
    tables.run(
        "MERGE INTO t USING s ON t.id = s.k"
            + " WHEN MATCHED AND s.w = 3 THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET `a b` = s.`a b`, m = NULL"
            + " WHEN NOT MATCHED AND s.w <> 1"
            + " THEN INSERT VALUES (s.k, s.`a b`, s.w + 0.123, s.m, s.x, s.q)");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p)"
            + " SELECT o.id, coalesce(s.`a b`, o.`a b`), o.d,"
            + " IF(s.k IS NULL, o.m, CAST(NULL AS map<string,int>)), o.x, o.p"
            + " FROM o LEFT JOIN s ON o.id = s.k WHERE s.k IS NULL OR s.w <> 3"
            + " UNION ALL SELECT s.k, s.`a b`, CAST(s.w + 0.123 AS decimal(10,2)), s.m, s.x, s.q"
            + " FROM s LEFT JOIN o ON o.id = s.k WHERE o.id IS NULL AND s.w <> 1");
    check();
    assertEquals(tables.run("SHOW PARTITIONS o"), tables.run("SHOW PARTITIONS t"));
    // Inserted rows are changed like others.
    tables.run("UPDATE t SET d = d + 1 WHERE id > 400");
    tables.run("DELETE FROM t WHERE id % 12 = 0");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT id, `a b`,"
            + " CAST(d + IF(id > 400, 1, 0) AS decimal(10,2)), m, x, p FROM o WHERE id % 12 <> 0");
    check();
  }

  @Test
  void columnsThatAreNotNamedAreNull_andAllIsTakenBackAsOne() throws Exception {
    make();
    List<String> before = tables.run(ROWS.formatted("t"));
    String merge =
        "MERGE INTO t AS x USING (SELECT * FROM s) y ON x.id = y.k"
            + " WHEN NOT MATCHED THEN INSERT (`a b`, p, id) VALUES (y.`a b`, 'new/p', y.k)";
    tables.run(merge);
    tables.run(
        "INSERT INTO o PARTITION (p) SELECT s.k, s.`a b`, NULL, o.m, o.x, 'new/p'"
            + " FROM s LEFT JOIN o ON o.id = s.k WHERE o.id IS NULL");
    check();
    // Nothing is left to be inserted.
    Set<String> files = tables.filesOfRows("t");
    tables.run(merge);
    assertEquals(files, tables.filesOfRows("t"));
    tables.run("ALTER TABLE t EXECUTE ROLLBACK(1)");
    assertEquals(before, tables.run(ROWS.formatted("t")));
    assertEquals(List.of("300"), tables.run("SELECT count(*) FROM t"));
    tables.run(merge);
    check();
  }

  @Test
  void tablesOfTheHandlerTakeThem() throws Exception {
    make();
    tables.run("DROP TABLE t");
    tables.run(
        "CREATE TABLE t (id int, `a b` varchar(6), d decimal(10,2), m map<string,int>,"
            + " x struct<y:int>, p string) STORED BY 'dev.cif.hive.CifStorageHandler'"
            + " TBLPROPERTIES ('cif.partition.columns'='p')");
    tables.run("INSERT INTO t SELECT * FROM o");
    tables.run(
        "MERGE INTO t USING s ON t.id = s.k WHEN MATCHED THEN UPDATE SET d = 0"
            + " WHEN NOT MATCHED AND s.q IS NOT NULL"
            + " THEN INSERT VALUES (s.k, s.`a b`, s.w, s.m, s.x, s.q)");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p)"
            + " SELECT o.id, o.`a b`, IF(s.k IS NULL, o.d, CAST(0 AS decimal(10,2))), o.m, o.x, o.p"
            + " FROM o LEFT JOIN s ON o.id = s.k"
            + " UNION ALL SELECT s.k, s.`a b`, CAST(s.w AS decimal(10,2)), s.m, s.x, s.q"
            + " FROM s LEFT JOIN o ON o.id = s.k WHERE o.id IS NULL AND s.q IS NOT NULL");
    check();
  }

  @Test
  void anEmptyTable_isFilled() throws Exception {
    tables.run("CREATE TABLE t (id bigint, p string) STORED AS CIF");
    tables.run("CREATE TABLE s STORED AS ORC AS SELECT n, 'p' AS p FROM numbers WHERE n < 10");
    tables.run("MERGE INTO t USING s ON t.id = s.n WHEN NOT MATCHED THEN INSERT VALUES (s.n, s.p)");
    tables.run(
        "MERGE INTO t USING s ON t.id = s.n + 5 WHEN MATCHED THEN DELETE"
            + " WHEN NOT MATCHED THEN INSERT (id) VALUES (100 * s.n)");
    assertEquals(
        List.of("0\tp", "1\tp", "2\tp", "3\tp", "4\tp"),
        tables.run("SELECT * FROM t WHERE p = 'p' ORDER BY id"));
    assertEquals(
        List.of("500", "600", "700", "800", "900"),
        tables.run("SELECT id FROM t WHERE p IS NULL ORDER BY id"));
  }

  private static void expectRefused(String sql, String words) throws Exception {
    Set<String> before = tables.filesOfRows("t");
    Exception e = assertThrows(Exception.class, () -> tables.run(sql), sql);
    assertTrue(String.valueOf(e.getMessage()).contains(words), sql + ": " + e.getMessage());
    assertEquals(before, tables.filesOfRows("t"), sql);
  }

  @Test
  void whatCannotBeInserted_isRefused() throws Exception {
    make();
    String merge = "MERGE INTO t USING s ON t.id = s.k WHEN NOT MATCHED THEN INSERT ";
    expectRefused(merge + "VALUES (s.k, 'a')", "2 values for 6 columns");
    expectRefused(merge + "(id, p) VALUES (s.k)", "1 values for 2 columns");
    expectRefused(merge + "(id, nothing) VALUES (s.k, 1)", "no column 'nothing'");
    expectRefused(merge + "(id, id) VALUES (s.k, 1)", "names column 'id' twice");
    expectRefused(merge + "(id, m) VALUES (s.k, 1)", "column 'm' is map<string,int>");
    expectRefused(merge + "(id) VALUES (rand())", "'rand' gives another value");
    expectRefused(merge + "(id) VALUES (default)", "DEFAULT is not known here");
    Path elsewhere = Files.createDirectories(Path.of(tables.folder("t") + "-elsewhere"));
    tables.run("ALTER TABLE t PARTITION (p = 'p 0') SET LOCATION '" + elsewhere.toUri() + "'");
    expectRefused(merge + "(id, p) VALUES (s.k, 'p 0')", "is at a place of its own");
    tables.run("DROP TABLE t");
    tables.run("CREATE TABLE t (id int) CLUSTERED BY (id) INTO 2 BUCKETS STORED AS CIF");
    expectRefused(merge + "VALUES (s.k)", "the table is bucketed");
  }
}
