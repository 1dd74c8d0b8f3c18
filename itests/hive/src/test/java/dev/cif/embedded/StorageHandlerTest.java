package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.io.CountingFileSystem;
import dev.cif.embedded.io.FileRead;
import dev.cif.embedded.io.Reads;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.scan.ScanStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Data sets that were made outside of Hive, as tables of the storage handler. */
class StorageHandlerTest {
  private static final String HANDLER = " STORED BY 'dev.cif.hive.CifStorageHandler' ";

  @TempDir static Path folder;

  @RegisterExtension
  static final SharedTables tables =
      SharedTables.with(CountingFileSystem.SETTING, CountingFileSystem.class.getName());

  private static int made;

  /** The data set of a test. */
  private Path data;

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    makeRows();
  }

  @BeforeEach
  void prepare() {
    data = folder.resolve("data" + made++);
  }

  @AfterEach
  void putBack() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("DROP TABLE IF EXISTS u");
    tables.run("DROP TABLE IF EXISTS made");
  }

  private static void write(Path split, String name, CifType type, long from, int rows)
      throws IOException {
    CifSchema schema = CifSchema.of(List.of("Id", name), List.of(CifType.INT, type));
    FileSystem fs = FileSystem.getLocal(new Configuration());
    try (SplitWriter writer =
        SplitWriter.create(
            fs, new org.apache.hadoop.fs.Path(split.toUri()), schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < rows; i++) {
        ((LongVector) writer.column(0)).append(from + i);
        if (writer.column(1) instanceof BytesVector texts) {
          texts.append(name + (from + i));
        } else {
          ((LongVector) writer.column(1)).append(from + i);
        }
        writer.endRow();
      }
    }
  }

  private void create(String columnsAndMore) throws Exception {
    create("t", columnsAndMore, "");
  }

  private void create(String table, String columns, String properties) throws Exception {
    tables.run(
        "CREATE EXTERNAL TABLE "
            + table
            + columns
            + HANDLER
            + "LOCATION '"
            + data.toUri()
            + "'"
            + (properties.isEmpty() ? "" : " TBLPROPERTIES (" + properties + ")"));
  }

  private static String refused(String sql) {
    return assertThrows(HiveStatementException.class, () -> tables.run(sql), sql).getMessage();
  }

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), text);
  }

  /** Names and types of a table's columns. */
  private static List<String> columns(String table) throws Exception {
    return tables.run("DESCRIBE " + table).stream()
        .map(line -> line.strip().replaceAll("\\s+", " ").replace(" NULL", ""))
        .toList();
  }

  /** Every visible file, by its path below the data set. */
  private Set<String> visible() throws IOException {
    try (Stream<Path> tree = Files.walk(data)) {
      return tree.filter(Files::isRegularFile)
          .map(file -> data.relativize(file).toString())
          .filter(file -> !file.startsWith("_") && !file.endsWith(".crc"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void columns_areThoseOfAllFiles_thenThoseOfFolders() throws Exception {
    write(data.resolve("year=2020/month=1/a"), "old", CifType.STRING, 1, 2);
    write(data.resolve("year=2021/b"), "added", CifType.BIGINT, 3, 1);
    create("");
    assertEquals(
        List.of("id int", "old string", "added bigint", "year string", "month string"),
        columns("t").stream().map(column -> column.replace(" from deserializer", "")).toList());
    assertEquals(
        List.of("1\told1\tNULL\t2020\t1", "2\told2\tNULL\t2020\t1", "3\tNULL\t3\t2021\tNULL"),
        tables.run("SELECT * FROM t ORDER BY id"));
    tables.run("DROP TABLE t");
    assertEquals(6, visible().size(), "the data set is as it was");
    // With types of folders, and what SHOW CREATE TABLE says of the table.
    create("t", "", "'cif.partition.columns' = 'year int, month tinyint'");
    assertTrue(columns("t").contains("month tinyint"), columns("t")::toString);
    List<String> statement = tables.run("SHOW CREATE TABLE t");
    assertTrue(statement.contains("  'cif.partition.columns'='year,month', "), statement::toString);
    tables.run("DROP TABLE t");
    tables.run(String.join("\n", statement));
    assertEquals(List.of("3\t2021"), tables.run("SELECT id, year FROM t WHERE year > 2020"));
  }

  @Test
  void typedColumns_areCheckedAgainstTheFiles() throws Exception {
    write(data.resolve("a"), "v", CifType.STRING, 1, 2);
    create("(v string, id bigint, other date)");
    assertEquals(List.of("v1\t1\tNULL", "v2\t2\tNULL"), tables.run("SELECT * FROM t ORDER BY id"));
    String create = "CREATE EXTERNAL TABLE u %s" + HANDLER + "LOCATION '" + data.toUri() + "' %s";
    assertContains(
        refused(String.format(create, "(id int, v date)", "")), "cannot be read as date");
    assertContains(
        refused(String.format(create, "(id int)", "TBLPROPERTIES ('cif.partition.columns'='v')")),
        "names 'v', no column");
    assertContains(
        refused(
            String.format(
                create, "(id int, v int)", "TBLPROPERTIES ('cif.partition.columns'='v')")),
        "cannot be read as int");
    assertContains(
        refused(
            String.format(
                create, "(id int, v string)", "TBLPROPERTIES ('cif.partition.columns'='v')")),
        "the files have a column 'v'");
    assertContains(
        refused(String.format(create, "(id int) CLUSTERED BY (id) INTO 2 BUCKETS", "")),
        "CLUSTERED BY");
  }

  @Test
  void typedColumnsInAFolderOfHives_giveWhatOrcGives() throws Exception {
    String columns =
        " (b boolean, i tinyint, l bigint, f float, d double, c decimal(20,3), s string,"
            + " v varchar(5), h char(4), y binary, dt date, ts timestamp, a array<int>,"
            + " m map<string,int>, st struct<x:int,y:string>)";
    tables.run("CREATE TABLE t" + columns + HANDLER);
    tables.run("CREATE TABLE u" + columns + " STORED AS ORC");
    for (String table : List.of("t", "u")) {
      tables.run(
          "INSERT INTO "
              + table
              + " SELECT n > 5, n, n * 1000000007, n / 3, n / 7, n / 8, IF(n = 3, NULL, concat('s', n)),"
              + " concat('v', n), concat('h', n), CAST(concat('y', n) AS binary),"
              + " date_add('1969-12-30', n), CAST(date_add('1969-12-30', n) AS timestamp),"
              + " IF(n = 4, NULL, array(n, NULL, -n)), map(concat('k', n % 3), n),"
              + " named_struct('x', n, 'y', IF(n = 5, NULL, 'y')) FROM numbers WHERE n < 10");
    }
    assertEquals(10, tables.rows("t").size());
    assertEquals(tables.rows("u"), tables.rows("t"));
  }

  @Test
  void badDataSets_areErrorsThatSayWhere() throws Exception {
    String create = "CREATE EXTERNAL TABLE t" + HANDLER;
    assertContains(refused(create), "LOCATION");
    String there = create + "LOCATION '" + data.toUri() + "'";
    assertContains(refused(there), "there is no such folder");
    Files.createDirectories(data);
    assertContains(refused(there), "no split-directory is here");
    write(data.resolve("a"), "v", CifType.STRING, 1, 2);
    write(data.resolve("b"), "v", CifType.INT, 1, 2);
    String conflict = refused(there);
    assertContains(conflict, data.getFileName() + "/a");
    assertContains(conflict, data.getFileName() + "/b");
    create("(id int, v string)");
    assertEquals(List.of("6"), tables.run("SELECT sum(id) FROM t"));
    Files.writeString(data.resolve("b/schema.cif"), "CIF1 nothing");
    assertContains(refused("SELECT sum(id) FROM t"), "b/schema.cif");
    Path golden = Path.of("../../testdata/types/table").toAbsolutePath().normalize();
    tables.run("DROP TABLE t");
    assertContains(
        refused(create + "LOCATION '" + golden.toUri() + "'"),
        "column 'same': a struct has the fields 'x' and 'X', which are one to Hive");
  }

  /** Makes the rows of all tests in ORC, and in a data set of two folders a level. */
  private static void makeRows() throws Exception {
    tables.run(
        "CREATE TABLE o STORED AS ORC AS SELECT n, IF(n % 5 = 0, NULL, concat('s', n)) AS s,"
            + " map('k', n, 'l', -n) AS m, named_struct('f', n % 10) AS st,"
            + " CAST(n / 4 AS decimal(10,2)) AS d, date_add('2024-01-01', n % 3) AS dt,"
            + " CAST(IF(n % 4 = 3, NULL, n % 4) AS int) AS k FROM numbers");
    makeNative(folder.resolve("base"));
    tables.run("INSERT INTO made PARTITION (dt, k) SELECT * FROM o");
    tables.run("DROP TABLE made");
  }

  private static void makeNative(Path place) throws Exception {
    tables.run(
        "CREATE EXTERNAL TABLE made (n int, s string, m map<string,int>, st struct<f:int>,"
            + " d decimal(10,2)) PARTITIONED BY (dt date, k int) STORED AS CIF LOCATION '"
            + place.toUri()
            + "'");
  }

  /** A data set of these rows, and its table. */
  private void make() throws Exception {
    try (Stream<Path> tree = Files.walk(folder.resolve("base"))) {
      for (Path from : tree.toList()) {
        Files.copy(from, data.resolve(folder.resolve("base").relativize(from).toString()));
      }
    }
    create("t", "", "'cif.partition.columns' = 'dt date, k int'");
  }

  private static final List<String> QUESTIONS =
      List.of(
          "SELECT n, s, m['k'], st.f, d, dt, k FROM %s WHERE k = 1 ORDER BY n",
          "SELECT count(*), sum(k), min(dt), max(d) FROM %s",
          "SELECT dt, k, count(*), sum(m['l']) FROM %s WHERE n > 30 GROUP BY dt, k ORDER BY dt, k",
          "SELECT n FROM %s WHERE k IS NULL AND n < 100 ORDER BY n",
          "SELECT n FROM %s WHERE NOT (k < 2) AND s LIKE 's1%%' ORDER BY n",
          "SELECT n FROM %s WHERE k = 1 OR n = 30 ORDER BY n",
          "SELECT n FROM %s WHERE dt BETWEEN '2024-01-02' AND '2024-01-03' AND k IN (0, 2) ORDER BY n",
          "SELECT k, n FROM %s ORDER BY k DESC, n LIMIT 5",
          "SELECT a.n, b.k FROM %s a JOIN (SELECT DISTINCT dt, k FROM o WHERE n < 2) b"
              + " ON a.k = b.k AND a.dt = b.dt ORDER BY a.n LIMIT 100");

  @ParameterizedTest
  @EngineSource
  void answers_areThoseOfOrc(Engine engine, boolean inBatches) throws Exception {
    make();
    tables.engine(engine);
    tables.vectorised(inBatches);
    // Jobs of mr take seconds each.
    for (String question : engine == Engine.MR ? QUESTIONS.subList(0, 2) : QUESTIONS) {
      List<String> answer = tables.once(String.format(question, "o"));
      assertFalse(answer.isEmpty(), question);
      assertEquals(answer, tables.run(String.format(question, "t")), question);
    }
    String columns = "n, s, m, st, d, dt, k";
    String added = " SELECT n + 1000 AS n, s, m, st, d, dt, k FROM o WHERE n < 5";
    tables.run("INSERT INTO t" + added);
    String expected = "SELECT " + columns + " FROM o UNION ALL" + added;
    assertRows(expected);
    if (engine == Engine.TEZ && inBatches) {
      // Old rows go from folders that get new ones. Other ways to replace are tried on mr below.
      String replacing = " SELECT n + 2000 AS n, s, m, st, d, dt, k FROM o WHERE n < 3";
      tables.run("INSERT OVERWRITE TABLE t" + replacing);
      assertRows(
          "SELECT "
              + columns
              + " FROM ("
              + expected
              + ") a WHERE NOT (dt = '2024-01-01' AND k <=> 0) AND NOT (dt = '2024-01-02' AND k <=> 1)"
              + " AND NOT (dt = '2024-01-03' AND k <=> 2) UNION ALL"
              + replacing);
    }
  }

  /** Compares all rows of the table with those of a query. */
  private static void assertRows(String query) throws Exception {
    String all = "SELECT n, s, m['k'], st.f, d, dt, k FROM %s ORDER BY n";
    assertEquals(
        tables.once(String.format(all, "(" + query + ") q")), tables.run(String.format(all, "t")));
  }

  /** Files below the data set that a query opened, without what is behind the last folder. */
  private Set<String> opened(String query) throws Exception {
    Reads.reset();
    tables.run(query);
    Set<String> names = new TreeSet<>();
    for (FileRead read : Reads.now().under(new org.apache.hadoop.fs.Path(data.toUri())).files()) {
      names.add(data.relativize(Path.of(read.path())).toString());
    }
    return names;
  }

  @Test
  void predicateOnFolders_opensNothingElse() throws Exception {
    for (int k = 0; k < 4; k++) {
      write(data.resolve("p=x/k=" + k + "/a"), "v", CifType.STRING, k, 1);
    }
    create("t", "", "'cif.partition.columns' = 'k int'");
    for (boolean inBatches : new boolean[] {true, false}) {
      tables.vectorised(inBatches);
      Set<String> some = opened("SELECT sum(id) FROM t WHERE k = 2 AND p = 'x'");
      some.removeIf(file -> file.endsWith("schema.cif"));
      assertEquals(Set.of("p=x/k=2/a/1-id.col"), some);
      assertEquals(List.of("2"), tables.measure("SELECT sum(id) FROM t WHERE k = 2"));
      assertEquals(1, ScanStatistics.total(ScanStatistics.Counter.SPLITS));
    }
    assertEquals(List.of("NULL"), tables.run("SELECT sum(id) FROM t WHERE p = 'y'"));
  }

  @Test
  void countAndBounds_areAnsweredWithoutAJob() throws Exception {
    make();
    makeNative(data);
    String question = "SELECT count(*), min(n), max(n), max(dt), min(k), count(k) FROM t";
    List<String> scanned = tables.run(question);
    tables.run("SET hive.compute.query.using.stats=true");
    assertFalse(tables.run("EXPLAIN " + question).toString().contains("TableScan"));
    Set<String> opened = opened(question);
    opened.removeIf(file -> file.endsWith("schema.cif") || file.endsWith("1-n.col"));
    assertEquals(Set.of(), opened);
    assertEquals(scanned, tables.run(question));
    assertEquals(List.of("1000\t0\t999\t2024-01-03\t0\t750"), scanned);
    // Answers that bounds do not tell are scanned for, and rows that others add count at once.
    assertContains(tables.run("EXPLAIN SELECT max(s) FROM t").toString(), "TableScan");
    tables.run(
        "INSERT INTO made PARTITION (dt='2030-01-01', k=77) SELECT n * 10, s, m, st, d FROM o"
            + " WHERE n = 900");
    assertEquals(
        List.of("1001\t0\t9000\t2030-01-01\t0\t751"), tables.run(question), "another's rows");
    tables.run("UPDATE t SET n = -n WHERE k = 77");
    assertEquals(List.of("-9000\t999"), tables.run("SELECT min(n), max(n) FROM t"));
  }

  @ParameterizedTest
  @EngineSource
  void aStatementThatFails_leavesNothingVisible(Engine engine) throws Exception {
    write(data.resolve("a"), "v", CifType.STRING, 1, 2);
    create("");
    tables.engine(engine);
    Set<String> before = visible();
    for (String insert : List.of("INSERT INTO t", "INSERT OVERWRITE TABLE t")) {
      refused(insert + " SELECT n, IF(n = 999, assert_true(false), 'x') FROM numbers");
      assertEquals(before, visible());
    }
    tables.run("INSERT INTO t SELECT n, 'x' FROM numbers WHERE n IN (5, 6)");
    assertEquals(List.of("4\t14"), tables.run("SELECT count(*), sum(id) FROM t"));
    Set<String> after = visible();
    assertTrue(after.removeAll(before));
    assertEquals(
        1,
        after.stream().map(f -> f.substring(0, f.indexOf('/'))).distinct().count(),
        "one rename");
    tables.run("INSERT OVERWRITE TABLE t SELECT n, 'y' FROM numbers WHERE n = 7");
    assertEquals(List.of("7\ty"), tables.run("SELECT * FROM t"));
    tables.run("INSERT OVERWRITE TABLE t SELECT n, 'y' FROM numbers WHERE n < 0");
    assertEquals(List.of("0"), tables.run("SELECT count(*) FROM t"));
    assertEquals(Set.of(), visible());
  }

  @Tag("nightly")
  @Test
  void insertOfUnions_ofManyFolders_andOfNull() throws Exception {
    create("t", "(id int, v string) PARTITIONED BY (p string)", "");
    tables.run(
        "INSERT INTO t SELECT n, 'a', concat('p/', n % 300) FROM numbers UNION ALL"
            + " SELECT n + 1000, 'b', IF(n < 3, '', NULL) FROM numbers WHERE n < 5 UNION ALL"
            + " SELECT max(n) + 2000, 'c', 'x=y' FROM numbers");
    assertEquals(List.of("1006\t301"), tables.run("SELECT count(*), count(DISTINCT p) FROM t"));
    // In Hive, too, a folder can't be named by an empty text.
    assertEquals(List.of("5"), tables.run("SELECT count(*) FROM t WHERE p IS NULL"));
    assertEquals(List.of("2999"), tables.run("SELECT id FROM t WHERE p = 'x=y'"));
    assertEquals(
        List.of("299", "599", "899"), tables.run("SELECT id FROM t WHERE p = 'p/299' ORDER BY id"));
    try (Stream<Path> children = Files.list(data)) {
      assertEquals(1, children.filter(c -> !c.getFileName().toString().startsWith("_")).count());
    }
  }

  @Test
  void update_writesItsColumnAlone() throws Exception {
    make();
    Set<String> before = visible();
    tables.run("UPDATE t SET s = concat(k, '!', s), d = d + 1 WHERE k > 1");
    assertEquals(
        tables.run(
            "SELECT n, IF(k > 1, concat(k, '!', s), s), IF(k > 1, CAST(d + 1 AS double),"
                + " CAST(d AS double)), dt, k FROM o ORDER BY n"),
        tables.run("SELECT n, s, CAST(d AS double), dt, k FROM t ORDER BY n"));
    Set<String> added = visible();
    added.removeAll(before);
    added.removeIf(file -> file.contains("_cif_change"));
    assertEquals(
        Set.of("2-s.g1.col", "5-d.g1.col"),
        added.stream().map(f -> f.substring(f.lastIndexOf('/') + 1)).collect(Collectors.toSet()));
    assertContains(refused("UPDATE t SET k = 1"), "partition column");
    tables.run("DELETE FROM t WHERE k = 1 AND s IS NOT NULL");
    assertEquals(
        tables.run("SELECT count(*) FROM o WHERE NOT (coalesce(k, 0) = 1 AND s IS NOT NULL)"),
        tables.run("SELECT count(*) FROM t"));
  }

  @Test
  void alter_takesWhatTheFilesAllow() throws Exception {
    write(data.resolve("k=1/a"), "v", CifType.STRING, 1, 2);
    create("(id int)");
    tables.run("ALTER TABLE t ADD COLUMNS (v string, k int)");
    assertEquals(List.of("1\tv1\t1", "2\tv2\t1"), tables.run("SELECT * FROM t ORDER BY id"));
    tables.run("ALTER TABLE t CHANGE id id bigint");
    assertContains(refused("ALTER TABLE t CHANGE v v date"), "cannot be read as date");
    assertContains(refused("ALTER TABLE t ADD COLUMNS (x void)"), "x");
    assertContains(
        refused("ALTER TABLE t SET TBLPROPERTIES ('cif.partition.columns' = 'v')"),
        "can't be changed");
    tables.run("ALTER TABLE t ADD COLUMNS (later string)");
    tables.run("INSERT INTO t SELECT n, 'new', n, 'l' FROM numbers WHERE n = 3");
    assertEquals(
        List.of("1\tv1\t1\tNULL", "2\tv2\t1\tNULL", "3\tnew\t3\tl"),
        tables.run("SELECT * FROM t ORDER BY id"));
  }

  @Test
  void whatHiveCannotDoOfSuchTables_isRefused() throws Exception {
    write(data.resolve("k=1/a"), "v", CifType.STRING, 1, 2);
    create("");
    Set<String> before = visible();
    for (String create : List.of("CREATE TABLE u", "CREATE MATERIALIZED VIEW u DISABLE REWRITE")) {
      assertContains(refused(create + HANDLER + "AS SELECT * FROM t"), "AS SELECT is not possible");
    }
    assertEquals(List.of(), tables.run("SHOW TABLES LIKE 'u'"));
    for (String place : List.of("external/u", "warehouse/u")) {
      assertFalse(Files.exists(tables.home().resolve(place)), place);
    }
    assertContains(refused("LOAD DATA INPATH '" + data.toUri() + "' INTO TABLE t"), "LOAD");
    assertContains(refused("TRUNCATE TABLE t"), "external.table.purge");
    assertContains(refused("INSERT INTO t PARTITION (k=1) SELECT 1, 'x'"), "not partitioned");
    assertEquals(before, visible());
    tables.run("ALTER TABLE t SET TBLPROPERTIES ('external.table.purge' = 'true')");
    Files.writeString(data.resolve("_notes"), "not of the table");
    tables.run("TRUNCATE TABLE t");
    assertEquals(List.of("0"), tables.run("SELECT count(*) FROM t"));
    assertEquals(Set.of(), visible());
    assertTrue(Files.exists(data.resolve("_notes")));
  }
}
