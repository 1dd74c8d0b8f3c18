package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.CifHook;
import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import dev.cif.hive.serde.CifSerDe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Files that statements leave in a table's folder, and Hive's knowledge of the table then. */
class WritesTest {
  @TempDir static Path folder;
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void open() throws Exception {
    tables.makeNumbers();
    tables.run("CREATE TEMPORARY FUNCTION fail_once AS '" + FailOnce.class.getName() + "'");
  }

  /** Fails at one row of the first attempt. */
  @SuppressWarnings("deprecation")
  public static final class FailOnce extends UDF {
    static final AtomicBoolean FAILED = new AtomicBoolean();

    public int evaluate(int n) {
      if (n == 500 && FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("the first attempt fails");
      }
      return n;
    }
  }

  private static void create(String table, String properties) throws Exception {
    tables.run("DROP TABLE IF EXISTS " + table);
    tables.run("CREATE TABLE " + table + " (k int, s string) STORED AS CIF" + properties);
  }

  @ParameterizedTest
  @EngineSource
  void failedInsert_leavesTheTableAsItWas(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    Set<String> before = tables.files("t");
    for (String insert : List.of("INSERT INTO t", "INSERT OVERWRITE TABLE t")) {
      assertThrows(
          HiveStatementException.class,
          () ->
              tables.run(
                  insert + " SELECT n, IF(assert_true(n < 900) IS NULL, 'x', 'y') FROM numbers"));
      assertEquals(before, tables.files("t"), insert);
      assertEquals(List.of("1\tone"), tables.run("SELECT * FROM t"), insert);
    }
  }

  @Test
  void retriedTask_writesItsRowsOnce() throws Exception {
    tables.engine(Engine.TEZ);
    create("t", "");
    FailOnce.FAILED.set(false);
    tables.run("SET hive.vectorized.execution.enabled=false");
    tables.run("INSERT INTO t SELECT fail_once(n), 'x' FROM numbers");
    tables.run("SET hive.vectorized.execution.enabled=true");
    assertTrue(FailOnce.FAILED.get());
    assertEquals(List.of("1000\t499500"), tables.run("SELECT count(*), sum(k) FROM t"));
    assertEquals(1, tables.splits("t").size());
    assertEquals(3, tables.files("t").size());
  }

  @ParameterizedTest
  @EngineSource
  void largeOutput_isCutIntoSeveralSplitDirectories(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", " TBLPROPERTIES ('cif.split.size'='1', 'cif.block.rows'='100')");
    tables.run(
        "INSERT INTO t SELECT a.n + 1000 * b.n, 'x' FROM numbers a, numbers b WHERE b.n < 5");
    Set<String> splits = tables.splits("t");
    assertTrue(splits.size() >= 4, splits::toString);
    assertEquals(
        List.of("5000\t12497500"), tables.run("SELECT count(*), sum(k) FROM t"), splits::toString);
    assertEquals("5000", tables.described("t", "numRows"));
    String rawDataSize = tables.described("t", "rawDataSize");
    tables.measure("ANALYZE TABLE t COMPUTE STATISTICS");
    assertEquals(0, ScanStatistics.total(Counter.FILES_OPENED));
    assertEquals("5000", tables.described("t", "numRows"));
    assertEquals(rawDataSize, tables.described("t", "rawDataSize"));
    tables.run("INSERT OVERWRITE TABLE t SELECT n, 'y' FROM numbers WHERE n < 3");
    assertEquals(List.of("0\ty", "1\ty", "2\ty"), tables.run("SELECT * FROM t ORDER BY k"));
    assertEquals(1, tables.splits("t").size());
  }

  @ParameterizedTest
  @EngineSource
  void bucketedTable_cutIntoSeveralSplitDirectories_keepsItsBuckets(Engine engine)
      throws Exception {
    tables.engine(engine);
    tables.run("DROP TABLE IF EXISTS b");
    tables.run(
        "CREATE TABLE b (k int, s string) CLUSTERED BY (k) INTO 2 BUCKETS STORED AS CIF"
            + " TBLPROPERTIES ('cif.split.size'='1', 'cif.block.rows'='100')");
    tables.run(
        "INSERT INTO b SELECT a.n + 1000 * c.n, 'x' FROM numbers a, numbers c WHERE c.n < 5");
    Set<String> splits = tables.splits("b");
    assertTrue(splits.size() >= 4, splits::toString);
    String rows = "SELECT count(*), sum(k) FROM b";
    assertEquals(List.of("5000\t12497500"), tables.run(rows));
    tables.run("CREATE TABLE IF NOT EXISTS halves (k int)");
    tables.run("TRUNCATE TABLE halves");
    tables.run("INSERT INTO halves SELECT k FROM b TABLESAMPLE(BUCKET 1 OUT OF 2 ON k)");
    tables.run("INSERT INTO halves SELECT k FROM b TABLESAMPLE(BUCKET 2 OUT OF 2 ON k)");
    assertEquals(List.of("5000\t12497500"), tables.run("SELECT count(*), sum(k) FROM halves"));
  }

  /** Hive would plan file by file, and a bucket of CIF is a folder. */
  @ParameterizedTest
  @EngineSource
  void insertBetweenTablesOfEqualBuckets_putsRowsWhereTheyBelong(Engine engine) throws Exception {
    tables.engine(engine);
    String buckets = " CLUSTERED BY (k) SORTED BY (k) INTO 2 BUCKETS STORED AS ";
    tables.run("CREATE TABLE ba (k int, s string)" + buckets + "CIF");
    tables.run("CREATE TABLE bp (k int, s string) PARTITIONED BY (p int)" + buckets + "CIF");
    tables.run("CREATE TABLE bo (k int, s string)" + buckets + "ORC");
    tables.run("CREATE VIEW bv AS SELECT s, k FROM ba WHERE k >= 0");
    tables.run("INSERT INTO ba SELECT n, 'one' FROM numbers WHERE n < 500");
    tables.run("INSERT INTO ba SELECT n, 'two' FROM numbers WHERE n >= 500");
    Map<String, String> inserts = new LinkedHashMap<>();
    inserts.put("INSERT OVERWRITE TABLE ba SELECT * FROM ba", "ba");
    inserts.put("INSERT OVERWRITE TABLE bp PARTITION (p=1) SELECT k, s FROM bv", "bp");
    inserts.put(
        "WITH q AS (SELECT * FROM bp WHERE p = 1) INSERT OVERWRITE TABLE bo SELECT k, s FROM q",
        "bo");
    for (Map.Entry<String, String> insert : inserts.entrySet()) {
      tables.run(insert.getKey());
      String from = " FROM " + insert.getValue();
      assertEquals(
          List.of("1000\t499500"), tables.run("SELECT count(*), sum(k)" + from), insert.getKey());
      // There are two buckets, and in each the rows of its keys.
      assertEquals(
          List.of("1", "1"),
          tables.run(
              "SELECT count(DISTINCT bucket) FROM (SELECT input__file__name file,"
                  + " pmod(murmur_hash(k), 2) bucket"
                  + from
                  + ") x GROUP BY file"),
          insert.getKey());
    }
    assertTrue(tables.run("SET hive.optimize.bucketingsorting").get(0).endsWith("true"));
    tables.run("DROP VIEW bv");
    for (String table : List.of("ba", "bp", "bo")) {
      tables.run("DROP TABLE " + table);
    }
  }

  @Test
  void analyze_givesTheRawDataSizeOfTheInsert() throws Exception {
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      create("t", "");
      tables.run("INSERT INTO t SELECT n, concat('text ', n) FROM numbers");
      String size = tables.described("t", "rawDataSize");
      assertTrue(Long.parseLong(size) > 5000, size);
      tables.run("ANALYZE TABLE t COMPUTE STATISTICS");
      assertEquals(size, tables.described("t", "rawDataSize"), engine.name());
    }
  }

  @Test
  void strayFile_isAnError() throws Exception {
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    Path stray = Files.writeString(tables.folder("t").resolve("rows.txt"), "2,two");
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT count(*) FROM t"));
    assertTrue(e.getMessage().contains("rows.txt"), e::getMessage);
    assertTrue(e.getMessage().contains("no part of a split-directory"), e::getMessage);
    Files.delete(stray);
    assertEquals(List.of("1"), tables.run("SELECT count(*) FROM t"));
  }

  /** Each in turn, as a writer leaves it that dies before its schema file is there. */
  @ParameterizedTest
  @EngineSource
  void splitOfADeadWriter_isNotSeen(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    Path split = tables.folder("t").resolve(tables.splits("t").iterator().next());
    Path dead = Files.createDirectory(tables.folder("t").resolve("dead"));
    for (String name : List.of("1-k.col", "2-s.col", "_schema.cif.1f")) {
      String source = name.startsWith("_") ? "schema.cif" : name;
      Files.copy(split.resolve(source), dead.resolve(name));
      assertEquals(List.of("1\tone"), tables.run("SELECT * FROM t WHERE k < 5"), name);
      assertEquals(List.of("1"), tables.run("SELECT count(*) FROM t"), name);
    }
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS");
    assertEquals("1", tables.described("t", "numRows"));
    tables.run("INSERT INTO t VALUES (2, 'two')");
    assertEquals(List.of("2\t3"), tables.run("SELECT count(*), sum(k) FROM t"));
    Files.writeString(dead.resolve("rows.txt"), "3,three");
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT count(*) FROM t"));
    assertTrue(e.getMessage().contains("no part of a split-directory"), e::getMessage);
  }

  @ParameterizedTest
  @EngineSource
  void loadData_ofTheFolderAboveSplitDirectories_addsTheirRows(Engine engine) throws Exception {
    tables.engine(engine);
    create("src", "");
    tables.run("INSERT INTO src VALUES (1, 'one')");
    tables.run("INSERT INTO src VALUES (2, 'two')");
    create("t", "");
    tables.run("INSERT INTO t VALUES (0, 'zero')");
    tables.run("LOAD DATA INPATH '" + tables.folder("src") + "' INTO TABLE t");
    assertEquals(List.of("0\tzero", "1\tone", "2\ttwo"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @Test
  void loadData_ofTheInsideOfASplitDirectory_withoutTheCheck_isAnErrorNotALoss() throws Exception {
    create("src", "");
    tables.run("INSERT INTO src VALUES (1, 'one')");
    create("t", "");
    tables.run("INSERT INTO t VALUES (0, 'zero')");
    Path split = tables.folder("src").resolve(tables.splits("src").iterator().next());
    String check = tables.run("SET hive.semantic.analyzer.hook").get(0);
    assertEquals("hive.semantic.analyzer.hook=" + CifHook.class.getName(), check);
    tables.run("SET hive.semantic.analyzer.hook=");
    tables.run("LOAD DATA INPATH '" + split + "' INTO TABLE t");
    tables.run("SET " + check);
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT count(*) FROM t"));
    assertTrue(e.getMessage().contains("a folder of their own"), e::getMessage);
    Path own = Files.createDirectory(tables.folder("t").resolve("loaded"));
    for (String name : new TreeSet<>(List.of("schema.cif", "1-k.col", "2-s.col"))) {
      Files.move(tables.folder("t").resolve(name), own.resolve(name));
    }
    assertEquals(List.of("0\tzero", "1\tone"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @Test
  void loadData_ofFiles_isRefused() throws Exception {
    create("t", "");
    tables.run("INSERT INTO t VALUES (0, 'zero')");
    Path foreign = Files.createDirectories(folder.resolve("foreign"));
    Path rows = Files.writeString(foreign.resolve("rows.txt"), "1\001one");
    Path split = tables.folder("t").resolve(tables.splits("t").iterator().next());
    for (Path source : List.of(rows, foreign, split, foreign.resolve("*.txt"))) {
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class,
              () -> tables.run("LOAD DATA INPATH '" + source + "' INTO TABLE t"));
      assertTrue(e.getMessage().contains("holds split-directories, not files"), e::getMessage);
    }
    assertTrue(Files.exists(rows));
    assertEquals(List.of("0\tzero"), tables.run("SELECT * FROM t"));
    tables.run("CREATE TABLE texts (k int, s string) STORED AS TEXTFILE");
    tables.run("LOAD DATA INPATH '" + rows + "' INTO TABLE texts");
    tables.run("LOAD DATA INPATH '" + tables.folder("t") + "' INTO TABLE t");
    tables.run("INSERT INTO t SELECT * FROM texts");
    assertEquals(List.of("0\tzero", "0\tzero", "1\tone"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @ParameterizedTest
  @EngineSource
  void insert_throughAForeignSerDe_saysHowToMendIt(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    tables.run("ALTER TABLE t SET SERDE '" + LazySimpleSerDe.class.getName() + "'");
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("INSERT INTO t VALUES (2, 'two')"));
    String mend = "ALTER TABLE default.t SET SERDE '" + CifSerDe.class.getName() + "'";
    assertTrue(e.getMessage().contains(mend), e::getMessage);
    tables.run(mend);
    tables.run("INSERT INTO t VALUES (2, 'two')");
    assertEquals(List.of("1\tone", "2\ttwo"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @ParameterizedTest
  @EngineSource
  void damagedColumn_failsOnlyTheQueriesThatReadIt(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", "");
    tables.run("INSERT INTO t SELECT n, concat('text ', n) FROM numbers");
    Path file = tables.folder("t").resolve(tables.splits("t").iterator().next() + "2-s.col");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.delete(file.resolveSibling(".2-s.col.crc"));
    Files.write(file, bytes);
    assertEquals(List.of("499500"), tables.run("SELECT sum(k) FROM t"));
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT max(s) FROM t"));
    assertTrue(e.getMessage().contains("2-s.col, column 's', offset "), e::getMessage);
    assertTrue(e.getMessage().length() < 500, e::getMessage);
    // Later statements of the session do what they say.
    tables.run("INSERT INTO t SELECT n + 1000, 'x' FROM numbers");
    assertEquals(List.of("1999000"), tables.run("SELECT sum(k) FROM t"));
  }

  /**
   * Hive lower-cases names by Java's rule; they meet the stored ones by FORMAT.md's, A to Z only.
   */
  @Test
  void namesBeyondAscii_areThoseThatHiveMakesOfThem() throws Exception {
    tables.run(
        "CREATE TABLE names (`\u00c4RGER` int, `\u017f` string, n int,"
            + " st struct<`\u00dc`:int,`k`:int>) STORED AS CIF");
    tables.run(
        "INSERT INTO names SELECT n, concat('x', n), n + 1,"
            + " named_struct('\u00dc', n + 2, 'k', n + 3) FROM numbers");
    for (boolean vectorised : new boolean[] {true, false}) {
      tables.vectorised(vectorised);
      assertEquals(
          List.of("7\tx7\t9\t10"),
          tables.run("SELECT `\u00c4RGER`, `\u017f`, st.`\u00dc`, st.k FROM names WHERE n = 8"));
      assertEquals(List.of("9"), tables.run("SELECT n FROM names WHERE `\u017f` = 'x8'"));
    }
    Path split = tables.folder("names").resolve(tables.splits("names").iterator().next());
    try (SplitReader reader = open(split)) {
      assertEquals(
          List.of("\u00e4rger", "\u017f", "n", "st"),
          reader.schema().columns().stream().map(Column::name).toList());
    }
  }

  @Test
  void storedNameWithACapitalBeyondAscii_isNoColumnOfHives() throws Exception {
    CifSchema schema = CifSchema.of(List.of("\u00c4RGER", "K"), List.of(CifType.INT, CifType.INT));
    Path other = folder.resolve("other");
    org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path(other.toUri() + "/split");
    FileSystem fs = FileSystem.getLocal(new Configuration());
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      ((LongVector) writer.column(0)).append(1);
      ((LongVector) writer.column(1)).append(2);
      writer.endRow();
    }
    tables.run(
        "CREATE EXTERNAL TABLE other (`\u00c4RGER` int, k int) STORED AS CIF LOCATION '"
            + other.toUri()
            + "'");
    assertEquals(List.of("NULL\t2"), tables.run("SELECT * FROM other"));
  }

  private static SplitReader open(Path split) throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    return SplitReader.open(fs, new org.apache.hadoop.fs.Path(split.toUri()));
  }

  @Test
  void option_thatIsNotAllowed_failsTheInsertWithItsName() throws Exception {
    create("t", " TBLPROPERTIES ('cif.split.size'='many')");
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("INSERT INTO t VALUES (1, 'one')"));
    assertTrue(e.getMessage().contains("cif.split.size is 'many'"), e::getMessage);
  }

  /** It knows ORC's and RCFile's classes only. */
  @Test
  void concatenate_isRefused_andNothingIsChanged() throws Exception {
    create("small", "");
    tables.run("INSERT INTO small VALUES (1, 'a')");
    Set<String> files = tables.files("small");
    tables.run("SET hive.concatenate.external.table=true");
    try {
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class, () -> tables.run("ALTER TABLE small CONCATENATE"));
      assertTrue(e.getMessage().contains("Concatenate/Merge only supported"), e.getMessage());
    } finally {
      tables.run("SET hive.concatenate.external.table=false");
    }
    assertEquals(files, tables.files("small"));
  }
}
