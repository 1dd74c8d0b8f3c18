package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aggregates from footers, and what joins leave out at run time. */
class AggregatesTest {
  @TempDir static Path folder;
  private static SparkSession spark;
  private static Dataset<Row> memory;

  @BeforeAll
  static void write() {
    spark = Sessions.shared();
    memory = new RandomRows(5).data(spark, RandomRows.ALL, 300).cache();
    memory.repartition(2).write().format("cif").save(path("t"));
    memory.selectExpr("*", "id % 3 AS k").write().format("cif").partitionBy("k").save(path("by_k"));
    spark.read().format("cif").load(path("t")).createOrReplaceTempView("cif_t");
    spark.read().format("cif").load(path("by_k")).createOrReplaceTempView("cif_k");
    memory.createOrReplaceTempView("memory_t");
    memory.selectExpr("*", "id % 3 AS k").createOrReplaceTempView("memory_k");
  }

  private static String path(String name) {
    return folder.resolve(name).toUri().toString();
  }

  private static void check(String select, boolean isFromFooters) {
    Dataset<Row> query = spark.sql(select.replace("FROM ", "FROM cif_"));
    assertEquals(
        Sessions.rows(spark.sql(select.replace("FROM ", "FROM memory_"))),
        Sessions.rows(query),
        select);
    assertEquals(isFromFooters, !Plans.text(query).contains("BatchScan"), Plans.text(query));
  }

  @Test
  void countsAndBounds_areOfFooters() {
    check("SELECT count(*) n FROM t", true);
    check("SELECT count(*) n, count(st) a, count(s) b, count(1) c FROM t", true);
    for (String column :
        List.of("bool", "tiny", "small", "num", "big", "dec", "wide", "s", "day", "ts", "wall")) {
      check("SELECT min(" + column + ") a, max(" + column + ") b FROM t", true);
    }
    check("SELECT min(f) a, max(f) b, min(d) c, max(d) d FROM t", true);
    check("SELECT count(*) n, max(num) m FROM k WHERE k = 1", true);
    check("SELECT count(*) n FROM k WHERE k > 5", true);
  }

  @Test
  void otherAggregates_areOfRows() {
    check("SELECT count(DISTINCT num) n FROM t", false);
    check("SELECT count(*) n FROM t WHERE num > 3", false);
    check("SELECT sum(tiny) n FROM t", false);
    check("SELECT count(st.a) n FROM t", false);
    check("SELECT k, count(*) n FROM k GROUP BY k", false);
    check("SELECT max(num + 1) n FROM t", false);
    check("SELECT min(k) n FROM k", false);
  }

  @Test
  void boundsThatFootersDoNotHave_areOfRows() {
    spark
        .sql("SELECT explode(array(0.0D, -0.0D, 1.5D)) d, repeat('x', 100) s")
        .write()
        .format("cif")
        .save(path("cut"));
    Dataset<Row> table = spark.read().format("cif").load(path("cut"));
    assertEquals(100, table.selectExpr("max(s)").first().getString(0).length());
    assertEquals(0.0, table.selectExpr("min(d)").first().getDouble(0) + 0.0);
    assertTrue(Plans.text(table.selectExpr("min(d)")).contains("BatchScan"));
    assertFalse(Plans.text(table.selectExpr("max(d)")).contains("BatchScan"));
  }

  @Test
  void join_leavesOutWhatItsOtherSideHasNot() throws Exception {
    spark
        .range(0, 30_000, 1, 1)
        .selectExpr("id", "id DIV 10000 AS k", "concat('s', id) s")
        .write()
        .format("cif")
        .option("cif.block.rows", "1000")
        .partitionBy("k")
        .save(path("big"));
    spark.sql("SELECT 2 AS k, 25000L AS id, 'yes' AS y").write().parquet(path("small"));
    Dataset<Row> big = spark.read().format("cif").load(path("big"));
    big.createOrReplaceTempView("big");
    spark.read().parquet(path("small")).createOrReplaceTempView("small");
    Dataset<Row> query =
        spark.sql(
            "SELECT big.s FROM big JOIN small ON big.id = small.id AND big.k = small.k"
                + " WHERE small.y = 'yes'");
    assertEquals(List.of("{\"s\":\"s25000\"}"), Sessions.rows(query));
    // Files of folders that the join leaves out are not opened: they are not even there.
    try (Stream<Path> all = Files.walk(folder.resolve("big"))) {
      for (Path file : all.filter(f -> f.toString().contains("k=0/")).toList()) {
        if (file.toString().endsWith(".col")) {
          Files.delete(file);
        }
      }
    }
    query = spark.sql("SELECT big.s FROM big JOIN small ON big.k = small.k WHERE small.y = 'yes'");
    assertEquals(10_000, query.collectAsList().size());
  }
}
