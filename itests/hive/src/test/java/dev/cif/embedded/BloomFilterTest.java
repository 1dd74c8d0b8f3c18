package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bloom filters of Tez's dynamic semi-joins: answers are those of ORC, and rows whose key such
 * a filter lacks are not read.
 */
@Tag("nightly")
class BloomFilterTest {
  private static final String COLUMNS =
      "n, CAST(n AS smallint) AS i16, -n AS i32, CAST(n / 8.0 AS decimal(10,3)) AS e,"
          + " concat('s', n) AS s, CAST(concat('v', n) AS varchar(9)) AS v,"
          + " CAST(concat(date_sub('1970-02-01', n), ' 12:00:00.12345') AS timestamp) AS t,"
          + " if(n % 3 = 0, NULL, n) AS gaps";

  private static final String JOIN =
      "SELECT count(*), sum(l.n), max(l.s), max(s.n) FROM large_$f l JOIN small_$f s ON ";

  /** Five keys, all over the large table. */
  private static final String FEW = " WHERE s.n % 245 = 0";

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    // Hive is to take the reduction for worth it on little data.
    tables.run("SET hive.disable.unsafe.external.table.operations=false");
    tables.run("SET hive.tez.bigtable.minsize.semijoin.reduction=1");
    tables.run("SET hive.tez.dynamic.semijoin.reduction.threshold=-999999999");
    tables.run("SET hive.auto.convert.join=false");
    // With its cache of search arguments Hive gives ORC the bounds of another query.
    tables.run("SET hive.io.sarg.cache.max.weight.mb=0");
    for (String format : List.of("CIF", "ORC")) {
      for (String table : List.of("large_", "small_")) {
        tables.run(
            "CREATE TABLE "
                + table
                + format
                + " STORED AS "
                + format
                + (format.equals("CIF") ? " TBLPROPERTIES ('cif.block.rows'='100')" : "")
                + " AS SELECT "
                + COLUMNS
                + " FROM numbers"
                + (table.equals("small_") ? " WHERE n % 5 = 0" : "")
                + " ORDER BY n");
        tables.run("ANALYZE TABLE " + table + format + " COMPUTE STATISTICS FOR COLUMNS");
      }
    }
  }

  /** Both modes give ORC's answer, and the scans miss about so many rows in bloom filters. */
  private static void expect(String query, long missed) throws Exception {
    List<String> expected = tables.run(query.replace("$f", "ORC"));
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      String mode = query + (inBatches ? ", vectorised" : ", row by row");
      assertEquals(expected, tables.measure(query.replace("$f", "CIF")), mode);
      long counted = ScanStatistics.total(Counter.ROWS_WITHOUT_MATCH);
      // A filter lets some pass that it should not.
      assertTrue(counted <= missed && counted >= missed * 2 / 3, mode + ": " + counted);
    }
    tables.vectorised(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"i32", "e", "s", "t"})
  void join_onAColumnOfEachType_leavesOutRowsThatTheFilterLacks(String column) throws Exception {
    expect(JOIN + "l." + column + " = s." + column + FEW, 995);
  }

  @Test
  void join_onAColumnWithNulls_leavesThemOut() throws Exception {
    expect(JOIN + "l.gaps = s.gaps" + FEW, 663);
  }

  @ParameterizedTest
  @ValueSource(strings = {"l.i32 + 1 = s.i32 + 1", "l.i16 = s.i32", "l.i32 = s.i32 AND l.s = s.s"})
  void join_onComputedKeys_readsAllRows(String condition) throws Exception {
    expect(JOIN + condition + FEW, 0);
  }

  @Test
  void join_withNothing_readsNoRow() throws Exception {
    expect(JOIN + "l.i32 = s.i32 WHERE s.v = 'v'", 0);
    assertTrue(ScanStatistics.total(Counter.ROWS_PRUNED) >= 1000);
  }

  /** Hive reads the large table once for both, with one filter or the other. */
  @Test
  void scanOfTwoJoins_leavesOutWhatNeitherKeeps() throws Exception {
    String one = JOIN + "l.i32 = s.i32 WHERE s.n % 245 = ";
    String both = "SELECT * FROM (" + one + "0 UNION ALL " + one + "5) x ORDER BY 1, 2, 3, 4";
    expect(both, 0);
  }

  @Test
  void join_withFewMatches_readsOtherColumnsOnlyThere() throws Exception {
    String query = JOIN.replace("$f", "CIF") + "l.i32 = s.i32" + FEW;
    List<String> expected = tables.measure(query);
    long with = ScanStatistics.total(Counter.VALUES_DECODED);
    tables.run("SET hive.tez.dynamic.semijoin.reduction=false");
    assertEquals(expected, tables.measure(query));
    tables.run("SET hive.tez.dynamic.semijoin.reduction=true");
    long without = ScanStatistics.total(Counter.VALUES_DECODED);
    // Three columns have a thousand rows each.
    assertTrue(without - with > 1_800, with + " of " + without);
  }
}
