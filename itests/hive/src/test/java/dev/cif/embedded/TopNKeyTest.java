package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LIMIT with an order: answers are those of ORC, and the scan reads other columns only of rows that
 * may be among the first.
 */
class TopNKeyTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          "CREATE TABLE t_"
              + format
              + " STORED AS "
              + format
              + (format.equals("CIF") ? " TBLPROPERTIES ('cif.block.rows'='100')" : "")
              + """
               AS SELECT up, up * 7919 % 10007 AS id, up % 2 AS odd, if(up % 7 = 3, NULL, up * 31 % 10007) AS gaps,
                concat('s', up * 17 % 10007) AS s, CAST(up / 8 AS decimal(12,3)) AS e,
                date_add('1970-01-01', up % 500) AS day, -up / 3D AS d
              FROM (SELECT n * 10 + d AS up FROM numbers CROSS JOIN digits ORDER BY up) x
              """);
    }
  }

  /** Both modes give ORC's answer; returns the most values that one of them decodes. */
  private static long decoded(String query) throws Exception {
    List<String> expected = tables.run(query.replace("$f", "ORC"));
    long decoded = 0;
    for (boolean inBatches : List.of(false, true)) {
      tables.vectorised(inBatches);
      assertEquals(expected, tables.measure(query.replace("$f", "CIF")), query);
      decoded = Math.max(decoded, ScanStatistics.total(Counter.VALUES_DECODED));
    }
    return decoded;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ORDER BY id DESC LIMIT 5 OFFSET 10",
        "ORDER BY s, id LIMIT 3",
        "ORDER BY gaps NULLS LAST, id LIMIT 5",
        "ORDER BY gaps DESC NULLS FIRST, id LIMIT 5"
      })
  void order_ofAllRows_readsOtherColumnsOfFewRows(String order) throws Exception {
    // One of eight columns of 10,000 values is read, and a part of the others.
    long decoded = decoded("SELECT * FROM t_$f " + order);
    assertTrue(decoded < 40_000, order + ": " + decoded);
    long leftOut =
        ScanStatistics.total(Counter.ROWS_FILTERED) + ScanStatistics.total(Counter.ROWS_PRUNED);
    // The number depends on the order in which the rows come.
    assertTrue(leftOut > 5_000, order + ": " + leftOut);
  }

  @Test
  void order_ofTheRows_readsTheFirstBlocks() throws Exception {
    long decoded = decoded("SELECT * FROM t_$f ORDER BY e LIMIT 5");
    assertTrue(ScanStatistics.total(Counter.ROWS_PRUNED) > 8_000);
    assertTrue(decoded < 10_000, "" + decoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t_$f ORDER BY up DESC LIMIT 5",
        "SELECT * FROM t_$f WHERE odd = 1 ORDER BY id LIMIT 5",
        "SELECT * FROM t_$f ORDER BY d LIMIT 5",
        "SELECT day, count(*), sum(id) FROM t_$f GROUP BY day ORDER BY day LIMIT 3",
      })
  void order_thatHelpsLittleOrNot_answersAsOrc(String query) throws Exception {
    decoded(query);
  }
}
