package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.Column;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** Columns whose names have characters that lists of names, paths or SQL use for themselves. */
class OddNamesTest {
  /** Characters that Hive takes in a quoted name of CREATE TABLE: neither ':' nor '.'. */
  private static final String CHARACTERS =
      ",,/;=+-*%#&'\"\\$()<>[]{}|~^!?@ _a0\u00fc\u20ac\t\u0001";

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @AfterEach
  void drop() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
  }

  private static List<String> names(Random random) {
    Set<String> names = new LinkedHashSet<>();
    while (names.size() < 4) {
      StringBuilder name = new StringBuilder("n");
      for (int length = 1 + random.nextInt(4); length > 0; length--) {
        name.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
      }
      names.add(name.append('x').toString());
    }
    return List.copyOf(names);
  }

  private static String quoted(String name) {
    return "`" + name + "`";
  }

  private static List<String> stored(Path table) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    String split = tables.splits("t").iterator().next();
    try (SplitReader reader =
        SplitReader.open(
            fs, new org.apache.hadoop.fs.Path(table.toUri().getPath(), "./" + split))) {
      return reader.schema().columns().stream().map(Column::name).toList();
    }
  }

  @Test
  void columns_ofAnyNames_areWrittenAndReadUnderThem() throws Exception {
    writeAndRead(2);
  }

  @Test
  @Tag("nightly")
  void columns_ofManyNames_areWrittenAndReadUnderThem() throws Exception {
    writeAndRead(20);
  }

  private static void writeAndRead(int rounds) throws Exception {
    Random random = new Random(40);
    for (int round = 0; round < rounds; round++) {
      List<String> names = round == 0 ? List.of("a,b", "c", "d,,e", ",") : names(random);
      String columns =
          names.stream().map(name -> quoted(name) + " int").collect(Collectors.joining(", "));
      tables.run("CREATE TABLE t (" + columns + ") STORED AS CIF");
      tables.run("INSERT INTO t VALUES (1, 2, 3, 4), (5, 6, 7, 8)");
      assertEquals(names, stored(tables.folder("t")), names::toString);
      String handler =
          "CREATE EXTERNAL TABLE h STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
              + tables.folder("t").toUri()
              + "'";
      tables.run(handler);
      for (String table : List.of("t", "h")) {
        for (boolean inBatches : List.of(true, false)) {
          tables.vectorised(inBatches);
          assertEquals(List.of("1\t2\t3\t4", "5\t6\t7\t8"), tables.rows(table), names::toString);
          for (int i = 0; i < names.size(); i++) {
            String name = quoted(names.get(i));
            String read = "SELECT " + name + " FROM " + table + " WHERE " + name + " > 4";
            assertEquals(List.of("" + (5 + i)), tables.run(read), names::toString);
          }
        }
        tables.run("SET hive.fetch.task.conversion=more");
        assertEquals(List.of("1\t2\t3\t4", "5\t6\t7\t8"), tables.rows(table), names::toString);
        tables.run("SET hive.fetch.task.conversion=none");
      }
      tables.run("DROP TABLE h");
      tables.run("DROP TABLE t");
    }
  }

  /**
   * Hive counts the columns before those of partitions by the commas of a list, and none that is
   * blank: an INSERT into a table of ORC fails here.
   */
  @Tag("nightly")
  @ParameterizedTest
  @EngineSource
  void partitionColumns_behindColumnsOfAnyNames_haveTheirOwnValues(Engine engine, boolean inBatches)
      throws Exception {
    tables.engine(engine);
    tables.vectorised(inBatches);
    List<String> expected = List.of("1\t2\t3\t10\tp", "4\t5\t6\t11\tq", "7\t8\t9\t10\tq");
    for (String names : List.of("`a,b` int, `,` int, c int", "`a` int, ` ` int, c int")) {
      for (String buckets : List.of("", " CLUSTERED BY (c) INTO 2 BUCKETS")) {
        tables.run(
            "CREATE TABLE t ("
                + names
                + ") PARTITIONED BY (`p,q` int, `r,` string)"
                + buckets
                + " STORED AS CIF");
        String rows =
            "SELECT inline(array(struct(1, 2, 3, 10, 'p'), struct(4, 5, 6, 11, 'q'), struct(7, 8,"
                + " 9, 10, 'q')))";
        tables.run("INSERT INTO t PARTITION (`p,q`, `r,`) " + rows);
        assertEquals(expected, tables.rows("t"), names + buckets);
        tables.run("INSERT OVERWRITE TABLE t PARTITION (`p,q`, `r,`) " + rows);
        assertEquals(expected, tables.rows("t"), names + buckets);
        tables.run("INSERT OVERWRITE TABLE t PARTITION (`p,q`=10, `r,`) SELECT 0, 0, 0, 'q'");
        assertEquals(
            List.of("0\t0\t0\t10\tq", expected.get(0), expected.get(1)),
            tables.rows("t"),
            names + buckets);
        String first = names.substring(0, names.indexOf(" int"));
        tables.run("UPDATE t SET " + first + " = `p,q` WHERE `r,` = 'q'");
        assertEquals(
            List.of(expected.get(0), "10\t0\t0\t10\tq", "11\t5\t6\t11\tq"),
            tables.rows("t"),
            names + buckets);
        tables.run("DROP TABLE t");
      }
    }
  }

  /** Hive's own list of partition columns has '/' between them. */
  @Test
  void updateOfPartitionColumns_whoseNamesHaveASlash_isRefused() throws Exception {
    tables.run("CREATE TABLE t (v int) PARTITIONED BY (`a/b` string, c string) STORED AS CIF");
    tables.run("INSERT INTO t PARTITION (`a/b`='x', c='y') VALUES (1)");
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("UPDATE t SET v = 2 WHERE c = 'y'"));
    assertTrue(e.getMessage().contains("its partition columns are [a/b, c]"), e.getMessage());
    tables.vectorised(true);
    assertEquals(List.of("1\tx\ty"), tables.rows("t"));
  }

  @Test
  void updateOfPartitions_whoseValuesHaveSlashes_isOfTheirRows() throws Exception {
    tables.run("CREATE TABLE t (v int) PARTITIONED BY (a string, b string) STORED AS CIF");
    tables.run(
        "INSERT INTO t PARTITION (a, b) SELECT inline(array(struct(1, 'x/1', '/'), struct(2,"
            + " 'x/2', '%2F'), struct(3, 'x', '1')))");
    tables.run("UPDATE t SET v = v * 10 WHERE a = 'x/1' OR b LIKE '%2F'");
    tables.run("UPDATE t SET v = v + length(a) WHERE b = '/'");
    assertEquals(List.of("13\tx/1\t/", "20\tx/2\t%2F", "3\tx\t1"), tables.rows("t"));
  }

  /** Hive's lists of such names can't be taken apart, whatever stands between them. */
  @Test
  void columns_ofNamesWithACommaAndWithAZero_areRefusedByCreateTable() {
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () -> tables.run("CREATE TABLE z (`a,b` int, `c\0d` int) STORED AS CIF"));
    assertTrue(e.getMessage().contains("match"), e.getMessage());
  }
}
