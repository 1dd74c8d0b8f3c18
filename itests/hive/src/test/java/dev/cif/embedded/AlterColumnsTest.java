package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.ColumnKeys;
import dev.cif.hive.CifHook;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ALTER TABLE renames, moves, drops and adds columns, and each keeps its own values. */
class AlterColumnsTest {
  @TempDir static Path folder;

  // Else the metastore refuses to move columns of different types.
  @RegisterExtension
  static final SharedTables tables =
      SharedTables.with("hive.metastore.disallow.incompatible.col.type.changes", "false");

  @BeforeAll
  static void open() throws Exception {
    // Statistics of columns cost each INSERT a reducer; where they matter a test wants them.
    run("SET hive.stats.column.autogather=false");
  }

  @AfterEach
  void putBack() throws Exception {
    for (String table : List.of("t", "o", "u")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  private static void hook(boolean on) throws Exception {
    tables.run("SET hive.semantic.analyzer.hook=" + (on ? CifHook.class.getName() : ""));
  }

  private static void run(String... statements) throws Exception {
    for (String sql : statements) {
      tables.run(sql);
    }
  }

  /** The answer, whose lines are sorted, must be the same of rows and of vectors. */
  private static void answers(String query, String... lines) throws Exception {
    tables.run("SET hive.fetch.task.conversion=more");
    assertEquals(List.of(lines), sorted(query), query);
    tables.run("SET hive.fetch.task.conversion=none");
    assertEquals(List.of(lines), sorted(query), query + ", vectorised");
  }

  /** Checks the answer like {@link #answers}, row by row alone, which takes no task. */
  private static void rows(String query, String... lines) throws Exception {
    tables.run("SET hive.fetch.task.conversion=more");
    assertEquals(List.of(lines), sorted(query), query);
  }

  private static List<String> sorted(String query) throws Exception {
    return tables.run(query).stream().sorted().toList();
  }

  private static String keys(String table) throws Exception {
    return tables.run("SHOW TBLPROPERTIES " + table).stream()
        .filter(line -> line.startsWith(ColumnKeys.PROPERTY))
        .collect(Collectors.joining("\n"));
  }

  /** The metastore of the embedded Hive has no direct SQL, which Hive takes for granted here. */
  @ParameterizedTest
  @ValueSource(strings = {"CIF", "ORC"})
  void renamedTable_keepsRowsAndStatisticsOfItsPartitions(String format) throws Exception {
    run(
        "CREATE TABLE t (a int, b string) PARTITIONED BY (p int, q string) STORED AS " + format,
        "INSERT INTO t PARTITION (p, q) VALUES (7, 'x', 1, 'a/b'), (9, 'y', 2, NULL)",
        "ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS",
        "ALTER TABLE t RENAME TO u",
        "ALTER TABLE u PARTITION (p=1, q='a/b') RENAME TO PARTITION (p=3, q='c')");
    rows("SELECT * FROM u", "7\tx\t3\tc", "9\ty\t2\t__HIVE_DEFAULT_PARTITION__");
    for (String least : List.of("7 (p=3, q='c')", "9 (p=2, q='__HIVE_DEFAULT_PARTITION__')")) {
      List<String> statistics =
          tables.run("DESCRIBE FORMATTED u PARTITION " + least.substring(2) + " a");
      assertTrue(
          statistics.stream().anyMatch(line -> line.matches("min\\s+" + least.charAt(0) + "\\s*")),
          statistics::toString);
    }
    run("ALTER TABLE u RENAME TO t", "INSERT INTO t PARTITION (p=3, q='c') VALUES (8, 'z')");
    rows("SELECT count(*), sum(a) FROM t", "3\t24");
  }

  @Test
  void columnThatAPropertyNames_isRenamedThere_andNotDropped() throws Exception {
    run(
        "CREATE TABLE t (a int, b string, c int, d string) STORED AS CIF TBLPROPERTIES"
            + " ('cif.filters' = 'A + b,c,a', 'cif.sort.by' = 'c desc, A nulls last')",
        "INSERT INTO t VALUES (1, 'one', 10, 'x')",
        "ALTER TABLE t CHANGE a `a key` int",
        "INSERT INTO t VALUES (2, 'two', 20, 'x'), (3, 'three', 30, 'x')",
        "ALTER TABLE t CHANGE c `a` int",
        "INSERT INTO t VALUES (4, 'four', 40, 'x')");
    assertEquals(
        List.of("cif.filters\ta key+ b,a,a key", "cif.sort.by\ta desc, `a key` nulls last"),
        tables.run("SHOW TBLPROPERTIES t").stream()
            .filter(line -> line.matches("cif.(filters|sort.by)\t.*"))
            .toList());
    answers("SELECT * FROM t WHERE `a key` = 1 AND b = 'one'", "1\tone\t10\tx");
    answers("SELECT `a key` FROM t WHERE a IN (30, 40)", "3", "4");
    for (String alter :
        List.of(
            "ALTER TABLE t REPLACE COLUMNS (`a key` int, b string)",
            "ALTER TABLE t REPLACE COLUMNS (a int, b string)",
            "ALTER TABLE t CHANGE b `b+b` string")) {
      HiveStatementException e =
          assertThrows(HiveStatementException.class, () -> tables.run(alter), alter);
      assertTrue(e.getMessage().contains("cif.filters is 'a key+ b,a,a key'"), e::getMessage);
    }
    run("ALTER TABLE t UNSET TBLPROPERTIES ('cif.filters')");
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () -> tables.run("ALTER TABLE t REPLACE COLUMNS (a int, b string)"));
    assertTrue(
        e.getMessage().contains("column 'a key' can't be dropped: cif.sort.by is"), e::getMessage);
    run("ALTER TABLE t REPLACE COLUMNS (`a key` int, a int)", "INSERT INTO t VALUES (5, 50)");
    answers("SELECT count(*), sum(`a key`), sum(a) FROM t", "5\t15\t150");
  }

  @Test
  void renamedColumn_keepsItsValues() throws Exception {
    run(
        "SET hive.stats.column.autogather=true",
        "CREATE TABLE t (a int, m map<string,int>, s struct<x:int,y:string>) STORED AS CIF"
            + " TBLPROPERTIES ('cif.layout.m' = 'dcsl')",
        "INSERT INTO t SELECT 1, map('k', 10), named_struct('x', 100, 'y', 'one')");
    assertEquals("", keys("t"));
    run(
        "ALTER TABLE t CHANGE a id int",
        "ALTER TABLE t CHANGE m props map<string,int>",
        "ALTER TABLE t CHANGE s st struct<x:int,y:string>",
        "INSERT INTO t SELECT 2, map('k', 20), named_struct('x', 200, 'y', 'two')",
        "SET hive.stats.column.autogather=false");
    answers("SELECT id, props['k'], st.x, st.y FROM t", "1\t10\t100\tone", "2\t20\t200\ttwo");
    rows("SELECT id FROM t WHERE id < 2", "1");
    answers("SELECT id FROM t WHERE st.y = 'two' AND id IS NOT NULL", "2");
    assertTrue(tables.run("SHOW CREATE TABLE t").toString().contains("'cif.layout.props'='dcsl'"));
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      for (boolean vectorised : new boolean[] {true, false}) {
        tables.vectorised(vectorised);
        assertEquals(
            List.of("3\t30\t300"),
            tables.run("SELECT sum(id), sum(props['k']), sum(st.x) FROM t WHERE id > 0"));
      }
    }
  }

  @Test
  void mapKeysOfAnotherType_areFoundByFiltersAsTheyAreRead() throws Exception {
    run(
        "CREATE TABLE t (m map<string,int>, i map<int,string>) STORED AS CIF",
        "INSERT INTO t SELECT map('ab', 1, 'cde', 2), map(7, 'x')",
        "ALTER TABLE t CHANGE m m map<varchar(2),int>",
        "ALTER TABLE t CHANGE i i map<string,string>");
    answers("SELECT m['ab'], m['cd'], i['7'] FROM t", "1\t2\tx");
    answers("SELECT m['cd'] FROM t WHERE m['ab'] = 1 AND i['7'] = 'x'", "2");
    answers("SELECT 1 FROM t WHERE m['cd'] IN (2, 3) AND i['7'] LIKE 'x%'", "1");
    answers("SELECT 1 FROM t WHERE m['ab'] IS NULL OR i['7'] IS NULL");
  }

  @Test
  void swappedNames_andOneAddedAgain() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE a swap int",
        "ALTER TABLE t CHANGE b a int",
        "ALTER TABLE t CHANGE swap b int",
        "INSERT INTO t VALUES (30, 40)");
    // The first column is b now, the second a.
    rows("SELECT b, a FROM t", "1\t2", "30\t40");
    rows("SELECT b FROM t WHERE a = 2", "1");
    // Column a becomes c, and another column is a.
    run(
        "ALTER TABLE t CHANGE a c int",
        "ALTER TABLE t ADD COLUMNS (a int)",
        "INSERT INTO t VALUES (5, 6, 7)");
    answers("SELECT b, c, a FROM t", "1\t2\tNULL", "30\t40\tNULL", "5\t6\t7");
    answers("SELECT b FROM t WHERE a IS NULL AND c > 0", "1", "30");
  }

  @Test
  void droppedColumn_whoseNameIsAddedAgain_hasNoOldValues() throws Exception {
    run(
        "CREATE TABLE t (a int, b string, c int) STORED AS CIF TBLPROPERTIES ('cif.default.b' = 'x')",
        "INSERT INTO t VALUES (1, 'old', 10)",
        "ALTER TABLE t REPLACE COLUMNS (c int, a bigint)",
        "INSERT INTO t VALUES (20, 2)");
    answers("SELECT * FROM t", "10\t1", "20\t2");
    run("ALTER TABLE t ADD COLUMNS (b string)", "INSERT INTO t VALUES (30, 3, 'new')");
    answers("SELECT * FROM t", "10\t1\tNULL", "20\t2\tNULL", "30\t3\tnew");
    rows("SELECT a FROM t WHERE b = 'old'");
    // In the oldest split-directory another column has the name already.
    run("UPDATE t SET b = concat('u', c) WHERE a < 3");
    answers("SELECT * FROM t", "10\t1\tu10", "20\t2\tu20", "30\t3\tnew");
    rows("SELECT a FROM t WHERE b = 'u10'", "1");
    run("UPDATE t SET b = upper(b), c = c + 1");
    answers("SELECT * FROM t", "11\t1\tU10", "21\t2\tU20", "31\t3\tNEW");
  }

  @Test
  void movedColumns_areFoundByWhatTheyAre() throws Exception {
    run(
        "CREATE TABLE t (a int, s string, d double) STORED AS CIF",
        "INSERT INTO t VALUES (1, 'one', 1.5)",
        "ALTER TABLE t CHANGE d d double FIRST",
        "ALTER TABLE t CHANGE a a2 bigint AFTER s",
        "INSERT INTO t VALUES (2.5, 'two', 20000000000)");
    answers("SELECT * FROM t", "1.5\tone\t1", "2.5\ttwo\t20000000000");
    answers("SELECT s FROM t WHERE a2 >= 1 AND d < 2", "one");
  }

  @Test
  void partitions_withAndWithoutCascade() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) PARTITIONED BY (p string) STORED AS CIF",
        "INSERT INTO t PARTITION (p = 'x') VALUES (1, 10)",
        "ALTER TABLE t CHANGE a c int",
        "INSERT INTO t PARTITION (p = 'x') VALUES (2, 20)",
        "INSERT INTO t PARTITION (p = 'y') VALUES (3, 30)",
        "ALTER TABLE t CHANGE b a int CASCADE",
        "INSERT INTO t PARTITION (p) SELECT c + 3, a + 30, 'y' FROM t WHERE p = 'x'",
        "ALTER TABLE t CHANGE a a int FIRST");
    answers("SELECT a, c, p FROM t", "10\t1\tx", "20\t2\tx", "30\t3\ty", "40\t4\ty", "50\t5\ty");
    rows("SELECT c FROM t WHERE a = 10 OR a = 50", "1", "5");
    run("UPDATE t SET a = -a WHERE p = 'x' AND c = 1");
    answers("SELECT a, c FROM t WHERE p = 'x'", "-10\t1", "20\t2");
  }

  @Test
  void joinOfTables_readsEachByItsOwnKeys() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE a x int",
        "ALTER TABLE t CHANGE b a int",
        "CREATE TABLE u (a int, b int) STORED AS CIF",
        "INSERT INTO u VALUES (2, 7)");
    // On mr one task may read both; on Tez one of them becomes a hash table.
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      run("SET hive.auto.convert.join=" + (engine == Engine.TEZ));
      assertEquals(
          List.of("1\t2\t7"), tables.run("SELECT t.x, u.a, u.b FROM t JOIN u ON t.a = u.a"));
    }
    run("SET hive.auto.convert.join=true");
    tables.engine(Engine.MR);
    assertEquals(
        List.of("1\t2", "2\t7"), sorted("SELECT x, a FROM t UNION ALL SELECT a, b FROM u"));
  }

  @Test
  void changeWithoutTheHook_isOneByName() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE a x int",
        "INSERT INTO t VALUES (3, 4)");
    hook(false);
    run("ALTER TABLE t CHANGE b y int", "INSERT INTO t VALUES (5, 6)");
    // Without the hook the former b comes back with its name.
    rows("SELECT x, y FROM t", "1\tNULL", "3\tNULL", "5\t6");
    run("ALTER TABLE t CHANGE y b int");
    rows("SELECT x, b FROM t", "1\t2", "3\t4", "5\tNULL");
    run("ALTER TABLE t CHANGE b y int");
    hook(true);
    run("ALTER TABLE t ADD COLUMNS (b int)", "INSERT INTO t VALUES (7, 8, 9)");
    answers("SELECT x, y, b FROM t", "1\tNULL\tNULL", "3\tNULL\tNULL", "5\t6\tNULL", "7\t8\t9");
    run("ALTER TABLE t CHANGE y z int");
    rows("SELECT x, z, b FROM t", "1\tNULL\tNULL", "3\tNULL\tNULL", "5\t6\tNULL", "7\t8\t9");
  }

  @Test
  void tableMadeAgain_withItsKeys_hasItsValues() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE a c int",
        "ALTER TABLE t CHANGE b a int");
    String[] keys = keys("t").split("\t", -1);
    String again =
        "CREATE EXTERNAL TABLE u (c int, a int) STORED AS CIF LOCATION '"
            + tables.folder("t")
            + "'";
    run(again + " TBLPROPERTIES ('" + keys[0] + "' = '" + keys[1].strip() + "')");
    rows("SELECT * FROM u", "1\t2");
    refused(
        again.replace(" u ", " o ") + " TBLPROPERTIES ('cif.column.keys' = 'c,a')",
        "cif.column.keys is not what CIF wrote");
    // A copy has columns of its own.
    run("CREATE TABLE o LIKE t", "INSERT INTO o SELECT * FROM t");
    assertEquals("", keys("o"));
    rows("SELECT * FROM o", "1\t2");
  }

  @Test
  void defaults_areWhatOldSplitsHave() throws Exception {
    run(
        "CREATE TABLE t (a int) STORED AS CIF",
        "INSERT INTO t VALUES (1)",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.n' = '5', 'cif.default.s' = 'it\\'s \\u00e4',"
            + " 'cif.default.d' = '1.50', 'cif.default.day' = '2026-11-24')",
        "ALTER TABLE t ADD COLUMNS (n int, s string, d decimal(5,2), day date)",
        "INSERT INTO t VALUES (2, 6, 'x', 2.25, '2026-11-25'), (3, NULL, NULL, NULL, NULL)");
    answers(
        "SELECT * FROM t",
        "1\t5\tit's ä\t1.50\t2026-11-24",
        "2\t6\tx\t2.25\t2026-11-25",
        "3\tNULL\tNULL\tNULL\tNULL");
    rows("SELECT a FROM t WHERE n = 5", "1");
    rows("SELECT a FROM t WHERE n > 5", "2");
    rows("SELECT a FROM t WHERE n IS NULL", "3");
    answers("SELECT a FROM t WHERE n <=> 5 AND s LIKE 'it%' AND d IN (1.5, 7)", "1");
    answers("SELECT a FROM t WHERE NOT (day < '2026-11-25')", "2");
    answers(
        "SELECT s, sum(n), count(d) FROM t GROUP BY s", "NULL\tNULL\t0", "it's ä\t5\t1", "x\t6\t1");
    run("ALTER TABLE t CHANGE n m bigint", "UPDATE t SET s = 'set' WHERE a = 2");
    rows("SELECT a, m, s FROM t", "1\t5\tit's ä", "2\t6\tset", "3\tNULL\tNULL");
    run("UPDATE t SET m = m + 1 WHERE a = 3 OR a = 1");
    answers("SELECT a, m FROM t", "1\t6", "2\t6", "3\tNULL");
  }

  @Test
  void defaultThatIsNone_isRefused() throws Exception {
    run("CREATE TABLE t (a int, n tinyint) STORED AS CIF", "INSERT INTO t VALUES (1, 1)");
    refused(
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.n' = '500')",
        "cif.default.n is '500', of a column tinyint: '500' is no tinyint; nothing was changed");
    run("ALTER TABLE t SET TBLPROPERTIES ('cif.default.m' = 'x')");
    refused("ALTER TABLE t ADD COLUMNS (m map<string,int>)", "cif.default.m is 'x'");
    refused("ALTER TABLE t ADD COLUMNS (m int DEFAULT 5)", "ParseException");
    refused("ALTER TABLE t ADD COLUMNS (m double)", "'x' is no double");
    refused(
        "CREATE TABLE u (d date) STORED AS CIF TBLPROPERTIES ('cif.default.d' = '31 May')",
        "'31 May' is no date, such as 2020-12-31");
    hook(false);
    run("ALTER TABLE t ADD COLUMNS (m double)");
    refused("SELECT m FROM t", "table default.t: cif.default.m is 'x', of a column double");
    refused("SELECT sum(m) FROM t", "table default.t: cif.default.m is 'x', of a column double");
  }

  @Test
  void damagedKeys_areTold() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE a c int",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.column.keys' = 'k1;2;a')");
    String expected = "cif.column.keys is not what CIF wrote";
    refused("SELECT * FROM t", expected);
    refused("INSERT INTO t VALUES (1, 2)", expected);
    refused("ALTER TABLE t CHANGE c d int", expected);
    run("ALTER TABLE t UNSET TBLPROPERTIES ('cif.column.keys')");
    rows("SELECT * FROM t", "NULL\t2");
  }

  private static void refused(String statement, String reason) {
    String message =
        assertThrows(HiveStatementException.class, () -> tables.run(statement)).getMessage();
    assertTrue(message.contains(reason), message);
  }

  @Test
  void randomChanges_matchTheModel() throws Exception {
    AlterModel model = new AlterModel(tables, 403);
    for (int step = 1; step <= 21; step++) {
      model.step(step % 3 == 1);
      model.check("more");
      if (step % 7 == 0) {
        model.check("none");
      }
    }
  }

  @Test
  void longKeys_areInSeveralProperties() throws Exception {
    String columns =
        IntStream.range(0, 110)
            .mapToObj(i -> "a_column_of_a_name_that_is_no_short_one_" + i + " int")
            .collect(Collectors.joining(", "));
    run(
        "CREATE TABLE t (first int, second int, " + columns + ") STORED AS CIF",
        "INSERT INTO t (first, second) VALUES (1, 2)",
        "ALTER TABLE t CHANGE first `über` int",
        "ALTER TABLE t CHANGE second first int");
    assertEquals(2, keys("t").lines().count(), keys("t"));
    assertTrue(keys("t").lines().allMatch(line -> line.length() < 4100));
    assertFalse(keys("t").contains("über"), keys("t"));
    rows("SELECT first, `über` FROM t", "2\t1");
  }
}
