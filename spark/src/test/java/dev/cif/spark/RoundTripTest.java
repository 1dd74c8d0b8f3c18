package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Random rows of all types come back as from Parquet, which Spark writes and reads itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripTest {
  private static final int ROWS = 600;

  @TempDir static Path folder;
  private Dataset<Row> cif;
  private Dataset<Row> parquet;

  @BeforeAll
  void write() {
    SparkSession spark = Sessions.shared();
    Dataset<Row> rows = new RandomRows(1).data(spark, RandomRows.ALL, ROWS);
    rows.repartition(2).write().parquet(path("parquet"));
    rows.repartition(3).write().format("cif").option("cif.block.rows", "100").save(path("cif"));
    cif = spark.read().format("cif").load(path("cif"));
    parquet = spark.read().parquet(path("parquet"));
  }

  private String path(String name) {
    return folder.resolve(name).toUri().toString();
  }

  @Test
  void schema_isThatOfTheRows() {
    assertEquals(RandomRows.ALL, cif.schema());
  }

  @Test
  void allColumns_areThoseOfParquet() {
    assertEquals(ROWS, cif.count());
    assertEquals(Sessions.rows(parquet), Sessions.rows(cif));
  }

  @Test
  void someColumnsAndFields_areThoseOfParquet() {
    for (String columns :
        List.of(
            "id",
            "s",
            "st.a",
            "st.c.y",
            "st.c",
            "id;deep.k",
            "deep.v",
            "map_keys(m)",
            "element_at(m, 'a')",
            "get(list, 0);st.b",
            "size(texts)",
            "1",
            "get(deep, 0).k;st.c.x")) {
      String[] some = columns.split(";");
      assertEquals(
          Sessions.rows(parquet.selectExpr(some)), Sessions.rows(cif.selectExpr(some)), columns);
    }
  }

  @Test
  void aggregatesAndJoins_areThoseOfParquet() {
    for (String query :
        List.of(
            "SELECT bool, count(*) n, sum(small) b, max(s) s, min(st.c.x) x FROM random_rows GROUP BY bool",
            "SELECT count(id) n, min(d) d, max(d) e, max(f) f, min(day) a, max(ts) t, min(wide) w"
                + " FROM random_rows",
            "SELECT a.id, b.s FROM random_rows a JOIN random_rows b ON a.num = b.id WHERE b.small > 3",
            "SELECT id, s FROM random_rows ORDER BY s DESC, id LIMIT 20")) {
      cif.createOrReplaceTempView("random_rows");
      List<String> found = Sessions.rows(Sessions.shared().sql(query));
      parquet.createOrReplaceTempView("random_rows");
      assertEquals(Sessions.rows(Sessions.shared().sql(query)), found, query);
    }
  }

  @Test
  void limit_givesSoManyRows() {
    assertEquals(7, cif.limit(7).collectAsList().size());
    assertEquals(5, cif.where("num >= 0").limit(5).collectAsList().size());
  }
}
