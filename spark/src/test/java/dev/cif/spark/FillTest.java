package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.ColumnFill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of rows, and columns that are set from data frames. */
class FillTest {
  @TempDir Path folder;
  private SparkSession spark;

  @BeforeEach
  void open() {
    spark = Sessions.withCatalog();
  }

  @AfterEach
  void drop() {
    spark.sql("DROP TABLE IF EXISTS t");
  }

  private String place() {
    return folder.resolve("t").toUri().toString();
  }

  /** Saves a table of 100 rows in folders k=0 to k=2, of two split-directories each. */
  private void save() {
    for (int part = 0; part < 2; part++) {
      spark
          .sql(
              "SELECT id + %d id, concat('s', id) s, id %% 3 k FROM range(50)".formatted(part * 50))
          .coalesce(1)
          .write()
          .format("cif")
          .mode("append")
          .option("cif.block.rows", "10")
          .partitionBy("k")
          .save(place());
    }
  }

  private Dataset<Row> read() {
    return spark.read().format("cif").load(place());
  }

  private static void fill(Dataset<Row> rows, String place) {
    rows.write().format("cif").mode("append").option("cif.fill", "true").save(place);
  }

  /** Returns all files of the table but schema files and status files, with their times. */
  private Map<String, FileTime> files() throws IOException {
    Map<String, FileTime> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".col")) {
          files.put(folder.relativize(file).toString(), Files.getLastModifiedTime(file));
        }
      }
    }
    return files;
  }

  @Test
  void addresses_nameEachRowOnce() {
    save();
    Dataset<Row> rows = read().select("_split", "_row", "id", "k");
    assertEquals(100, rows.select("_split", "_row").distinct().count());
    assertEquals(6, rows.select("_split").distinct().count());
    assertEquals(
        0, rows.where("NOT contains(_split, concat('/k=', k, '/')) OR _row >= 17").count());
    assertEquals(List.of("id", "s", "k"), List.of(read().columns()));
    Row row = rows.where("id = 61").head();
    assertEquals(
        List.of("{\"id\":61}"),
        Sessions.rows(
            read()
                .where("_split = '%s' AND _row = %d".formatted(row.getString(0), row.getLong(1)))
                .select("id")));
    assertEquals(6L, read().where("_row = 0").count());
    assertEquals(List.of("{\"m\":16}"), Sessions.rows(read().selectExpr("max(_row) m")));
  }

  @Test
  void newColumn_isOneNewFileASplitDirectory() throws IOException {
    save();
    Map<String, FileTime> before = files();
    fill(read().selectExpr("_split", "_row", "upper(s) AS u", "map('n', id) AS m"), place());
    Map<String, FileTime> after = files();
    before.forEach((file, time) -> assertEquals(time, after.get(file), file));
    assertEquals(before.size() + 2 * 6, after.size());
    assertEquals(0, read().where("u <> upper(s) OR u IS NULL OR m['n'] <> id").count());
    assertEquals(100, read().count());
  }

  @Test
  void rowsThatAreNotGiven_keepTheirValues() {
    save();
    fill(read().where("id % 7 = 0").selectExpr("_split", "_row", "id * 10 AS v"), place());
    assertEquals(
        0, read().where("NOT (v <=> if(id % 7 = 0, id * 10, CAST(NULL AS BIGINT)))").count());
    fill(
        read().where("id % 2 = 0").selectExpr("_row", "CAST(NULL AS BIGINT) AS v", "_split"),
        place());
    assertEquals(
        0, read().where("NOT (v <=> if(id % 14 = 7, id * 10, CAST(NULL AS BIGINT)))").count());
  }

  @Test
  void valuesMayComeFromAnotherTable() {
    save();
    Dataset<Row> other = spark.sql("SELECT id AS n, id * id AS square FROM range(40, 90)");
    Dataset<Row> joined =
        read().selectExpr("_split", "_row", "id").join(other, functions.expr("id = n"));
    fill(joined.selectExpr("_split", "_row", "square"), place());
    assertEquals(50, read().where("square = id * id AND id BETWEEN 40 AND 89").count());
    assertEquals(50, read().where("square IS NULL").count());
  }

  @Test
  void fillWithoutAShuffle_takesRowsAsAScanGivesThem() {
    save();
    spark.conf().set("spark.sql.files.maxPartitionBytes", "64");
    read()
        .where("id % 5 <> 0")
        .selectExpr("_split", "_row", "id + 1 AS next")
        .write()
        .format("cif")
        .mode("append")
        .option("cif.fill", "true")
        .option("cif.fill.shuffle", "false")
        .save(place());
    assertEquals(80, read().where("next = id + 1").count());
    assertEquals(20, read().where("next IS NULL").count());
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                read()
                    .selectExpr("_split", "_row", "id AS next")
                    .repartition(2)
                    .sortWithinPartitions("_split", "_row")
                    .write()
                    .format("cif")
                    .mode("append")
                    .option("cif.fill", "true")
                    .option("cif.fill.shuffle", "false")
                    .save(place()));
    assertTrue(messages(e).contains("two tasks have rows"), messages(e));
    assertEquals(80, read().where("next = id + 1").count());
  }

  private static String messages(Throwable e) {
    return e == null ? "" : e.getMessage() + "\n" + messages(e.getCause());
  }

  @Test
  void sqlFillsAColumnOfTheTable() {
    save();
    spark.sql("CREATE TABLE t USING cif LOCATION '" + place() + "'");
    Exception e =
        assertThrows(
            Exception.class,
            () -> spark.sql("INSERT INTO t.fill SELECT _split, _row, id + 1 AS `n m` FROM t"));
    assertTrue(e.getMessage().contains("ALTER TABLE ... ADD COLUMNS"), e.getMessage());
    spark.sql("ALTER TABLE t ADD COLUMNS (`n m` BIGINT COMMENT 'next')");
    assertEquals(0, spark.sql("SELECT * FROM t WHERE `n m` IS NOT NULL").count());
    spark.sql("INSERT INTO t.fill SELECT _split, _row, id + 1 AS `n m` FROM t WHERE k < 2");
    assertEquals(68, spark.sql("SELECT * FROM t WHERE `n m` = id + 1 AND k < 2").count());
    spark.sql("INSERT INTO default.t.fill SELECT _split, _row, 'x' AS s FROM t WHERE k = 2");
    assertEquals(32, spark.sql("SELECT * FROM t WHERE s = 'x' AND `n m` IS NULL").count());
    e =
        assertThrows(
            Exception.class,
            () -> spark.sql("INSERT INTO t.fill SELECT _split, _row, 1 AS s FROM t"));
    assertTrue(e.getMessage().contains("cast them"), e.getMessage());
    e =
        assertThrows(
            Exception.class,
            () -> spark.sql("INSERT INTO t.fill SELECT _split, _row, 1L AS k FROM t"));
    assertTrue(e.getMessage().contains("folder"), e.getMessage());
  }

  @Test
  void failedFill_changesNothing() throws IOException {
    save();
    List<String> before = Sessions.rows(read());
    Dataset<Row> addresses = read().selectExpr("_split", "_row", "id AS v");
    assertFails(addresses.union(addresses.where("v = 30")), "given once");
    assertFails(addresses.selectExpr("_split", "_row + 100 AS _row", "v"), "row 100");
    assertFails(addresses.selectExpr("'../x' AS _split", "_row", "v"), "no split-directory below");
    assertFails(addresses.selectExpr("'k=7/none' AS _split", "_row", "v"), "none");
    assertFails(
        addresses.selectExpr("if(v = 30, NULL, _split) AS _split", "_row", "v"), "NULL as _split");
    assertFails(addresses.selectExpr("_split", "v"), "_row");
    assertFails(addresses.selectExpr("_split", "_row"), "columns that are set");
    assertFails(addresses.selectExpr("_split", "_row", "'x' AS id"), "cast them");
    Dataset<Row> failing =
        addresses
            .map(
                (MapFunction<Row, String>)
                    row -> {
                      if (row.getLong(2) == 77) {
                        throw new IllegalStateException("the 77th row fails");
                      }
                      return row.getString(0) + ";" + row.getLong(1);
                    },
                Encoders.STRING())
            .selectExpr(
                "split(value, ';')[0] AS _split",
                "CAST(split(value, ';')[1] AS BIGINT) AS _row",
                "1 AS v");
    assertFails(failing, "77th");
    assertEquals(before, Sessions.rows(read()));
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      List<String> hidden =
          all.map(Path::toString).filter(p -> p.contains("/.") && !p.endsWith(".crc")).toList();
      assertEquals(List.of(), hidden);
    }
    fill(addresses, place());
    assertEquals(100, read().where("v = id").count());
  }

  /** INSERT OVERWRITE of Hive gives new split-directories the old names. */
  @Test
  void splitDirectoriesThatWereReplaced_areNotFilled() throws Exception {
    save();
    Dataset<Row> addresses = read().selectExpr("_split", "_row", "id AS v");
    List<Row> early = addresses.collectAsList();
    // Another column that is filled meanwhile is no replacement.
    fill(read().selectExpr("_split", "_row", "id AS w"), place());
    Dataset<Row> kept = spark.createDataFrame(early, addresses.schema());
    fill(kept, place());
    assertEquals(100, read().where("v = id AND w = id").count());
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      for (Path file : all.filter(file -> file.toString().contains("/k=1/")).toList()) {
        FileTime later = FileTime.from(Files.getLastModifiedTime(file).toInstant().plusMillis(5));
        Files.setLastModifiedTime(file, later);
      }
    }
    Dataset<Row> other = kept.withColumnRenamed("v", "x");
    assertFails(other, "was replaced since its rows were read");
    assertFails(other.where("_split NOT LIKE '%k=0%'"), "was replaced since its rows were read");
    assertEquals(List.of("id", "s", "w", "v", "k"), List.of(read().columns()));
    fill(other.where("_split NOT LIKE '%k=1%'"), place());
    assertEquals(66, read().where("x = id").count());
  }

  /** Replaces a split-directory between the tasks and the commit. */
  @Test
  void splitDirectoryThatIsReplacedBeforeTheCommit_isNotFilled() throws Exception {
    save();
    List<String> before = Sessions.rows(read());
    StructType rows = StructType.fromDDL("_split STRING, _row BIGINT, v INT");
    TableFolder table = new TableFolder(Map.of("path", place(), "cif.fill.shuffle", "false"));
    BatchWrite write = ColumnFill.of(table, rows, List.of("k"), null).build().toBatch();
    String split = read().selectExpr("_split").head().getString(0);
    DataWriter<InternalRow> writer = write.createBatchWriterFactory(() -> 1).createWriter(0, 0);
    writer.write(new GenericInternalRow(new Object[] {UTF8String.fromString(split), 3L, 7}));
    WriterCommitMessage written = writer.commit();
    Path directory = folder.resolve("t").resolve(split.substring(0, split.indexOf('#')));
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      }
    }
    Exception e =
        assertThrows(Exception.class, () -> write.commit(new WriterCommitMessage[] {written}));
    assertTrue(messages(e).contains("was replaced since its rows were read"), messages(e));
    assertEquals(before, Sessions.rows(read()));
  }

  private void assertFails(Dataset<Row> rows, String part) {
    Exception e = assertThrows(Exception.class, () -> fill(rows, place()));
    assertTrue(messages(e).contains(part), messages(e));
  }
}
