package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statistics of columns for Spark's optimizer, which by them expects as many rows as there are, or
 * nearly so.
 */
class StatisticsTest {
  @TempDir private Path folder;
  private SparkSession spark;

  @BeforeEach
  void write() {
    spark = Sessions.shared();
    spark
        .range(4_000)
        .selectExpr(
            "id",
            "cast(id % 50 AS int) AS k",
            "concat('text ', id % 40) AS s",
            "date_add(DATE '2026-01-01', cast(id % 100 AS int)) AS day",
            "cast(id AS decimal(20,2)) AS amount",
            "if(id % 4 = 0, NULL, cast(id AS double)) AS d",
            "timestamp_seconds(1700000000 + id) AS at",
            "id % 2 = 0 AS flag",
            "array(id) AS list")
        .repartition(3)
        .write()
        .format("cif")
        .save(table());
    spark.read().format("cif").load(table()).createOrReplaceTempView("t");
    spark.conf().set("spark.sql.cbo.enabled", "true");
  }

  @AfterEach
  void reset() {
    spark.conf().unset("spark.sql.cbo.enabled");
    spark.catalog().dropTempView("t");
  }

  private String table() {
    return folder.resolve("t").toUri().toString();
  }

  private String cost(String sql) {
    return spark.sql("EXPLAIN COST " + sql).collectAsList().get(0).getString(0);
  }

  /** Returns the number of rows that Spark expects of the first operator of a kind. */
  private double expected(String operator, String sql) {
    String cost = cost(sql);
    Matcher matcher = Pattern.compile("\\b" + operator + " .*rowCount=([0-9.E+]+)").matcher(cost);
    assertTrue(matcher.find(), cost);
    return Double.parseDouble(matcher.group(1));
  }

  @Test
  void groups_areExpectedToBeAsManyAsThereAre() {
    List<String> wrong = new ArrayList<>();
    for (String column : List.of("id", "k", "s", "day", "amount", "d", "at", "flag")) {
      double found = expected("Aggregate", "SELECT " + column + ", count(*) FROM t GROUP BY 1");
      long groups = spark.table("t").select(column).distinct().count();
      if (found < groups * 0.9 - 1 || found > groups * 1.1 + 1) {
        wrong.add(column + ": " + found + " for " + groups);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void rowsOfAJoin_areExpectedByDistinctKeys() {
    String join = "SELECT a.id FROM t a JOIN t b ON a.%s = b.%s";
    assertEquals(320_000, expected("Join", String.format(join, "k", "k")));
    assertEquals(4_000, expected("Join", String.format(join, "id", "id")), 200);
  }

  @Test
  void withoutCosts_thereAreNone() {
    spark.conf().set("spark.sql.cbo.enabled", "false");
    assertFalse(
        cost("SELECT k, count(*) FROM t GROUP BY k").matches("(?s).*Aggregate [^\\n]*rowCount=.*"));
  }
}
