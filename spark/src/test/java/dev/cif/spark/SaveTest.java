package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saves of data frames into folders. */
class SaveTest {
  @TempDir Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void begin() {
    spark = Sessions.shared();
    UDF1<Long, Long> failsOnce =
        id -> {
          if (TaskContext.get().attemptNumber() == 0 && id % 10 == 9) {
            throw new IllegalStateException("first attempt");
          }
          return id;
        };
    UDF1<Long, Long> fails =
        id -> {
          if (id == 57) {
            throw new IllegalStateException("each attempt");
          }
          return id;
        };
    spark.udf().register("failsOnce", failsOnce, DataTypes.LongType);
    spark.udf().register("fails", fails, DataTypes.LongType);
  }

  private String path() {
    return folder.resolve("t").toUri().toString();
  }

  private Dataset<Row> table() {
    return spark.read().format("cif").load(path());
  }

  private static Dataset<Row> ids(long from, long to) {
    return spark.range(from, to, 1, 2).toDF("id");
  }

  private List<Long> found() {
    return table().select("id").collectAsList().stream()
        .map(row -> row.getLong(0))
        .sorted()
        .toList();
  }

  /**
   * Returns all that the table's folder holds but split-directories: nothing but an empty folder.
   */
  private List<String> leftovers() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      return all.filter(Files::isRegularFile)
          .map(Path::toString)
          .filter(name -> name.contains("/_cif") || name.contains("/."))
          .filter(name -> !name.endsWith(".crc"))
          .toList();
    }
  }

  @Test
  void modes_areSparks() {
    ids(0, 3).write().format("cif").save(path());
    assertThrows(Exception.class, () -> ids(3, 6).write().format("cif").save(path()));
    ids(3, 6).write().format("cif").mode(SaveMode.Ignore).save(path());
    assertEquals(List.of(0L, 1L, 2L), found());
    ids(3, 5).write().format("cif").mode(SaveMode.Append).save(path());
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), found());
    ids(7, 9).write().format("cif").mode(SaveMode.Overwrite).save(path());
    assertEquals(List.of(7L, 8L), found());
    ids(9, 9).write().format("cif").mode(SaveMode.Overwrite).save(path());
    assertThrows(Exception.class, this::found);
  }

  @Test
  void overwrite_ofATableThatTheRowsComeFrom_works() {
    ids(0, 4).write().format("cif").save(path());
    table().selectExpr("id + 10 AS id").write().format("cif").mode("overwrite").save(path());
    assertEquals(List.of(10L, 11L, 12L, 13L), found());
  }

  @Test
  void failedAttempts_leaveOneCopy() throws IOException {
    ids(0, 100).selectExpr("failsOnce(id) id").write().format("cif").save(path());
    assertEquals(ids(0, 100).collectAsList().size(), found().size());
    assertEquals(100, found().stream().distinct().count());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void failedJob_leavesTheTableAsItWas() throws IOException {
    ids(0, 5).write().format("cif").save(path());
    Dataset<Row> bad = ids(0, 100).selectExpr("fails(id) id");
    for (String mode : List.of("append", "overwrite")) {
      assertThrows(Exception.class, () -> bad.write().format("cif").mode(mode).save(path()));
      assertEquals(List.of(0L, 1L, 2L, 3L, 4L), found());
      assertEquals(List.of(), leftovers());
    }
  }

  @Test
  void folders_areColumnsAgain() throws IOException {
    Dataset<Row> rows =
        spark.sql(
            "SELECT * FROM VALUES (1, 'a', DATE'2020-01-02', 5), (2, 'b/c=d', DATE'2020-01-02', 6),"
                + " (3, NULL, NULL, 7), (4, 'a', DATE'2021-01-02', NULL) AS t(id, k, day, n)");
    rows.write().format("cif").partitionBy("n", "k", "day").save(path());
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      assertTrue(all.anyMatch(at -> at.endsWith("n=6/k=b%2Fc%3Dd/day=2020-01-02")));
    }
    assertEquals("id INT,n INT,k STRING,day DATE", table().schema().toDDL());
    assertEquals(Sessions.rows(rows), Sessions.rows(table().selectExpr("id", "k", "day", "n")));
    assertEquals(List.of("{\"id\":4}"), Sessions.rows(table().where("n IS NULL").select("id")));
    assertEquals(
        List.of("{\"id\":2}"),
        Sessions.rows(table().where("k = 'b/c=d' AND day < DATE'2020-05-05'").select("id")));
    assertEquals(2, table().where("k = 'a' OR id > 100").count());
    assertEquals(0, Plans.count(table().where("n = 1000").select("id"), "cifFilesOpened"));
    assertEquals(1, Plans.count(table().where("n = 6").select("id"), "cifFilesOpened"));
    assertFalse(Plans.text(table().where("n > 5 AND k = 'a'")).contains("Filter "));
    assertEquals(4, table().select("k", "n").collectAsList().size());
  }

  @Test
  void folderNames_thatAreNoNumbers_areText() {
    spark
        .sql("SELECT * FROM VALUES (1, '007'), (2, '8') AS t(id, k)")
        .write()
        .format("cif")
        .partitionBy("k")
        .save(path());
    assertEquals("id INT,k STRING", table().schema().toDDL());
    assertEquals(1, table().where("k = '007'").count());
    Dataset<Row> ints = spark.read().format("cif").schema("id INT, k BIGINT").load(path());
    assertEquals(1, ints.where("k = 7").count());
  }

  @Test
  void dynamicOverwrite_replacesFoldersWithNewRows() {
    spark
        .sql("SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'b') AS t(id, k)")
        .write()
        .format("cif")
        .partitionBy("k")
        .save(path());
    spark
        .sql("SELECT * FROM VALUES (4, 'b'), (5, 'c') AS t(id, k)")
        .write()
        .format("cif")
        .partitionBy("k")
        .mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .save(path());
    assertEquals(
        List.of("{\"id\":1,\"k\":\"a\"}", "{\"id\":4,\"k\":\"b\"}", "{\"id\":5,\"k\":\"c\"}"),
        Sessions.rows(table()));
  }

  @Test
  void rowsThatDoNotFit_areRefusedBeforeTheyAreWritten() {
    ids(0, 5).write().format("cif").save(path());
    Exception type =
        assertThrows(
            Exception.class,
            () ->
                ids(0, 5)
                    .selectExpr("cast(id AS STRING) id")
                    .write()
                    .format("cif")
                    .mode("append")
                    .save(path()));
    assertTrue(type.getMessage().contains("column 'id'"), type.getMessage());
    Exception folders =
        assertThrows(
            Exception.class,
            () ->
                ids(0, 5)
                    .selectExpr("id", "id % 2 AS k")
                    .write()
                    .format("cif")
                    .partitionBy("k")
                    .mode("append")
                    .save(path()));
    assertTrue(folders.getMessage().contains("[k]"), folders.getMessage());
    assertEquals(5, found().size());
    ids(5, 6).selectExpr("id", "'x' AS s").write().format("cif").mode("append").save(path());
    assertEquals("id BIGINT,s STRING", table().schema().toDDL());
    assertEquals(1, table().where("s = 'x'").count());
    assertEquals(5, table().where("s IS NULL").count());
  }

  @Test
  void options_areThoseOfTheWriter() throws IOException {
    ids(0, 5000)
        .coalesce(1)
        .write()
        .format("cif")
        .option("cif.split.size", "1")
        .option("cif.sort.by", "id desc")
        .option("cif.layout.id", "plain")
        .save(path());
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      assertEquals(5, all.filter(file -> file.endsWith("schema.cif")).count());
    }
    assertEquals(5000, found().size());
    Exception wrong =
        assertThrows(
            Exception.class,
            () ->
                ids(0, 5)
                    .write()
                    .format("cif")
                    .mode("append")
                    .option("cif.layout", "round")
                    .save(path()));
    assertTrue(wrong.getMessage().contains("cif.layout is 'round'"), wrong.getMessage());
  }
}
