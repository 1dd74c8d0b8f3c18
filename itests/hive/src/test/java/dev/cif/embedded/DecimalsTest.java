package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decimals of at most 18 digits, which batches hold as scaled integers: answers are those of ORC's
 * rows, one at a time.
 */
@Tag("nightly")
class DecimalsTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          "CREATE TABLE "
              + name(format)
              + " STORED AS "
              + format
              + """
               AS SELECT n,
                if(n % 7 = 0, NULL, CAST((n * 7919 % 1999 - 1000) / 100 AS decimal(5,2))) AS a,
                CAST(n * CAST(n AS decimal(18,0)) * 999999 / 1000 AS decimal(18,4)) AS b,
                CAST(if(n % 11 = 0, -99999999.9999999999, n / 7) AS decimal(18,10)) AS c,
                CAST(n AS decimal(38,10)) / 3 AS wide,
                CAST(7.25 AS decimal(9,3)) AS same,
                CAST(NULL AS decimal(12,2)) AS absent,
                map('k', CAST(n / 4 AS decimal(9,3))) AS m,
                array(CAST(n / 8 AS decimal(10,3)), NULL) AS l
              FROM numbers
              """);
    }
  }

  private static String name(String format) {
    return "decimals_" + format;
  }

  private static List<String> answer(String query, String format, boolean inBatches)
      throws Exception {
    tables.vectorised(inBatches);
    return tables.run(query.replace("$t", name(format)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sum(a), sum(b), sum(c), avg(a), min(b), max(c), count(a), stddev(a) FROM $t",
        "SELECT sum(a * b), sum(a + c), sum(b - a), sum(a / 3), sum(-a), sum(abs(a)) FROM $t",
        "SELECT sum(b * (1 - a) * (1 + a)), sum(a * wide), sum(same * a), sum(absent) FROM $t",
        "SELECT a, count(*), sum(b), sum(absent) FROM $t GROUP BY a ORDER BY a",
        "SELECT n, a, b, c, wide, same, absent FROM $t WHERE a BETWEEN -2.5 AND 3.125 ORDER BY n",
        "SELECT n FROM $t WHERE a < b AND c > 1.00001 AND a IN (1, 2, -3, 4.5, 5.25, 6.75, 7.77) ORDER BY n",
        "SELECT n FROM $t WHERE a IS NULL OR a = 2 OR same > 7.249999 AND c < 0 ORDER BY n",
        "SELECT sum(if(a > 0, a, b)), sum(coalesce(a, 0)), sum(CASE WHEN n > 9 THEN c END) FROM $t",
        "SELECT sum(CAST(a AS double)), sum(CAST(b AS bigint)), max(CAST(c AS string)) FROM $t",
        "SELECT count(*), sum(x.b), sum(y.c) FROM $t x JOIN $t y ON x.a = y.a AND x.same = y.same",
        "SELECT round(a, 1), floor(b), ceil(c), a % 3 FROM $t ORDER BY n LIMIT 50",
        "SELECT sum(m['k']), sum(l[0]), count(l[1]) FROM $t",
        "SELECT a, rank() OVER (PARTITION BY n % 3 ORDER BY a, n) FROM $t ORDER BY n",
        "SELECT n, a FROM $t ORDER BY a DESC, n LIMIT 20"
      })
  void query_hasTheAnswerOfOrcsRows(String query) throws Exception {
    List<String> expected = answer(query, "ORC", false);
    assertEquals(expected, answer(query, "CIF", true));
    assertEquals(expected, answer(query, "CIF", false));
    assertTrue(expected.size() > 0);
  }

  @Test
  void plan_computesWithScaledIntegersAsForOrc() throws Exception {
    String query = "EXPLAIN VECTORIZATION DETAIL SELECT sum(a * same) FROM $t WHERE b > 100";
    for (String format : List.of("CIF", "ORC")) {
      String plan = String.join("\n", answer(query, format, true));
      assertTrue(plan.contains("inputFormatFeatureSupport: [DECIMAL_64]"), plan);
      assertTrue(plan.contains("a:decimal(5,2)/DECIMAL_64"), plan);
      assertTrue(plan.contains("Decimal64ColMultiplyDecimal64Column"), plan);
    }
  }

  @Test
  void decimal_thatWasNarrower_isWidened() throws Exception {
    tables.run("CREATE TABLE grown (d decimal(5,2), e decimal(18,1)) STORED AS CIF");
    tables.run("INSERT INTO grown VALUES (1.25, 3.5), (NULL, -7.5), (-999.99, 0)");
    tables.run("ALTER TABLE grown CHANGE d d decimal(12,4)");
    tables.run("ALTER TABLE grown CHANGE e e decimal(30,3)");
    tables.run("INSERT INTO grown VALUES (12345678.0001, 1234567890123456789.125)");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("12344679.2601\t1234567890123456785.125"),
          tables.run("SELECT sum(d), sum(e) FROM grown"));
      assertEquals(
          List.of("-999.9900\t0.000"), tables.run("SELECT d, e FROM grown WHERE d < 1.2499"));
    }
  }
}
