package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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

  @Test
  void rangesOfOneSplitDirectory_areReadByManyTasks() {
    SparkSession spark = Sessions.shared().newSession();
    String path = path("one");
    parquet.coalesce(1).write().format("cif").option("cif.block.rows", "50").save(path);
    spark.conf().set("spark.sql.files.maxPartitionBytes", "10000");
    spark.conf().set("spark.sql.files.openCostInBytes", "0");
    Dataset<Row> table = spark.read().format("cif").load(path);
    assertTrue(table.rdd().getNumPartitions() > 4, "" + table.rdd().getNumPartitions());
    assertEquals(Sessions.rows(parquet), Sessions.rows(table));
    assertEquals(
        Sessions.rows(parquet.where("small > 0").select("id", "st.c.x")),
        Sessions.rows(table.where("small > 0").select("id", "st.c.x")));
  }

  @Test
  void generatedCode_readsTheSame() {
    SparkSession spark = Sessions.shared().newSession();
    spark.conf().set("spark.sql.codegen.wholeStage", "true");
    spark.conf().set("spark.sql.codegen.factoryMode", "CODEGEN_ONLY");
    Dataset<Row> table = spark.read().format("cif").load(path("cif"));
    assertEquals(Sessions.rows(parquet), Sessions.rows(table));
    assertTrue(Plans.text(table.select("id", "deep")).contains("ColumnarToRow"));
  }

  @Test
  @Tag("nightly")
  void randomSchemas_areThoseOfParquet() {
    SparkSession spark = Sessions.shared();
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      StructType schema = new StructType().add("id", DataTypes.IntegerType);
      for (int k = random.nextInt(6); k >= 0; k--) {
        schema = schema.add("c" + k, type(random, 0));
      }
      String name = "random-" + i;
      Dataset<Row> rows = new RandomRows(random.nextLong()).data(spark, schema, 300);
      rows.write().format("cif").option("cif.block.rows", "64").save(path(name));
      rows.write().parquet(path(name + ".parquet"));
      assertEquals(
          Sessions.rows(spark.read().parquet(path(name + ".parquet"))),
          Sessions.rows(spark.read().format("cif").load(path(name))),
          "seed " + seed + ": " + schema.toDDL());
    }
  }

  private static DataType type(Random random, int depth) {
    StructField[] all = RandomRows.ALL.fields();
    switch (depth > 3 ? 3 : random.nextInt(6)) {
      case 0:
        return DataTypes.createArrayType(type(random, depth + 1), true);
      case 1:
        DataType key = random.nextBoolean() ? DataTypes.StringType : DataTypes.LongType;
        return DataTypes.createMapType(key, type(random, depth + 1), true);
      case 2:
        StructType struct = new StructType();
        for (int k = random.nextInt(3); k >= 0; k--) {
          struct = struct.add("f" + k, type(random, depth + 1));
        }
        return struct;
      default:
        return all[1 + random.nextInt(14)].dataType();
    }
  }
}
