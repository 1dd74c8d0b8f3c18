package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hive.common.util.HiveVersionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** UPDATE writes the columns that it sets, in the split-directories that it concerns. */
class UpdateTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
  }

  @AfterEach
  void putBack() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("DROP TABLE IF EXISTS o");
  }

  /**
   * Makes the same rows in a table of each format: three partitions, two split-directories each.
   */
  private static void make() throws Exception {
    for (String table : List.of("t STORED AS CIF", "o STORED AS ORC")) {
      String name = table.substring(0, 1);
      tables.run(
          "CREATE TABLE "
              + table.replaceFirst(
                  " ",
                  " (id int, s string, m map<string,int>, d decimal(10,2), c char(8))"
                      + " PARTITIONED BY (p string) "));
      for (int half = 0; half < 2; half++) {
        tables.run(
            "INSERT INTO "
                + name
                + " PARTITION (p) SELECT n, IF(n % 5 = 0, NULL, concat('s', n)), map('k', n, 'l',"
                + " -n), CAST(n / 4 AS decimal(10,2)), concat('c', n), concat('it\\'s ', n % 3)"
                + " FROM numbers WHERE n DIV 500 = "
                + half);
      }
    }
  }

  private static List<String> rows(String table) throws Exception {
    return tables.run("SELECT * FROM " + table + " ORDER BY id, p");
  }

  /** Hive's vectors fail at an IF of decimals (4.0.1), over any format. */
  private static void rewrite(String sql) throws Exception {
    boolean inBatches = tables.run("SET hive.vectorized.execution.enabled").get(0).endsWith("true");
    tables.vectorised(false);
    tables.run(sql);
    tables.vectorised(inBatches);
  }

  /** Size and time of every file below a table's folder. */
  private static Map<String, String> state() throws Exception {
    Path root = tables.folder("t");
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        // The table file follows ALTER TABLE; no UPDATE writes it.
        boolean isData = !file.toString().endsWith(".crc") && !file.endsWith("_cif_table");
        if (isData) {
          state.put(
              root.relativize(file).toString(),
              Files.size(file) + " " + Files.getLastModifiedTime(file));
        }
      }
    }
    return state;
  }

  /** The column files that came, without their split-directories; nothing else may differ. */
  private static List<String> added(Map<String, String> before) throws Exception {
    Map<String, String> after = state();
    before.forEach(
        (file, state) -> {
          if (!file.endsWith("schema.cif")) {
            assertEquals(state, after.get(file), file);
          }
        });
    TreeSet<String> added = new TreeSet<>(after.keySet());
    added.removeAll(before.keySet());
    added.removeIf(file -> file.contains("_cif_change"));
    return List.copyOf(added);
  }

  private static List<String> names(List<String> files) {
    return files.stream()
        .map(file -> file.substring(file.lastIndexOf('/') + 1))
        .distinct()
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @EngineSource
  void update_changesWhatOrcWouldHave_andWritesNoOtherColumn(Engine engine, boolean inBatches)
      throws Exception {
    make();
    tables.engine(engine);
    tables.vectorised(inBatches);
    Map<String, String> before = state();
    tables.run("UPDATE t SET s = concat(t.s, '!'), D = d + id WHERE id % 7 = 3 OR s IS NULL");
    rewrite(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT id,"
            + " IF(id % 7 = 3 OR s IS NULL, concat(s, '!'), s), m,"
            + " IF(id % 7 = 3 OR s IS NULL, CAST(d + id AS decimal(10,2)), d), c, p FROM o");
    assertEquals(rows("o"), rows("t"));
    assertEquals(List.of("2-s.g1.col", "4-d.g1.col"), names(added(before)));
    assertEquals(12, added(before).size());
    assertEquals(
        tables.run("SELECT p, count(*), sum(d), max(s) FROM o WHERE d > 20 GROUP BY p ORDER BY p"),
        tables.run("SELECT p, count(*), sum(d), max(s) FROM t WHERE d > 20 GROUP BY p ORDER BY p"));
    // Once more, of what was changed before.
    tables.run("UPDATE t SET s = concat(s, '?')");
    rewrite("INSERT OVERWRITE TABLE o PARTITION (p) SELECT id, concat(s, '?'), m, d, c, p FROM o");
    assertEquals(rows("o"), rows("t"));
    assertEquals(
        Set.of("2-s.g1.col", "4-d.g1.col", "2-s.g2.col"), Set.copyOf(names(added(before))));
  }

  @Test
  void backFill_ofAnAddedColumn() throws Exception {
    make();
    Map<String, String> before = state();
    for (String table : List.of("t", "o")) {
      tables.run("ALTER TABLE " + table + " ADD COLUMNS (host string, l bigint) CASCADE");
    }
    tables.run("UPDATE t SET host = upper(s), l = m['l'] * 10");
    rewrite(
        "INSERT OVERWRITE TABLE o PARTITION (p)"
            + " SELECT id, s, m, d, c, upper(s), m['l'] * 10, p FROM o");
    assertEquals(rows("o"), rows("t"));
    assertEquals(List.of("6-host.col", "7-l.col"), names(added(before)));
    // Rows that come later have it as they are written.
    for (String table : List.of("t", "o")) {
      tables.run(
          "INSERT INTO "
              + table
              + " PARTITION (p='new') SELECT n, 'x', map('k', 1), 1, 'y', 'host', 3 FROM numbers"
              + " WHERE n < 3");
    }
    assertEquals(rows("o"), rows("t"));
  }

  @Tag("nightly")
  @Test
  void splitDirectoriesWithoutARowToChange_areNotTouched() throws Exception {
    make();
    Map<String, String> before = state();
    tables.run("UPDATE t SET m = map('new', id), c = 'z' WHERE p = 'it\\'s 1' AND id < 400");
    rewrite(
        "INSERT OVERWRITE TABLE o PARTITION (p) SELECT id, s,"
            + " IF(p LIKE '%1' AND id < 400, map('new', id), m), d,"
            + " CAST(IF(p LIKE '%1' AND id < 400, 'z', c) AS char(8)), p FROM o");
    assertEquals(rows("o"), rows("t"));
    assertEquals(2, added(before).size(), added(before)::toString);
    before = state();
    tables.run("UPDATE t SET s = 'never' WHERE id > 5000");
    tables.run("UPDATE t SET s = 'never' WHERE 1 = 2");
    assertEquals(before, state());
    tables.run("UPDATE t SET id = '77', m = NULL WHERE id = 5");
    assertEquals(
        List.of("77\tNULL\tNULL"),
        tables.run("SELECT id, s, m FROM t WHERE id = 77 AND m IS NULL"));
  }

  @Test
  void aTableWithoutPartitions_andOneInMoreThanOneRange() throws Exception {
    tables.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1000') AS"
            + " SELECT a.n * 1000 + b.n AS id, concat('text ', b.n) AS s, 'p' AS p"
            + " FROM numbers a CROSS JOIN numbers b WHERE a.n < 40");
    tables.run("SET mapreduce.input.fileinputformat.split.minsize=10000");
    tables.run("SET mapreduce.input.fileinputformat.split.maxsize=100000");
    try {
      tables.run("UPDATE t SET s = concat(s, id) WHERE id % 1000 = 999");
      assertEquals(
          List.of("40000\t40\t780000"),
          tables.run(
              "SELECT count(*), sum(IF(s = concat('text 999', id), 1, 0)),"
                  + " sum(IF(s = concat('text ', id % 1000), 1, 0)) * 20 - 19200 FROM t"));
    } finally {
      tables.run("SET mapreduce.input.fileinputformat.split.minsize=0");
      tables.run("SET mapreduce.input.fileinputformat.split.maxsize=256000000");
    }
  }

  /** Else Hive would tell of values that were. */
  @Test
  void statisticsOfTheColumnsThatAreSet_areDropped() throws Exception {
    tables.run("CREATE TABLE t STORED AS CIF AS SELECT n AS id, n * 2 AS v FROM numbers");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    assertTrue(statistics("v").contains("1998"), statistics("v"));
    tables.run("UPDATE t SET v = -1");
    assertTrue(!statistics("v").contains("1998"), statistics("v"));
    assertTrue(statistics("id").contains("999"), statistics("id"));
    tables.run("SET hive.compute.query.using.stats=true");
    try {
      assertEquals(List.of("1000\t-1\t999"), tables.run("SELECT count(*), max(v), max(id) FROM t"));
    } finally {
      tables.run("SET hive.compute.query.using.stats=false");
    }
  }

  @Test
  void namesThatNeedQuotes_meanTheirColumnsAndFields() throws Exception {
    String folder =
        Files.createTempDirectory(Path.of("target").toAbsolutePath(), "it's \"quoted\";")
            .toUri()
            .toString();
    tables.run(
        "CREATE TABLE t (a int, b int, `a-b` int, `select` string, `_u` string, `ü` string,"
            + " `back``quote` int, `x y` struct<`f g`:int,`select`:string,a:int>) STORED AS CIF"
            + " LOCATION '"
            + folder.replace("'", "\\'")
            + "'");
    tables.run(
        "INSERT INTO t SELECT 10, 3, 100, 's', 'u', 'v', 7,"
            + " named_struct('f g', 1, 'select', 't', 'a', 5)");
    tables.run("UPDATE t SET b = `a-b` + 1");
    assertEquals(List.of("10\t101\t100"), tables.run("SELECT a, b, `a-b` FROM t"));
    tables.run("UPDATE t SET b = 1 WHERE `a-b` = 7");
    tables.run("UPDATE t SET a = `x y`.`f g` + `back``quote` WHERE t.`a-b` = 100");
    tables.run(
        "UPDATE t SET `select` = concat(`_u`, T.`ü`, `x y`.`select`), `ü` = `select`,"
            + " `back``quote` = 9,"
            + " `x y` = named_struct('f g', `a-b`, 'select', `_u`, 'a', `x y`.a)"
            + " WHERE `x y`.`select` = 't' AND `back``quote` = 7");
    assertEquals(
        List.of("8\t101\t100\tuvt\tu\ts\t9\t{\"f g\":100,\"select\":\"u\",\"a\":5}"),
        tables.run("SELECT * FROM t"));
    tables.run("SET hive.support.quoted.identifiers=standard");
    try {
      tables.run("UPDATE t SET \"a-b\" = \"back`quote\" * 2");
    } finally {
      tables.run("SET hive.support.quoted.identifiers=column");
    }
    assertEquals(List.of("18"), tables.run("SELECT `a-b` FROM t"));
    // To Java these are s and S; to Hive another name.
    expectError("UPDATE t SET `\u017Felect` = 'x'", "no column '\u017Felect'");
  }

  private static void expectError(String sql, String words) {
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run(sql), sql);
    assertTrue(e.getMessage().contains(words), e::getMessage);
  }

  @Test
  void null_ofEachType() throws Exception {
    tables.run(
        "CREATE TABLE t (k int, bo boolean, ti tinyint, si smallint, bi bigint, f float, d double,"
            + " de decimal(10,2), s string, vc varchar(5), c char(4), bin binary, da date,"
            + " ts timestamp, tz timestamp with local time zone, ar array<int>,"
            + " m map<string,int>, st struct<`a b`:int>) STORED AS CIF");
    tables.run(
        "INSERT INTO t SELECT n, true, 1, 2, 3, 4, 5, 6.5, 's', 'vc', 'c', CAST('b' AS binary),"
            + " '2020-01-01', '2020-01-01 00:00:00',"
            + " CAST('2020-01-01 00:00:00 UTC' AS timestamp with local time zone),"
            + " array(1), map('k', 1), named_struct('a b', 1) FROM numbers WHERE n < 2");
    List<String> columns =
        tables.run("DESCRIBE t").stream().map(line -> line.split("\t", -1)[0].strip()).toList();
    String nulls =
        columns.stream().skip(1).map(c -> c + " = NULL").collect(Collectors.joining(", "));
    String before = tables.run("SELECT * FROM t WHERE k = 0").get(0);
    assertTrue(!before.contains("NULL"), before);
    tables.run("UPDATE t SET " + nulls + " WHERE k = 1");
    assertEquals(
        List.of(before, "1" + "\tNULL".repeat(columns.size() - 1)),
        tables.run("SELECT * FROM t ORDER BY k"));
    // In a SELECT, too, Hive 4.1 casts no NULL to the type of the other branch.
    boolean isBranch = !HiveVersionInfo.getVersion().startsWith("4.1");
    tables.run(
        "UPDATE t SET ts = CASE WHEN k = 0 THEN NULL END"
            + (isBranch ? ", tz = IF(k = 0, tz, NULL)" : ""));
    assertEquals(
        List.of("false\ttrue", "true\ttrue"),
        tables.run("SELECT tz IS NULL, ts IS NULL FROM t ORDER BY k"));
  }

  /** Hive leaves out casts that it takes for redundant, behind a CASE for one. */
  @Test
  void textsOfBoundedLength_fromEachBranch() throws Exception {
    tables.run("CREATE TABLE t (id int, v varchar(3), c char(3), d decimal(4,1)) STORED AS CIF");
    tables.run("INSERT INTO t SELECT n, 'old', 'old', 1 FROM numbers WHERE n < 3");
    tables.run(
        "UPDATE t SET v = CASE WHEN id = 0 THEN CAST(substr(concat('a', id), 1) AS varchar(3))"
            + " ELSE CAST(substr('long text', 2) AS varchar(3)) END,"
            + " c = CASE WHEN id = 0 THEN CAST('b' AS char(3)) ELSE 'long text' END,"
            + " d = CASE WHEN id = 0 THEN 1.25 ELSE CAST(3 AS decimal(20,10)) END");
    assertEquals(
        List.of("0\ta0\tb  \t1.3", "1\tong\tlon\t3.0", "2\tong\tlon\t3.0"),
        tables.run("SELECT * FROM t ORDER BY id"));
    tables.run(
        "UPDATE t SET v = CASE WHEN id = 0 THEN CAST(c AS varchar(3))"
            + " ELSE CAST(substr(COALESCE('A', 'N'), 2) AS varchar(3)) END");
    assertEquals(List.of("0\tb", "1\t", "2\t"), tables.run("SELECT id, v FROM t ORDER BY id"));
  }

  @Test
  void functionsThatAreConstantInAStatement_areAllowed() throws Exception {
    tables.run(
        "CREATE TABLE t STORED AS CIF AS SELECT n AS id, CAST(NULL AS timestamp) AS at,"
            + " CAST(NULL AS date) AS day, 0L AS seconds, '' AS who, '' AS place FROM numbers");
    tables.run(
        "UPDATE t SET at = current_timestamp, day = current_date, seconds = unix_timestamp(),"
            + " who = current_user(), place = current_database()"
            + " WHERE current_date >= '2020-01-01'");
    assertEquals(
        List.of("1\ttrue\ttrue\tdefault"),
        tables.run(
            "SELECT count(DISTINCT at, day, seconds, who), max(day) >= '2020-01-01',"
                + " max(at) >= max(day), max(place) FROM t"));
    for (String function : List.of("rand()", "uuid()", "surrogate_key()")) {
      expectError("UPDATE t SET place = " + function, "gives another value each time");
      expectError("UPDATE t SET id = 1 WHERE " + function + " = '1'", "another value each time");
    }
  }

  /** Hive would run the statement's text, which it does not have. */
  @Test
  void explainAnalyze_isRefused() throws Exception {
    make();
    Map<String, String> before = state();
    expectError("EXPLAIN ANALYZE UPDATE t SET s = 'x'", "EXPLAIN ANALYZE");
    assertEquals(before, state());
  }

  @Test
  void errors_pointIntoTheStatement() throws Exception {
    tables.run("CREATE TABLE t (a int, `a b` int, m map<string,int>) STORED AS CIF");
    expectError(
        "UPDATE t SET a = `a b` + nope",
        "Line 1:25 Invalid table alias or column reference 'nope'");
    expectError(
        "UPDATE t SET m = map('k', a),\n  a = (`a b` + x)",
        "Line 2:15 Invalid table alias or column reference 'x'");
    expectError(
        "UPDATE t SET a = 1\nWHERE\n  `a b` > other.`a b`",
        "Line 3:10 Invalid table alias or column reference 'other'");
    expectError(
        "EXPLAIN UPDATE t SET a = nope",
        "Line 1:25 Invalid table alias or column reference 'nope'");
  }

  private static String statistics(String column) throws Exception {
    return String.join("\n", tables.run("DESCRIBE FORMATTED t " + column));
  }

  @Test
  void whatCantBeDone_isRefusedBeforeAnythingIsWritten() throws Exception {
    make();
    Map<String, String> before = state();
    for (String statement :
        List.of(
            "s = (SELECT max(s) FROM o)#subquery",
            "id = rand()#another value each time",
            "id = sum(id)#not a function of one row",
            "id = row_number() OVER (ORDER BY s)#not a function of one row",
            "s = explode(array('a'))#not a function of one row",
            "nothing = 1#no column 'nothing'",
            "p = 'x'#partition column",
            "m = 5#is map<string,int>, its new value is int",
            "id = map('a', 1)#",
            "s = 'x', S = 'y'#set twice",
            "s = DEFAULT#DEFAULT",
            "s = unknown#unknown")) {
      String[] parts = statement.split("#", -1);
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class,
              () -> tables.run("UPDATE t SET " + parts[0]),
              statement);
      assertTrue(e.getMessage().contains(parts[1]), e.getMessage());
      assertEquals(before, state(), statement);
    }
  }

  @Test
  void otherTables_areHives() throws Exception {
    make();
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("UPDATE o SET s = 'x'"));
    assertTrue(
        e.getMessage().contains("transactional") || e.getMessage().contains("transaction manager"),
        e.getMessage());
    assertThrows(HiveStatementException.class, () -> tables.run("UPDATE nowhere SET s = 'x'"));
    expectError("DELETE FROM o WHERE id = 1", "transaction");
    expectError("MERGE INTO o USING t ON o.id = t.id WHEN MATCHED THEN DELETE", "transaction");
  }

  @Test
  void anUpdateThatFails_leavesTheTableAsItWas() throws Exception {
    make();
    Map<String, String> before = state();
    List<String> rows = rows("t");
    assertThrows(
        HiveStatementException.class,
        // Some rows have no valid pattern.
        () -> tables.run("UPDATE t SET s = regexp_extract(c, IF(id < 900, 'c', '('), 0)"));
    assertEquals(rows, rows("t"));
    long end = System.currentTimeMillis() + 20_000;
    while (!before.equals(state()) && System.currentTimeMillis() < end) {
      Thread.sleep(100);
    }
    assertEquals(before, state());
    tables.run("UPDATE t SET s = 'x'");
    assertEquals(List.of("x"), tables.run("SELECT DISTINCT s FROM t"));
  }

  @Test
  void explain_showsWhatIsRead() throws Exception {
    make();
    Map<String, String> before = state();
    String plan = String.join("\n", tables.run("EXPLAIN UPDATE t SET s = upper(s) WHERE id < 5"));
    assertTrue(plan.contains("(id < 5)") && plan.contains("TableScan"), plan);
    assertEquals(before, state());
  }
}
