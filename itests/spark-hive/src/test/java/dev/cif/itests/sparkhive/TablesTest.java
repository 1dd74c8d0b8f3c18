package dev.cif.itests.sparkhive;

import static dev.cif.itests.sparkhive.SparkHive.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.spark.Sessions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tables of CIF's SerDe in Spark SQL. The same statements run on ORC, and the rows are compared.
 */
class TablesTest {
  private static final int ROWS = 1000;

  /** Number of times that the function {@code stumble} fails. */
  private static final AtomicInteger FAILURES = new AtomicInteger();

  /** Runs a statement with the table's name in place of {@code {t}}, on CIF and on ORC. */
  private static void both(String sql) {
    run(sql.replace("{t}", "t_cif").replace("{stored}", SparkHive.CIF));
    run(sql.replace("{t}", "t_orc").replace("{stored}", " STORED AS ORC "));
  }

  /** Compares the rows of a query on both, in any order, and returns them. */
  private static List<String> compare(String sql) {
    List<String> expected = SparkHive.rows(sql.replace("{t}", "t_orc"));
    List<String> found = SparkHive.rows(sql.replace("{t}", "t_cif"));
    assertEquals(without(expected, found), without(found, expected), sql);
    assertEquals(expected.size(), found.size(), sql);
    return expected;
  }

  /** Returns a few rows that others lack. */
  private static List<String> without(List<String> rows, List<String> others) {
    Set<String> known = new HashSet<>(others);
    return rows.stream().filter(row -> !known.contains(row)).limit(5).toList();
  }

  private static void create(String columns) {
    both("DROP TABLE IF EXISTS {t}");
    both("CREATE TABLE {t} " + columns);
  }

  /** Returns the files and folders below a table's folder, by their paths in it. */
  private static List<String> files(String table) throws IOException {
    String location =
        run("DESCRIBE FORMATTED " + table).where("col_name = 'Location'").first().getString(1);
    Path folder = Path.of(URI.create(location));
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(file -> folder.relativize(file).toString())
          .filter(name -> !name.isEmpty() && !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @Test
  void rowsOfAllTypes_areThoseOfOrc() {
    create(
        "(b BOOLEAN, i1 TINYINT, i2 SMALLINT, i4 INT, i8 BIGINT, f FLOAT, d DOUBLE,"
            + " e DECIMAL(20,3), w DECIMAL(38,10), s STRING, v VARCHAR(10), c CHAR(5), x BINARY,"
            + " day DATE, at TIMESTAMP, a ARRAY<INT>, m MAP<STRING,INT>, md MAP<DATE,TIMESTAMP>,"
            + " ar ARRAY<STRUCT<p:DECIMAL(9,2),q:BINARY,day:DATE,at:TIMESTAMP>>,"
            + " r STRUCT<a:INT,b:STRUCT<c:STRING,d:ARRAY<STRING>>>) {stored}");
    both(
        "INSERT INTO {t} SELECT id % 2 = 0, id % 100, id, id, id * 10000000000, id / 3, id / 7,"
            + " id / 8, id * 1234567.0123456789, concat('s', id), concat('v', id),"
            + " concat('c', id % 10), cast(cast(id AS STRING) AS BINARY),"
            + " date_add(DATE'2020-01-01', cast(id AS INT)), timestamp_micros(id * 86399999123),"
            + " array(cast(id AS INT), null, 5), map(concat('k', id % 5), cast(id AS INT)),"
            + " map(date_add(DATE'1999-12-31', cast(-id AS INT)), timestamp_micros(id * 1000003)),"
            + " array(null, named_struct('p', cast(id / 9 AS DECIMAL(9,2)), 'q', X'00ff', 'day',"
            + " DATE'2024-02-29', 'at', timestamp_micros(-id * 100000007))),"
            + " named_struct('a', cast(id AS INT), 'b', named_struct('c', cast(id AS STRING), 'd',"
            + " array('x', cast(id AS STRING)))) FROM range(0, "
            + ROWS
            + ", 1, 3)");
    both(
        "INSERT INTO {t} SELECT IF(b, b, NULL), IF(b, i1, NULL), IF(b, i2, NULL), i4,"
            + " IF(b, i8, NULL), IF(b, f, NULL), IF(b, d, NULL), IF(b, e, NULL), IF(b, w, NULL),"
            + " IF(b, s, NULL), IF(b, v, NULL), IF(b, c, NULL), IF(b, x, NULL), IF(b, day, NULL),"
            + " IF(b, at, NULL), IF(b, a, NULL), IF(b, m, NULL), IF(b, md, NULL), IF(b, ar, NULL),"
            + " IF(b, r, NULL) FROM {t} WHERE i4 < 10");
    assertEquals(ROWS + 10, compare("SELECT * FROM {t}").size());
    compare("SELECT i4, m['k1'], m['k3'], r.b.c, a[2], size(a), ar[1].at FROM {t} WHERE i4 > 990");
    compare("SELECT count(*), sum(i8), max(e), min(day), max(at), count(s), count(x) FROM {t}");
    compare("SELECT c, count(*), sum(m['k3']) FROM {t} GROUP BY c");
    compare("SELECT i4 FROM {t} ORDER BY i4 DESC LIMIT 5");
    compare("SELECT i4, a, m, r FROM {t} WHERE s IS NULL OR day = DATE'2020-03-01'");
    compare("SELECT l.s, o.day FROM {t} l JOIN t_orc o ON l.i4 = o.i4 AND l.at = o.at");
  }

  @Tag("nightly")
  @Test
  void oldDatesAndTimes_areThoseOfOrc() {
    // By Spark's own reader and writer.
    SparkHive.session().conf().set("spark.sql.hive.convertMetastoreOrc", "true");
    create("(day DATE, at TIMESTAMP, m MAP<DATE,ARRAY<TIMESTAMP>>) {stored}");
    for (String day :
        List.of(
            "-0005-03-01",
            "0001-01-01",
            "1582-10-04",
            "1582-10-15",
            "1900-02-28",
            "1969-12-31",
            "9999-12-31")) {
      both(
          "INSERT INTO {t} SELECT DATE'{d}', TIMESTAMP'{d} 23:59:59.999999',".replace("{d}", day)
              + " map(DATE'{d}', array(TIMESTAMP'{d} 00:00:00', null))".replace("{d}", day));
    }
    assertEquals(7, compare("SELECT * FROM {t}").size());
    // The text of a year BC is that of a year AD.
    compare("SELECT unix_date(day), unix_micros(at) FROM {t}");
    SparkHive.session().conf().set("spark.sql.hive.convertMetastoreOrc", "false");
    assertEquals(
        "1582-10-04 1582-10-04 23:59:59.999999",
        run("SELECT concat_ws(' ', day, at) FROM t_cif WHERE year(day) = 1582 ORDER BY day")
            .first()
            .getString(0));
  }

  @Test
  void partitions_areThoseOfOrc() throws IOException {
    create("(id INT, s STRING) PARTITIONED BY (k INT, z STRING, day DATE) {stored}");
    both(
        "INSERT INTO {t} PARTITION (k = 7, z = 'a b/c=d', day = '2020-02-03')"
            + " SELECT id, concat('s', id) FROM range(100)");
    both(
        "INSERT INTO {t} PARTITION (k = 7, z, day) SELECT id, 's', IF(id % 3 = 0, NULL,"
            + " concat('z', id % 3)), DATE'2021-01-01' FROM range(100)");
    both(
        "INSERT INTO {t} PARTITION (k, z, day) SELECT id, 't', id % 4, 'z1', DATE'2021-01-01'"
            + " FROM range(0, 100, 1, 2)");
    assertEquals(300, compare("SELECT * FROM {t}").size());
    compare("SELECT k, z, day, count(*), sum(id) FROM {t} GROUP BY k, z, day");
    compare("SELECT id FROM {t} WHERE z = 'z1' AND k > 1");
    compare("SELECT id, z FROM {t} WHERE z IS NULL");
    both(
        "INSERT OVERWRITE TABLE {t} PARTITION (k = 1, z = 'z1', day = '2021-01-01') VALUES (5, 'o')");
    both(
        "INSERT OVERWRITE TABLE {t} PARTITION (k = 7, z, day) SELECT 1, 'p', 'z1', DATE'2021-01-01'");
    compare("SELECT * FROM {t}");
    both("ALTER TABLE {t} DROP PARTITION (k = 2)");
    both("ALTER TABLE {t} ADD PARTITION (k = 20, z = 'empty', day = '2022-01-01')");
    compare("SELECT * FROM {t}");
    compare("SHOW PARTITIONS {t}");
    assertTrue(files("t_cif").stream().noneMatch(name -> name.contains("staging")));
  }

  @Test
  void insertsAndOverwrites_areThoseOfOrc() throws IOException {
    create("(id INT, s STRING) {stored}");
    compare("SELECT * FROM {t}");
    both("INSERT INTO {t} SELECT id, concat('a', id) FROM range(0, 50, 1, 3)");
    both("INSERT INTO {t} VALUES (1000, NULL), (NULL, 'x')");
    assertEquals(52, compare("SELECT * FROM {t}").size());
    both("INSERT OVERWRITE TABLE {t} SELECT id, 'b' FROM range(0, 20, 1, 2)");
    assertEquals(20, compare("SELECT * FROM {t}").size());
    both("INSERT INTO {t} SELECT 1, 'none' WHERE false");
    assertEquals(20, compare("SELECT * FROM {t}").size());
    both("DROP TABLE IF EXISTS u_{t}");
    both("CREATE TABLE u_{t} {stored} AS SELECT s, count(*) AS n FROM {t} GROUP BY s");
    compare("SELECT * FROM u_{t}");
    both("TRUNCATE TABLE {t}");
    assertEquals(0, compare("SELECT * FROM {t}").size());
    assertTrue(files("t_cif").isEmpty(), files("t_cif").toString());
  }

  @Test
  void columnsAddedLater_areNullInOlderRows() {
    create("(id INT) PARTITIONED BY (k INT) {stored}");
    both("INSERT INTO {t} PARTITION (k = 1) VALUES (1)");
    both("INSERT INTO {t} PARTITION (k = 2) VALUES (2)");
    both("ALTER TABLE {t} ADD COLUMNS (s STRING, m MAP<STRING,DATE>)");
    // The partition keeps its columns in the metastore, and gets rows with more.
    both("INSERT INTO {t} PARTITION (k) SELECT 3, 'new', map('d', DATE'2020-01-01'), 1");
    assertEquals(3, compare("SELECT * FROM {t}").size());
    assertEquals(1, compare("SELECT s, m['d'] FROM {t} WHERE s IS NOT NULL").size());
  }

  @Test
  void partitionsOfAnOlderType_areReadAsTheTables() throws Exception {
    create("(n INT, s STRING) PARTITIONED BY (k INT) {stored}");
    both("INSERT INTO {t} PARTITION (k = 1) VALUES (5, 'x')");
    // Hive would leave the partition's columns as they are, too.
    HiveConf conf = new HiveConf();
    conf.set("javax.jdo.option.ConnectionURL", SparkHive.METASTORE);
    conf.set("hive.metastore.schema.verification", "false");
    HiveMetaStoreClient metastore = new HiveMetaStoreClient(conf);
    Table table = metastore.getTable("default", "t_cif");
    table.getSd().getCols().get(0).setType("bigint");
    metastore.alter_table("default", "t_cif", table);
    metastore.close();
    run("REFRESH TABLE t_cif");
    run("INSERT INTO t_cif PARTITION (k = 2) VALUES (5000000000, 'y')");
    assertEquals(
        List.of("{\"n\":5,\"s\":\"x\",\"k\":1}", "{\"n\":5000000000,\"s\":\"y\",\"k\":2}"),
        SparkHive.rows("SELECT * FROM t_cif"));
  }

  @Test
  void columnsThatAQueryDoesNotName_areNotOpened() {
    create("(id INT, s STRING, t STRING, m MAP<STRING,INT>) {stored}");
    both("INSERT INTO {t} SELECT id, 's', 't', map('a', 1) FROM range(0, 100, 1, 1)");
    assertEquals(1, filesOpened("SELECT sum(id) FROM t_cif"));
    assertEquals(2, filesOpened("SELECT m['a'] FROM t_cif WHERE id > 50"));
    assertEquals(0, filesOpened("SELECT count(*) FROM t_cif"));
    assertEquals(4, filesOpened("SELECT * FROM t_cif"));
  }

  private static long filesOpened(String query) {
    ScanStatistics.reset();
    run(query).collectAsList();
    return ScanStatistics.total(Counter.FILES_OPENED);
  }

  @Test
  void oneSplitDirectory_isReadByManyTasks() {
    create("(id INT, s STRING) {stored}");
    run("ALTER TABLE t_cif SET TBLPROPERTIES ('cif.block.rows' = '100')");
    both("INSERT INTO {t} SELECT id, concat('s', id) FROM range(0, 2000, 1, 1)");
    SparkSession session = SparkHive.session().newSession();
    session.conf().set("mapreduce.input.fileinputformat.split.minsize", "1000");
    session.conf().set("mapreduce.input.fileinputformat.split.maxsize", "3000");
    Dataset<Row> table = session.sql("SELECT * FROM t_cif");
    assertTrue(table.rdd().getNumPartitions() > 2, "" + table.rdd().getNumPartitions());
    assertEquals(SparkHive.rows("SELECT * FROM t_orc"), Sessions.rows(table));
  }

  @Test
  void rowsThatSparkWrote_areReadByTheFormatsReader() throws Exception {
    run("DROP TABLE IF EXISTS t_cif");
    run(
        "CREATE TABLE t_cif (id INT, s STRING, day DATE, at TIMESTAMP, e DECIMAL(20,3),"
            + " m MAP<STRING,INT>) "
            + SparkHive.CIF
            + "TBLPROPERTIES ('cif.column.s.layout' = 'skiplist')");
    run(
        "INSERT INTO t_cif SELECT id, IF(id % 5 = 0, NULL, concat('s', id)),"
            + " date_add(DATE'1969-12-01', cast(id AS INT)),"
            + " make_timestamp(2020, 1, 2, 3, 4, 5 + id / 1000.0), id / 8, map('k', cast(id AS INT))"
            + " FROM range(0, 100, 1, 2)");
    List<String> expected = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      expected.add(
          id
              + (id % 5 == 0 ? " null " : " s" + id + " ")
              + LocalDate.of(1969, 12, 1).plusDays(id).toEpochDay()
              + " 1577934245."
              + id
              + "000000 "
              + java.math.BigDecimal.valueOf(id * 125L, 3)
              + " "
              + id);
    }
    List<String> found = new ArrayList<>();
    FileSystem fs = FileSystem.getLocal(new Configuration());
    String location =
        run("DESCRIBE FORMATTED t_cif").where("col_name = 'Location'").first().getString(1);
    SplitFinder.Root root = new SplitFinder.Root(fs, new org.apache.hadoop.fs.Path(location));
    List<FoundSplit> splits = SplitFinder.find(List.of(root), ReadOptions.DEFAULT);
    assertEquals(2, splits.size());
    for (FoundSplit split : splits) {
      try (SplitReader reader = SplitReader.open(fs, split.directory())) {
        for (long row = 0; row < reader.rows(); row++) {
          dev.cif.format.value.Value at = reader.column("at").value(row);
          found.add(
              reader.column("id").value(row).asLong()
                  + (reader.column("s").value(row).isNull()
                      ? " null "
                      : " " + reader.column("s").value(row).asString() + " ")
                  + reader.column("day").value(row).asLong()
                  + (" " + at.seconds() + "." + at.nanos() + " ")
                  + reader.column("e").value(row).asDecimal()
                  + " "
                  + reader.column("m").value(row).value(0).asLong());
        }
      }
    }
    assertEquals(
        expected.stream().map(row -> row.replace(".0000000 ", ".0 ")).sorted().toList(),
        found.stream().sorted().toList());
  }

  @Test
  void attemptsThatFail_leaveNothing() throws IOException {
    FAILURES.set(1);
    SparkHive.session()
        .udf()
        .register(
            "stumble",
            (UDF1<Long, Integer>)
                id -> {
                  if (id == 70 && FAILURES.getAndDecrement() > 0) {
                    throw new IllegalStateException("the task stumbles");
                  }
                  return Math.toIntExact(id);
                },
            DataTypes.IntegerType);
    run("DROP TABLE IF EXISTS t_cif");
    run("CREATE TABLE t_cif (id INT) " + SparkHive.CIF);
    String insert = "INSERT INTO t_cif SELECT stumble(id) FROM range(0, 100, 1, 2)";
    run(insert);
    assertEquals(100, run("SELECT DISTINCT id FROM t_cif").count());
    assertEquals(100, run("SELECT * FROM t_cif").count());
    List<String> before = files("t_cif");
    FAILURES.set(Integer.MAX_VALUE);
    assertThrows(Exception.class, () -> run(insert));
    assertEquals(before, files("t_cif"));
    assertEquals(100, run("SELECT * FROM t_cif").count());
  }

  @Test
  void otherFormatsOfStatement_areRefused() {
    Exception storedAs =
        assertThrows(Exception.class, () -> run("CREATE TABLE t_x (i INT) STORED AS CIF"));
    assertTrue(storedAs.getMessage().contains("'CIF'"), storedAs.getMessage());
    assertThrows(
        Exception.class,
        () -> run("CREATE TABLE t_x (i INT) STORED BY 'dev.cif.hive.CifStorageHandler'"));
    assertFalse(SparkHive.session().catalog().tableExists("t_x"));
  }

  @Test
  void tableOfTheStorageHandler_saysWhichHiveItNeeds() {
    run("DROP TABLE IF EXISTS t_handler");
    Exception e =
        assertThrows(
            Exception.class,
            () -> {
              run(
                  "CREATE TABLE t_handler (i INT) "
                      + SparkHive.CIF
                      + "TBLPROPERTIES ('storage_handler' = 'dev.cif.hive.CifStorageHandler')");
              run("SELECT * FROM t_handler").collectAsList();
            });
    assertTrue(messages(e).contains("needs Hive 4.0 or newer"), messages(e));
  }

  @Test
  void transactionalTable_isRefused() throws SQLException {
    run("DROP TABLE IF EXISTS t_insert_only");
    run("CREATE TABLE t_insert_only (i INT) " + SparkHive.CIF);
    run("INSERT INTO t_insert_only VALUES (1)");
    SparkHive.makeTransactional("t_insert_only");
    for (String sql :
        List.of("SELECT i FROM t_insert_only", "INSERT INTO t_insert_only VALUES (2)")) {
      Exception e = assertThrows(Exception.class, () -> run(sql).collectAsList());
      assertTrue(messages(e).contains("default.t_insert_only is transactional"), messages(e));
    }
  }

  @Test
  void typesThatSparksHiveLacks_areRefusedByName() {
    Properties table = new Properties();
    table.setProperty("columns", "a");
    table.setProperty("columns.types", "timestamp with local time zone");
    SerDeException e =
        assertThrows(
            SerDeException.class, () -> new CifSerDe().initialize(new Configuration(), table));
    assertTrue(
        e.getMessage().contains("timestamp with local time zone")
            && e.getMessage().contains("Hive 2.3"),
        e.getMessage());
  }

  private static String messages(Throwable e) {
    return e == null ? "" : e.getMessage() + "\n" + messages(e.getCause());
  }

  @Tag("nightly")
  @Test
  void generatedCode_readsTheSame() {
    create("(id INT, day DATE, m MAP<STRING,INT>) PARTITIONED BY (k INT) {stored}");
    both(
        "INSERT INTO {t} PARTITION (k) SELECT id, DATE'2020-01-01', map('a', cast(id AS INT),"
            + " 'b', null), id % 2 FROM range(100)");
    List<Row> expected =
        run("SELECT day, k, sum(m['a']), sum(size(m)), count(m['b']) FROM t_orc GROUP BY 1, 2 ORDER BY 2")
            .collectAsList();
    SparkHive.session().conf().set("spark.sql.codegen.wholeStage", "true");
    SparkHive.session().conf().set("spark.sql.codegen.factoryMode", "CODEGEN_ONLY");
    try {
      assertEquals(
          expected,
          run("SELECT day, k, sum(m['a']), sum(size(m)), count(m['b']) FROM t_cif GROUP BY 1, 2 ORDER BY 2")
              .collectAsList());
    } finally {
      SparkHive.session().conf().set("spark.sql.codegen.wholeStage", "false");
      SparkHive.session().conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    }
  }
}
