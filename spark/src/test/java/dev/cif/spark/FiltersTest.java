package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions keep the rows that Spark keeps of the same rows in memory. */
class FiltersTest {
  private static final int ROWS = 400;

  /** Conditions that decide each row at the source, so that Spark filters no more. */
  private static final List<String> EXACT =
      List.of(
          "num = 12",
          "num > 20 AND num <= 30",
          "num IN (1, 2, 3, 40)",
          "num NOT IN (1, 2)",
          "num IS NULL",
          "num IS NOT NULL",
          "NOT (num = 3 OR small > 2)",
          "num <=> 5",
          "num <=> NULL",
          "bool",
          "NOT bool",
          "tiny < 3",
          "big >= 100000",
          "f = 0.0",
          "d > 10.5",
          "d = double('NaN')",
          "d < double('Infinity')",
          "f <> float('NaN')",
          "d = -0.0D",
          "dec = 1.50",
          "dec > -3.999",
          "wide < 100",
          "s = 'ab'",
          "s = 'zz '",
          "s > 'b'",
          "s LIKE 'ab%'",
          "s LIKE '%1'",
          "s LIKE '%b%'",
          "startswith(s, 'ab%')",
          "startswith(s, 'b\\\\')",
          "contains(s, '_')",
          "s IN ('a', 'ab', '\u00e4\u00f6')",
          "bin = X'00'",
          "bin > X'7F'",
          "day = DATE'2000-03-01'",
          "day < DATE'1999-01-01'",
          "ts < TIMESTAMP'1980-01-01 00:00:00'",
          "ts >= TIMESTAMP'2001-01-01 00:00:00.000001'",
          "wall > TIMESTAMP_NTZ'1990-05-05 05:05:05'",
          "st.a = 7",
          "st.b IS NULL",
          "st.c.x >= 0",
          "st IS NOT NULL",
          "list IS NULL",
          "small = tiny",
          "num > small AND small < 0",
          "d = d",
          "num = 3 AND (s = 'a' OR st.a > 5)");

  /** Conditions that Spark evaluates itself, or again. */
  private static final List<String> OTHERS =
      List.of(
          "element_at(m, 'a') > 0",
          "size(list) = 2",
          "length(s) = 3 OR num = 4",
          "num % 2 = 0",
          "num = 3 AND length(s) > 1",
          "get(list, 0) = 5",
          "upper(s) = 'AB'",
          "ts = cast(wall as timestamp)",
          "array_contains(texts, 'a')");

  @TempDir static Path folder;
  private static Dataset<Row> cif;
  private static Dataset<Row> memory;

  @BeforeAll
  static void write() {
    SparkSession spark = Sessions.shared();
    memory = new RandomRows(2).data(spark, RandomRows.ALL, ROWS).coalesce(1).cache();
    String path = folder.resolve("t").toUri().toString();
    memory.write().format("cif").option("cif.block.rows", "50").save(path);
    cif = spark.read().format("cif").load(path);
  }

  private static void check(String condition) {
    assertEquals(texts(memory.where(condition)), texts(cif.where(condition)), condition);
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.select("id", "s", "st.c.x").collectAsList().stream()
        .map(Row::toString)
        .sorted()
        .toList();
  }

  @Test
  void exactConditions_keepTheSameRows_withoutAFilterOfSparks() {
    for (String condition : EXACT) {
      check(condition);
      String plan = Plans.text(cif.where(condition).select("id"));
      assertFalse(plan.contains("Filter "), () -> condition + "\n" + plan);
    }
  }

  @Test
  void otherConditions_keepTheSameRows_withAFilterOfSparks() {
    for (String condition : OTHERS) {
      check(condition);
      assertTrue(Plans.text(cif.where(condition)).contains("Filter "), condition);
    }
  }

  @Test
  void randomConditions_keepTheSameRows() {
    random(25, 3);
  }

  @Test
  @Tag("nightly")
  void manyRandomConditions_keepTheSameRows() {
    random(2000, System.nanoTime());
  }

  private static void random(int count, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      String condition = condition(random, 0);
      try {
        check(condition);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + condition, e);
      }
    }
  }

  private static String condition(Random random, int depth) {
    int kind = random.nextInt(depth > 3 ? 2 : 5);
    if (kind < 2) {
      List<String> from = random.nextInt(5) == 0 ? OTHERS : EXACT;
      return "(" + from.get(random.nextInt(from.size())) + ")";
    }
    if (kind == 2) {
      return "NOT " + condition(random, depth + 1);
    }
    String op = kind == 3 ? " AND " : " OR ";
    return "(" + condition(random, depth + 1) + op + condition(random, depth + 1) + ")";
  }

  @Test
  void condition_onFewBlocks_readsLittle() {
    SparkSession spark = Sessions.shared();
    String path = folder.resolve("long").toUri().toString();
    spark
        .range(0, 50_000, 1, 1)
        .selectExpr("id", "concat('text ', id * 7919 % 1000003) s")
        .write()
        .format("cif")
        .option("cif.block.rows", "1000")
        .save(path);
    Dataset<Row> table = spark.read().format("cif").load(path);
    long all = Plans.count(table.select("s"), "cifBytesRead");
    long some = Plans.count(table.where("id BETWEEN 2100 AND 2200").select("s"), "cifBytesRead");
    assertTrue(some < all / 5, some + " of " + all);
    assertEquals(1, Plans.count(table.select("s"), "cifFilesOpened"));
    assertEquals(2, Plans.count(table.where("id > 3").select("s"), "cifFilesOpened"));
    assertEquals(0, Plans.count(table.where("id > 60000").select("s"), "cifFilesOpened"));
  }

  @Test
  void sameScan_ofATextAndNumbers_isReadOnce() {
    String path = folder.resolve("twice").toUri().toString();
    SparkSession spark = Sessions.shared();
    spark
        .range(0, 1000, 1, 1)
        .selectExpr("id", "concat('text ', id % 7) s")
        .write()
        .format("cif")
        .save(path);
    Dataset<Row> table = spark.read().format("cif").load(path);
    Dataset<Row> groups = table.where("s > 'text 1' AND id IN (3, 6, 11)").groupBy("s").count();
    Dataset<Row> twice = groups.unionAll(groups);
    assertEquals(6, twice.count());
    twice.collectAsList();
    assertTrue(Plans.text(twice).contains("ReusedExchange"), () -> Plans.text(twice));
  }

  @Test
  void nanoseconds_compareAsTheMicrosecondThatSparkSees() throws Exception {
    String path = Splits.timestamps(folder.resolve("nanos"));
    Dataset<Row> table = Sessions.shared().read().format("cif").load(path);
    // 1 us and 0, 1, 999 ns, 2 us, and NULL.
    assertEquals(3, table.where("t = TIMESTAMP_NTZ'1970-01-01 00:00:00.000001'").count());
    assertEquals(3, table.where("t <= TIMESTAMP_NTZ'1970-01-01 00:00:00.000001'").count());
    assertEquals(0, table.where("t < TIMESTAMP_NTZ'1970-01-01 00:00:00.000001'").count());
    assertEquals(1, table.where("t > TIMESTAMP_NTZ'1970-01-01 00:00:00.000001'").count());
    assertEquals(1, table.where("t <> TIMESTAMP_NTZ'1970-01-01 00:00:00.000001'").count());
    assertEquals(1, table.where("t IN (TIMESTAMP_NTZ'1970-01-01 00:00:00.000002')").count());
    assertEquals(2, table.distinct().where("t IS NOT NULL").count());
  }
}
