package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DELETE, UPDATE and MERGE, beside queries over a copy of the rows in Parquet. */
class RowChangesTest {
  private static final String ROWS =
      "SELECT CAST(id AS INT) i, concat('s', id % 17) s, CAST(id / 8 AS DECIMAL(10,2)) d,"
          + " id % 3 = 0 flag, IF(id % 10 = 0, NULL, DATE'2024-01-01' + CAST(id % 40 AS INT)) day,"
          + " timestamp_micros(id * 3600000001) at, named_struct('a', CAST(id % 5 AS INT), 'b',"
          + " array(concat('x', id), NULL)) st, map('k', CAST(id % 6 AS INT)) m, id / 3.0D f,"
          + " IF(id % 4 = 3, NULL, concat('k/', id % 4)) k FROM range(0, 200, 1, 1)";

  private static final AtomicBoolean HAS_FAILED = new AtomicBoolean();

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

  private String place(String name) {
    return folder.resolve(name).toUri().toString();
  }

  /** Makes a table {@code t}, and a view {@code old} of the same rows in Parquet. */
  private void create(String query, String clauses) {
    spark.sql(query).write().parquet(place("old"));
    spark.read().parquet(place("old")).createOrReplaceTempView("old");
    spark.sql(
        "CREATE TABLE t USING cif " + clauses + " LOCATION '" + place("t") + "' AS TABLE old");
  }

  /** Checks the table's rows, and numbers of them from footers. */
  private List<String> expect(String query) {
    List<String> expected = Sessions.rows(spark.sql(query));
    assertEquals(expected, Sessions.rows(spark.sql("SELECT * FROM t")));
    assertEquals(expected.size(), spark.sql("SELECT count(*) FROM t").first().getLong(0));
    return expected;
  }

  private static void fails(String text, String sql, SparkSession spark) {
    Throwable thrown = assertThrows(Throwable.class, () -> spark.sql(sql), sql);
    StringBuilder messages = new StringBuilder();
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      messages.append(at.getMessage()).append('\n');
    }
    assertTrue(messages.indexOf(text) >= 0, sql + ": " + messages);
  }

  private List<ChangeHistory.Entry> history() throws IOException {
    return ChangeHistory.of(fs(), root());
  }

  private static FileSystem fs() throws IOException {
    return FileSystem.getLocal(new Configuration());
  }

  private org.apache.hadoop.fs.Path root() {
    return new org.apache.hadoop.fs.Path(folder.resolve("t").toUri());
  }

  /** Returns the names of files below the table's folder that are of no commit. */
  private List<String> leftovers() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(file -> file.contains("_added") || file.contains("_cif_changes/_"))
          .filter(file -> !file.endsWith(".lock") && !file.endsWith(".crc"))
          .toList();
    }
  }

  @Test
  void delete_takesConditionsOfAllKinds() throws IOException {
    create(ROWS, "PARTITIONED BY (k)");
    Sessions.makeNumbers(spark);
    StringBuilder left = new StringBuilder("SELECT * FROM old WHERE true");
    int commits = 0;
    for (String condition :
        List.of(
            "d > 23.5 OR flag AND day < DATE'2024-01-05' OR s LIKE '%16'",
            "at BETWEEN TIMESTAMP'1970-01-02 01:00:00' AND TIMESTAMP'1970-01-02 09:00:00'",
            "st.a = 4 AND st.b[0] > 'x5' OR m['k'] = 5 AND f > 20 AND k = 'k/1'",
            "i IN (SELECT n FROM numbers WHERE n % 7 = 0) AND k IS NULL",
            "EXISTS (SELECT 1 FROM numbers WHERE n = i + 1 AND n % 11 = 0)",
            "f < (SELECT avg(n) / 20 FROM numbers) AND day IS NOT NULL",
            "i < -5")) {
      spark.sql("DELETE FROM t WHERE " + condition);
      left.append(" AND NOT coalesce(").append(condition).append(", false)");
      commits += condition.equals("i < -5") ? 0 : 1;
      assertEquals(commits, history().size(), condition);
    }
    int rows = expect(left.toString()).size();
    assertTrue(rows > 20 && rows < 180, "rows: " + rows);
    String most = "SELECT min(i) a, max(i) b, count(day) c, max(day) e FROM ";
    assertEquals(
        Sessions.rows(spark.sql(most + "(" + left + ")")), Sessions.rows(spark.sql(most + "t")));
    // Whole folders go without a change.
    spark.sql("DELETE FROM t WHERE k = 'k/2'");
    expect(left + " AND NOT k <=> 'k/2'");
    assertEquals(List.of(), leftovers());
    assertEquals("Spark " + spark.version(), history().get(0).origin().program());
    spark.sql("DELETE FROM t WHERE i >= 0");
    expect("SELECT * FROM old WHERE false");
    spark.sql("INSERT INTO t TABLE old");
    expect("TABLE old");
  }

  @Test
  void update_writesRowsAnew_intoTheirPartitions() throws IOException {
    create(ROWS, "PARTITIONED BY (k)");
    spark.sql("UPDATE t SET s = upper(s), st.a = st.a + i WHERE i % 3 = 1");
    spark.sql(
        "UPDATE t SET k = CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'new=%' ELSE 'k/1' END, d = NULL"
            + " WHERE flag OR k IS NULL");
    String set =
        "SELECT i, IF(i % 3 = 1, upper(s), s) s, IF(flag OR k IS NULL, NULL, d) d, flag, day, at,"
            + " named_struct('a', IF(i % 3 = 1, st.a + i, st.a), 'b', st.b) st, m, f, IF(flag OR k"
            + " IS NULL, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'new=%' ELSE 'k/1' END, k) k FROM"
            + " old";
    assertEquals(200, expect(set).size());
    assertEquals(
        Sessions.rows(spark.sql("SELECT * FROM (" + set + ") WHERE k = 'new=%'")),
        Sessions.rows(spark.sql("SELECT * FROM t WHERE k = 'new=%'")));
    assertEquals(2, history().size());
    assertEquals(List.of(), leftovers());
    ChangeUndo.newest(fs(), root(), ChangeOrigin.UNKNOWN, newest -> {});
    ChangeUndo.newest(fs(), root(), ChangeOrigin.UNKNOWN, newest -> {});
    expect("TABLE old");
    spark.sql("UPDATE t SET i = (SELECT max(i) FROM t) + i, m = map('u', NULL)");
    assertEquals(
        Sessions.rows(spark.sql("SELECT i + 199 i, map('u', CAST(NULL AS INT)) m FROM old")),
        Sessions.rows(spark.sql("SELECT i, m FROM t")));
  }

  @Test
  void merge_takesAllClauses() throws IOException {
    create(ROWS, "PARTITIONED BY (k)");
    spark
        .sql("SELECT CAST(id * 5 AS INT) i, concat('n', id) s, id % 3 z FROM range(60)")
        .createOrReplaceTempView("more");
    spark.sql(
        "MERGE INTO t USING more ON t.i = more.i AND t.f >= 0"
            + " WHEN MATCHED AND z = 0 THEN DELETE"
            + " WHEN MATCHED AND z = 1 THEN UPDATE SET s = more.s, k = 'merged', st.a = z"
            + " WHEN NOT MATCHED AND z = 0 THEN INSERT (i, s, k) VALUES (more.i, 'a', NULL)"
            + " WHEN NOT MATCHED AND z = 1 THEN INSERT (i, s, k) VALUES (more.i, more.s, 'k/1')"
            + " WHEN NOT MATCHED BY SOURCE AND flag THEN UPDATE SET d = -1"
            + " WHEN NOT MATCHED BY SOURCE AND s = 's1' THEN DELETE");
    String nothing =
        "CAST(NULL AS DECIMAL(10,2)) d, CAST(NULL AS BOOLEAN) flag, CAST(NULL AS DATE) day,"
            + " CAST(NULL AS TIMESTAMP) at, CAST(NULL AS STRUCT<a: INT, b: ARRAY<STRING>>) st,"
            + " CAST(NULL AS MAP<STRING, INT>) m, CAST(NULL AS DOUBLE) f";
    expect(
        "SELECT o.i, IF(n.z = 1, n.s, o.s) s, CAST(IF(n.i IS NULL AND flag, -1, d) AS DECIMAL(10,2))"
            + " d, flag, day, at, named_struct('a', IF(n.z = 1, 1, st.a), 'b', st.b) st, m, f,"
            + " IF(n.z = 1, 'merged', k) k FROM old o LEFT JOIN more n ON o.i = n.i WHERE NOT"
            + " coalesce(n.z = 0, false) AND NOT (n.i IS NULL AND NOT flag AND o.s = 's1')"
            + " UNION ALL SELECT i, IF(z = 0, 'a', s), "
            + nothing
            + ", IF(z = 0, NULL, 'k/1') FROM more WHERE i >= 200 AND z < 2");
    assertEquals(1, history().size());
    assertEquals(List.of(), leftovers());
    ChangeUndo.newest(fs(), root(), ChangeOrigin.UNKNOWN, newest -> {});
    expect("TABLE old");
    spark.sql("CREATE OR REPLACE TEMP VIEW twice AS TABLE more UNION ALL TABLE more");
    fails(
        "MERGE_CARDINALITY_VIOLATION",
        "MERGE INTO t USING twice ON t.i = twice.i WHEN MATCHED THEN UPDATE SET s = 'x'",
        spark);
    expect("TABLE old");
    spark.sql("MERGE INTO t USING twice ON t.i = twice.i WHEN MATCHED THEN DELETE");
    expect("SELECT * FROM old WHERE i % 5 <> 0");
    spark.sql("MERGE INTO t USING old ON t.i = old.i WHEN NOT MATCHED THEN INSERT *");
    expect("TABLE old");
  }

  @Test
  void namesThatNeedQuotes_andTablesWithoutFolders_areChanged() throws IOException {
    create(
        "SELECT CAST(id AS INT) `a b`, id * 2 `x.y`, concat('v', id) `ö``q`, CAST(id % 3 AS INT)"
            + " `p q` FROM range(30)",
        "PARTITIONED BY (`p q`)");
    spark.sql("UPDATE t SET `x.y` = 7, `p q` = 9 WHERE `ö``q` = 'v4'");
    spark.sql("DELETE FROM t WHERE `a b` > 20 AND `p q` > 0");
    spark.sql(
        "MERGE INTO t USING old ON t.`a b` = old.`a b` WHEN MATCHED AND t.`a b` = 1"
            + " THEN DELETE WHEN NOT MATCHED AND old.`x.y` > 50 THEN INSERT *");
    expect(
        "SELECT `a b`, IF(`a b` = 4, 7, `x.y`) `x.y`, `ö``q`, IF(`a b` = 4, 9, `p q`) `p q` FROM"
            + " old WHERE `a b` <> 1 AND NOT (`a b` > 20 AND `p q` > 0 AND `x.y` <= 50)");
    spark.sql("DROP TABLE t");
    spark.sql("CREATE TABLE t (a INT, s STRING) USING cif LOCATION '" + place("u") + "'");
    spark.sql("UPDATE t SET s = 'x'");
    spark.sql("DELETE FROM t WHERE s = 'x'");
    spark.sql(
        "MERGE INTO t USING (SELECT 1 a, 'one' s) n ON t.a = n.a WHEN MATCHED THEN DELETE"
            + " WHEN NOT MATCHED THEN INSERT *");
    expect("SELECT 1 a, 'one' s");
    spark.sql("UPDATE t SET s = 'two' WHERE a = 1");
    spark.sql("ALTER TABLE t RENAME COLUMN s TO b");
    spark.sql("UPDATE t SET b = concat(b, b), a = 2");
    expect("SELECT 2 a, 'twotwo' b");
  }

  @Test
  void failingTask_changesNothing_andOneThatIsRepeatedCountsOnce() throws IOException {
    create("SELECT CAST(id AS INT) i, 'a' s FROM range(0, 40, 1, 2)", "");
    spark
        .udf()
        .register(
            "fails",
            (UDF1<Integer, Integer>)
                i -> {
                  if (i == 33) {
                    throw new IllegalStateException("row 33");
                  }
                  return i;
                },
            DataTypes.IntegerType);
    fails("row 33", "UPDATE t SET i = fails(i), s = 'b'", spark);
    fails("row 33", "DELETE FROM t WHERE fails(i) > 2", spark);
    expect("TABLE old");
    assertEquals(List.of(), history());
    assertEquals(List.of(), leftovers());
    spark
        .udf()
        .register(
            "fails_once",
            (UDF1<Integer, Integer>)
                i -> {
                  if (i == 14 && HAS_FAILED.compareAndSet(false, true)) {
                    throw new IllegalStateException("row " + i);
                  }
                  return i + 1;
                },
            DataTypes.IntegerType);
    spark.sql("UPDATE t SET i = fails_once(i) WHERE i % 2 = 0");
    assertTrue(HAS_FAILED.get());
    expect("SELECT IF(i % 2 = 0, i + 1, i) i, s FROM old");
    assertEquals(List.of(), leftovers());
  }

  @Test
  void tablesWhoseRowsCannotBeRewritten_areRefused() {
    spark
        .sql("SELECT id a, id b, id % 2 k FROM range(10)")
        .write()
        .format("cif")
        .partitionBy("k")
        .save(place("t"));
    spark.sql(
        "CREATE TABLE t (a BIGINT, k INT) USING cif PARTITIONED BY (k) LOCATION '"
            + place("t")
            + "'");
    fails("column 'b': the table lacks this column", "UPDATE t SET a = 1", spark);
    spark.sql("DELETE FROM t WHERE a < 4");
    assertEquals(6, spark.read().format("cif").load(place("t")).where("b >= 4").count());
    spark.sql("DROP TABLE t");
    spark.sql("CREATE TABLE t (a INT, _row STRING) USING cif LOCATION '" + place("u") + "'");
    spark.sql("INSERT INTO t VALUES (1, 'x')");
    fails("column '_row' of the table hides one", "DELETE FROM t WHERE a = 1", spark);
  }
}
