package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.tables.GoldenTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark reads and writes a folder as its table file says, here a copy of the golden table. */
class TableFileTest {
  @TempDir Path folder;
  private SparkSession spark;

  @BeforeEach
  void copy() throws IOException {
    spark = Sessions.withCatalog();
    GoldenTables.copyHistory(folder);
  }

  @AfterEach
  void drop() {
    spark.sql("DROP TABLE IF EXISTS t");
  }

  private Dataset<Row> read() {
    return spark.read().format("cif").load(folder.toUri().toString());
  }

  private static List<String> rows(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  @Test
  void columns_areThoseOfTheTable() {
    assertEquals(
        "struct<Host:string,id:bigint,b:int,note:string,s:struct<a:int,b:string>,"
            + "amount:decimal(10,2),dt:date,k:int>",
        read().schema().catalogString());
    assertEquals(
        List.of(
            "[h0,0,7,null,[0,null],0.00,2021-01-01,1]",
            "[h1,1,7,null,[1,null],1.00,2021-01-01,1]",
            "[h2,2,7,null,[2,null],2.00,2021-01-02,null]",
            "[h3,3,7,null,[3,null],3.00,2021-01-02,null]",
            "[h4,4,104,new 4,[4,b4],4.25,null,2]",
            "[h5,5,105,new 5,[5,b5],5.25,null,2]"),
        rows(read()));
    assertEquals(List.of("[h0]", "[h1]"), rows(read().where("b = 7 AND k = 1").select("host")));
    assertEquals(List.of("[2]"), rows(read().where("note IS NOT NULL").groupBy().count()));
    assertEquals(List.of("[105,7]"), rows(read().selectExpr("max(b)", "min(b)")));
  }

  @Test
  void newRows_haveTheTablesKeys_andNoOtherColumns() throws IOException {
    spark
        .sql("SELECT 'n' note, 9L id, 'h9' host, DATE'2022-01-01' dt, 3 k")
        .write()
        .format("cif")
        .mode("append")
        .partitionBy("dt", "k")
        .save(folder.toUri().toString());
    assertEquals(List.of("[h9,9,7,n,null,null,2022-01-01,3]"), rows(read().where("id = 9")));
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                spark
                    .sql("SELECT 9L id, 1 other, DATE'2022-01-01' dt, 3 k")
                    .write()
                    .format("cif")
                    .mode("append")
                    .partitionBy("dt", "k")
                    .save(folder.toUri().toString()));
    assertTrue(e.getMessage().contains("'other'"), e.getMessage());
  }

  @Test
  void alteredTableOfTheCatalog_takesTheFileAlong() throws IOException {
    spark.sql("CREATE TABLE t USING cif LOCATION '" + folder.toUri() + "'");
    spark.sql("ALTER TABLE t RENAME COLUMN b TO c");
    spark.sql("ALTER TABLE t ADD COLUMN d int");
    spark.sql("ALTER TABLE t DROP COLUMN note");
    List<String> rows = rows(spark.table("t"));
    assertEquals("[h0,0,7,[0,null],0.00,null,2021-01-01,1]", rows.get(0));
    assertEquals(rows, rows(read()));
    assertTrue(
        Files.readString(folder.resolve("_cif_table")).contains("\"revision\" : 8"),
        Files.readString(folder.resolve("_cif_table")));
  }
}
