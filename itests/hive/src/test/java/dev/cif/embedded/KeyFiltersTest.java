package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables with {@code cif.filters}: Hive's equality conditions pass over blocks by them. */
class KeyFiltersTest {
  private static final int ROWS = 1000;
  private static final int BLOCK_ROWS = 50;

  /** A filter may leave a block that does not have the key, but not many. */
  private static final int MOST_BLOCKS = 3;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    // In an order in which each block's least and largest values are about those of all.
    tables.run(
        "CREATE TABLE o STORED AS ORC AS SELECT n, md5(CAST(n AS string)) AS guid, n % 25 AS a,"
            + " n DIV 25 AS b, concat('s', n) AS s FROM numbers ORDER BY n * 379 % 1000");
    tables.run(
        "CREATE TABLE plain STORED AS CIF TBLPROPERTIES ('cif.block.rows'='50') AS"
            + " SELECT * FROM o");
  }

  @AfterEach
  void putBack() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
  }

  private static void makeFiltered() throws Exception {
    tables.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.block.rows'='50',"
            + " 'cif.filters'='guid,a+b') AS SELECT * FROM o");
  }

  /** Asks both tables, and compares the rows with ORC's. */
  private static long pruned(String table, String condition) throws Exception {
    String query = "SELECT s, n FROM $t WHERE " + condition;
    List<String> expected = tables.run(query.replace("$t", "o") + " ORDER BY n");
    List<String> rows = tables.measure(query.replace("$t", table));
    assertEquals(expected, rows.stream().sorted(KeyFiltersTest::byNumber).toList(), condition);
    return ScanStatistics.total(Counter.ROWS_PRUNED);
  }

  private static int byNumber(String left, String right) {
    return Integer.compare(number(left), number(right));
  }

  private static int number(String row) {
    return Integer.parseInt(row.substring(row.indexOf('\t') + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | guid = md5('77') | 1",
        "false | guid = md5('77') | 1",
        "true | guid IN (md5('77'), md5('78')) | 2",
        "true | guid = md5('77') OR guid = md5('500') | 2",
        "true | a = 7 AND b = 11 | 1",
        "true | guid = md5('none') | 0",
        "true | guid = md5('77') AND a = 3 | 0",
      })
  void equalityReadsTheBlocksThatMayHaveTheKey(boolean vectorised, String condition, int blocks)
      throws Exception {
    tables.run("SET hive.vectorized.execution.enabled=" + vectorised);
    makeFiltered();
    long without = pruned("plain", condition);
    long with = pruned("t", condition);
    long least = ROWS - (long) (blocks + MOST_BLOCKS) * BLOCK_ROWS;
    assertTrue(with >= least, with + " rows of " + ROWS + " passed over, without " + without);
    assertTrue(with > without, with + " rows of " + ROWS + " passed over, without " + without);
  }

  @Test
  void anUpdateOfTheKey_isFoundByTheNewValue_andNotByTheOld() throws Exception {
    makeFiltered();
    tables.run("UPDATE t SET guid = 'new' WHERE n = 77");
    assertEquals(List.of("s77"), tables.measure("SELECT s FROM t WHERE guid = 'new'"));
    assertTrue(ScanStatistics.total(Counter.ROWS_PRUNED) >= ROWS - 4 * BLOCK_ROWS);
    assertEquals(List.of(), tables.run("SELECT s FROM t WHERE guid = md5('77')"));
    tables.run("UPDATE t SET b = 1000 WHERE n = 77");
    assertEquals(List.of("s77"), tables.run("SELECT s FROM t WHERE a = 2 AND b = 1000"));
    assertEquals(List.of(), tables.run("SELECT s FROM t WHERE a = 2 AND b = 3"));
  }
}
