package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables whose narrow columns share files answer as ORC's do, and hold few files. */
class ColumnGroupsTest {
  /** Number of columns from which on the schema file has an index. */
  private static final int NARROW = 700;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    String columns =
        IntStream.range(0, NARROW)
            .mapToObj(i -> "n + " + i + " AS c" + i)
            .collect(Collectors.joining(", "));
    String query =
        "SELECT "
            + columns
            + ", concat('s', n) AS s, map('k', n % 7) AS m FROM numbers ORDER BY c0";
    tables.run(
        "CREATE TABLE g STORED AS CIF TBLPROPERTIES ('cif.column.group'='narrow',"
            + " 'cif.block.rows'='100') AS "
            + query);
    tables.run("CREATE TABLE o STORED AS ORC AS " + query);
  }

  private static void sameAsOrc(String query) throws Exception {
    List<String> expected = tables.run(query.replace("TABLE", "o"));
    for (boolean vectors : new boolean[] {true, false}) {
      tables.vectorised(vectors);
      assertEquals(expected, tables.run(query.replace("TABLE", "g")), query);
    }
    tables.vectorised(true);
  }

  private static Set<String> namesOf(Set<String> files) {
    return files.stream()
        .map(file -> Path.of(file).getFileName().toString())
        .map(name -> name.replaceFirst("_columns[.][0-9a-f]{8}[.]index", "INDEX"))
        .collect(Collectors.toSet());
  }

  @Test
  void aHundredNarrowColumns_shareAFile() throws Exception {
    assertEquals(
        Set.of(
            "schema.cif",
            "INDEX",
            "1-group.col",
            "101-group.col",
            "201-group.col",
            "301-group.col",
            "401-group.col",
            "501-group.col",
            "601-group.col",
            "701-s.col",
            "702-m.col"),
        namesOf(tables.files("g")));
  }

  @Test
  void answers_areThoseOfOrc() throws Exception {
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      sameAsOrc("SELECT count(*), sum(c0), min(c99), max(c249), count(s), sum(m['k']) FROM TABLE");
      sameAsOrc("SELECT c1, c120, s FROM TABLE WHERE c3 = 500 OR s = 's7' ORDER BY c1");
      sameAsOrc("SELECT m['k'], sum(c240) FROM TABLE WHERE c7 < 400 GROUP BY m['k'] ORDER BY 1");
      sameAsOrc("SELECT count(*) FROM TABLE WHERE c690 % 3 = 1 AND s LIKE 's1%'");
      sameAsOrc("SELECT c600, s FROM TABLE ORDER BY c600 DESC LIMIT 3");
      sameAsOrc(
          "SELECT a.c5, b.c650 FROM TABLE a JOIN TABLE b ON a.c7 = b.c8 WHERE b.c9 < 30"
              + " ORDER BY a.c5");
    }
    tables.engine(Engine.TEZ);
  }

  @Test
  void columnsOfAGroup_openOneFile_andOtherBlocksAreLeftOut() throws Exception {
    tables.measure("SELECT sum(c1 + c2 + c3) FROM g");
    assertEquals(1, ScanStatistics.total(Counter.FILES_OPENED));
    String split = tables.splits("g").iterator().next();
    long schemaFile = Files.size(tables.folder("g").resolve(split).resolve("schema.cif"));
    assertTrue(ScanStatistics.total(Counter.BYTES_READ) < schemaFile / 2, "by the index");
    tables.measure("SELECT sum(c2) FROM g WHERE c1 = 555");
    assertEquals(1, ScanStatistics.total(Counter.FILES_OPENED));
    assertEquals(900, ScanStatistics.total(Counter.ROWS_PRUNED));
    assertEquals(2, ScanStatistics.total(Counter.BLOCKS_READ));
  }

  @Test
  void aColumnThatIsAddedOrSet_getsAFileOfItsOwn() throws Exception {
    String some = IntStream.range(0, 250).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    tables.run(
        "CREATE TABLE u STORED AS CIF TBLPROPERTIES ('cif.column.group'='narrow') AS SELECT "
            + some
            + ", s, m FROM g");
    Set<String> before = new TreeSet<>(tables.files("u"));
    // The index is that of one schema file.
    before.removeIf(file -> file.endsWith(".index"));
    tables.run("ALTER TABLE u ADD COLUMNS (x bigint)");
    tables.run("UPDATE u SET x = c5 * 2, c6 = -1 WHERE c0 < 10");
    assertEquals(
        List.of("10\t190\t505385\t506500"),
        tables.run("SELECT count(x), sum(x), sum(c6), sum(c7) FROM u"));
    assertTrue(tables.files("u").containsAll(before));
    Set<String> own = new TreeSet<>(namesOf(tables.files("u")));
    own.removeIf(name -> !name.matches("(7-c6|253-x)[.g0-9]*[.]col"));
    assertEquals(2, own.size(), own::toString);
  }
}
