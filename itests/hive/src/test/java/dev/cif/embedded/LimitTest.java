package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A LIMIT without an order ends the scan: it does not read the blocks behind. */
class LimitTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.block.rows'='100') AS"
            + " SELECT n * 10 + d AS id, n, concat('s', n) AS s, n % 2 AS odd FROM numbers CROSS JOIN digits");
  }

  /** Returns the number of values that a query decodes, which answers that many rows. */
  private static long decoded(String query, int rows) throws Exception {
    assertEquals(rows, tables.measure(query).size(), query);
    return ScanStatistics.total(Counter.VALUES_DECODED);
  }

  @Test
  void limit_ofAllRows_endsTheScanWithThem() throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(4 * 5, decoded("SELECT * FROM t LIMIT 5", 5));
      assertEquals(4, ScanStatistics.total(Counter.BLOCKS_READ));
      assertEquals(4 * 2_000, decoded("SELECT * FROM t LIMIT 2000", 2_000));
      assertEquals(4 * 120, decoded("SELECT * FROM t LIMIT 20 OFFSET 100", 20));
      assertEquals(4 * 10_000, decoded("SELECT * FROM t LIMIT 20000", 10_000));
    }
  }

  /** Hive asks for two batches more before it finds that it has enough. */
  @Test
  void limit_ofRowsThatHiveFilters_endsTheScanSoon() throws Exception {
    String query = "SELECT * FROM t WHERE n % 3 = 1 LIMIT 5";
    assertTrue(decoded(query, 5) <= 3 * 1024 * 4);
    tables.vectorised(false);
    assertTrue(decoded(query, 5) <= 1024 * 4);
  }

  @Test
  void limit_ofAFetchTask_readsOneBatch() throws Exception {
    tables.run("SET hive.fetch.task.conversion=more");
    assertTrue(decoded("SELECT * FROM t LIMIT 5", 5) <= 1024 * 4);
    assertTrue(decoded("SELECT * FROM t WHERE n % 3 = 1 LIMIT 5", 5) <= 1024 * 4);
  }
}
