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
 * Map joins, whose keys the scan of the large table filters by: answers are those of ORC, and rows
 * without a match are not read.
 */
@Tag("nightly")
class MapJoinTest {
  private static final String FEW = "(SELECT * FROM small_$f WHERE n % 50 = 3)";

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run("SET hive.auto.convert.join.noconditionaltask.size=100000000");
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          "CREATE TABLE large_"
              + format
              + " STORED AS "
              + format
              + """
               AS SELECT n * 10 + d AS id, n, n % 100 AS k, CAST(n * 10 + d AS bigint) * 1000003 AS wide,
                if(d = 4, NULL, n) AS gaps, -n AS below, CAST(n % 120 AS tinyint) AS tiny,
                date_add('2020-01-01', n) AS day, n % 2 = 0 AS even, concat('s', n) AS s, CAST(concat('v', n) AS varchar(7)) AS v,
                CAST(concat('c', n) AS char(7)) AS c,
                CAST(n AS decimal(9,2)) AS e
              FROM numbers CROSS JOIN digits
              """);
      tables.run(
          "CREATE TABLE small_"
              + format
              + " STORED AS "
              + format
              + """
               AS SELECT n, n AS k, CAST(n AS bigint) * 10000030 AS wide, if(n = 53, NULL, n) AS gaps,
                -n AS below, CAST(n % 120 AS tinyint) AS tiny, date_add('2020-01-01', n) AS day,
                n % 2 = 0 AS even, concat('s', n) AS s, CAST(concat('v', n) AS varchar(7)) AS v,
                CAST(concat('c', n) AS char(7)) AS c, CAST(n AS decimal(9,2)) AS e
              FROM numbers
              """);
      tables.run("ANALYZE TABLE large_" + format + " COMPUTE STATISTICS FOR COLUMNS");
      tables.run("ANALYZE TABLE small_" + format + " COMPUTE STATISTICS FOR COLUMNS");
    }
  }

  private static String on(String format, String query) {
    return query.replace("$few", FEW).replace("$f", format);
  }

  /** Returns the number of rows of the large table that were found to have no match. */
  private static long withoutMatch(String query) throws Exception {
    assertEquals(tables.once(on("ORC", query)), tables.measure(on("CIF", query)), query);
    return ScanStatistics.total(Counter.ROWS_WITHOUT_MATCH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*), sum(l.id), max(l.s) FROM large_$f l JOIN $few s ON l.n = s.n",
        "SELECT count(*), sum(l.id), max(s.s) FROM $few s JOIN large_$f l ON s.wide = l.wide",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.gaps = s.gaps",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.below = s.below",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.tiny = s.tiny",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.day = s.day",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.even = s.even",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.s = s.s",
        "SELECT count(*), sum(l.id), max(s.n) FROM large_$f l JOIN $few s ON l.v = s.v",
        "SELECT count(*), sum(id) FROM large_$f WHERE s IN (SELECT s FROM $few x)",
        "SELECT l.id, l.s, s.e FROM large_$f l JOIN $few s ON l.n = s.n WHERE l.id % 7 < 5 ORDER BY id",
        "SELECT count(*), sum(id) FROM large_$f WHERE n IN (SELECT n FROM $few x)",
        "SELECT count(*), sum(l.id), max(t.s) FROM large_$f l JOIN $few s ON l.n = s.n"
            + " JOIN small_$f t ON l.k = t.k",
        "SELECT count(*), sum(l.id), max(t.s) FROM large_$f l JOIN small_$f t ON l.k = t.k"
            + " JOIN $few s ON l.n = s.n",
        "SELECT sum(total), max(w) FROM (SELECT id AS w, n AS day, k AS id, id + k AS total FROM large_$f) l"
            + " JOIN $few s ON l.day = s.n",
        "SELECT count(*) FROM large_$f l JOIN $few s ON l.n = s.n AND l.id > s.wide / 10000030 * 10 + 2",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.n = s.n"
            + " LEFT JOIN small_$f t ON l.k = t.n + 90",
        "SELECT count(*), max(l.s) FROM large_$f l JOIN (SELECT n FROM small_$f WHERE n > k) s ON l.n = s.n"
      })
  void join_dropsRows_theScanDropsThem(String query) throws Exception {
    assertTrue(withoutMatch(query) > 0, query);
    tables.run("SET hive.vectorized.execution.mapjoin.native.fast.hashtable.enabled=true");
    assertTrue(withoutMatch(query) > 0, query);
  }

  @Test
  void join_rowByRow_isHives() throws Exception {
    String query = "SELECT count(*), sum(l.id), max(l.s) FROM large_$f l JOIN $few s ON l.n = s.n";
    tables.vectorised(false);
    assertEquals(0, withoutMatch(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*), sum(l.id), max(s.n) FROM large_$f l LEFT JOIN $few s ON l.n = s.n",
        "SELECT count(*), sum(l.id), max(s.n) FROM $few s RIGHT JOIN large_$f l ON l.n = s.n",
        "SELECT count(*), sum(l.id), max(s.n) FROM large_$f l FULL OUTER JOIN $few s ON l.n = s.n",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.gaps <=> s.gaps",
        "SELECT count(*), sum(id) FROM large_$f WHERE n NOT IN (SELECT n FROM $few x)",
        "SELECT count(*) FROM large_$f l WHERE NOT EXISTS (SELECT 1 FROM $few s WHERE s.n = l.n)",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.n + 1 = s.n",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.c = s.c",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.e = s.e",
        "SELECT count(*), sum(l.id) FROM large_$f l JOIN $few s ON l.n = s.n AND l.k = s.k % 100",
        "SELECT count(*), count(s.n) FROM large_$f l LEFT JOIN small_$f t ON l.k = t.n + 90"
            + " JOIN $few s ON l.n = s.n OR l.k = s.k"
      })
  void join_keepsRowsOrCannotTell_allAreRead(String query) throws Exception {
    assertEquals(0, withoutMatch(query), query);
    tables.run("SET hive.vectorized.execution.mapjoin.native.fast.hashtable.enabled=true");
    assertEquals(0, withoutMatch(query), query);
  }

  @Test
  void join_withFewMatches_readsOtherColumnsOnlyThere() throws Exception {
    String query = "SELECT max(l.s), max(l.e) FROM large_$f l JOIN $few s ON l.wide = s.wide";
    assertTrue(withoutMatch(query) > 9_000);
    long with = ScanStatistics.total(Counter.VALUES_DECODED);
    tables.run("SET hive.optimize.scan.probedecode=false");
    withoutMatch(query);
    long without = ScanStatistics.total(Counter.VALUES_DECODED);
    assertTrue(with < without / 2, with + " of " + without);
  }
}
