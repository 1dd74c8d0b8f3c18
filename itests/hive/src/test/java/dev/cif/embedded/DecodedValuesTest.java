package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A query decodes the parts of values that it names, row by row and vectorised. */
class DecodedValuesTest {
  private static final int ROWS = 1000;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.layout.m'='dcsl', 'cif.layout.i'='dcsl',"
            + " 'cif.layout.l'='skiplist', 'cif.layout.r'='skiplist', 'cif.block.rows'='100')"
            + " AS SELECT n AS k, map('one', n, 'two', 2 * n, 'three', 3 * n) AS m,"
            + " map(1, 'a', n + 2, 'b') AS i, array(n, n + 1, n + 2) AS l,"
            + " named_struct('a', n, 'b', 'x', 'c', named_struct('x', n, 'y', 1)) AS r"
            + " FROM numbers ORDER BY k");
  }

  /** Runs a query in both modes and checks its answer and the number of values decoded. */
  private static void expect(String answer, long vectorised, long rowByRow, String query)
      throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      String mode = query + (inBatches ? ", vectorised" : ", row by row");
      assertEquals(List.of(answer), tables.measure(query), mode);
      assertEquals(
          inBatches ? vectorised : rowByRow, ScanStatistics.total(Counter.VALUES_DECODED), mode);
    }
  }

  private static void expect(String answer, long decoded, String query) throws Exception {
    expect(answer, decoded, decoded, query);
  }

  @Test
  void countStar_decodesNothing() throws Exception {
    expect("1000", 0, "SELECT count(*) FROM t");
    assertEquals(0, ScanStatistics.total(Counter.FILES_OPENED));
  }

  @Test
  void mapLookUp_decodesOneValueARow() throws Exception {
    expect("999000", ROWS, "SELECT sum(m['two']) FROM t");
    expect("1000", ROWS, "SELECT count(i[1]) FROM t");
  }

  @Test
  void mapLookUps_decodeOneValueEach() throws Exception {
    expect(
        "499500\t1498500\t0",
        2 * ROWS,
        "SELECT sum(m['one']), sum(m['three']), count(m['no']) FROM t");
  }

  @Test
  void mapLookUp_inFilterAndResult_isFoundBehindTheFilter() throws Exception {
    tables.vectorised(true);
    assertEquals(
        List.of("2994"), tables.measure("SELECT max(m['three']) FROM t WHERE m['two'] < 1998"));
    assertEquals(2 * ROWS, ScanStatistics.total(Counter.VALUES_DECODED));
  }

  @Test
  void mapUsedAsAWhole_isWhole() throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("3000\t999000"), tables.run("SELECT sum(size(m)), sum(m['two']) FROM t"));
      assertEquals(
          List.of("{\"one\":7,\"two\":14,\"three\":21}\t14"),
          tables.run("SELECT m, m['two'] FROM t WHERE k = 7"));
      assertEquals(
          List.of("3"),
          tables.run("SELECT count(DISTINCT e.key) FROM t LATERAL VIEW explode(m) e AS key, v"));
      assertEquals(
          List.of("1000"),
          tables.run("SELECT count(*) FROM t a JOIN t b ON a.m['one'] = b.m['one'] AND a.k = b.k"));
    }
  }

  @Test
  void mapLookUp_byAColumn_findsEveryKey() throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(List.of("1000"), tables.run("SELECT count(i[k + 2]) FROM t"));
    }
  }

  @Test
  void structField_decodesThatField() throws Exception {
    expect("499500", ROWS, "SELECT sum(r.a) FROM t");
    expect("499500", ROWS, "SELECT sum(r.c.x) FROM t");
  }

  @Test
  void listElement_rowByRow_decodesThatElement() throws Exception {
    expect("500500", 3 * ROWS, ROWS, "SELECT sum(l[1]) FROM t");
    tables.vectorised(false);
    assertEquals(List.of("3000"), tables.measure("SELECT sum(size(l)) FROM t"));
    assertEquals(0, ScanStatistics.total(Counter.VALUES_DECODED));
  }

  @Test
  void predicate_leavesOutBlocksByTheirStatistics() throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("1710"), tables.measure("SELECT sum(k) FROM t WHERE k BETWEEN 340 AND 344"));
      assertEquals(900, ScanStatistics.total(Counter.ROWS_PRUNED));
      assertEquals(1, ScanStatistics.total(Counter.BLOCKS_READ));
    }
  }

  @Test
  void predicate_onANumberBetweenValues_losesNoRow() throws Exception {
    String rows =
        " AS SELECT n, CAST(n / 10.0 AS float) AS f, n / 10.0D AS d,"
            + " CAST(n / 10.0 AS decimal(6,1)) AS e FROM numbers WHERE n < 40";
    tables.run("CREATE TABLE f STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1')" + rows);
    tables.run("CREATE TABLE f_text STORED AS TEXTFILE" + rows);
    tables.run("SET hive.strict.checks.type.safety=false");
    // Without a job a query takes milliseconds.
    tables.run("SET hive.fetch.task.conversion=more");
    List<String> conditions = new ArrayList<>();
    for (String column : List.of("n", "f", "d", "e")) {
      for (String literal : List.of("0.1", "2", "0.1D", "'1.5'")) {
        for (String op : List.of("<", "<=", ">=", "=", "<=>")) {
          conditions.add(column + " " + op + " " + literal);
        }
      }
    }
    List<String> verdicts =
        tables.run("SELECT n, " + String.join(", ", conditions) + " FROM f_text");
    for (int i = 0; i < conditions.size(); i++) {
      int column = 1 + i;
      assertEquals(
          verdicts.stream()
              .map(row -> row.split("\t"))
              .filter(row -> row[column].equals("true"))
              .map(row -> row[0])
              .toList(),
          tables.run("SELECT n FROM f WHERE " + conditions.get(i)),
          conditions.get(i));
    }
    assertEquals(List.of("3"), tables.measure("SELECT n FROM f WHERE d > 0.25D AND d < 0.35D"));
    assertEquals(39, ScanStatistics.total(Counter.ROWS_PRUNED));
    tables.run("SET hive.fetch.task.conversion=none");
  }

  @Test
  void predicate_onLocalTime_losesNoRowWhateverTheZone() throws Exception {
    tables.run(
        "CREATE TABLE z (t timestamp with local time zone) STORED AS CIF"
            + " TBLPROPERTIES ('cif.block.rows'='1')");
    tables.run("SET hive.local.time.zone=Asia/Tokyo");
    tables.run(
        "INSERT INTO z VALUES ('2020-01-01 00:00:00'), ('2020-01-01 12:00:00'),"
            + " ('2020-01-02 00:00:00')");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("1"),
          tables.run(
              "SELECT count(*) FROM z WHERE t ="
                  + " CAST('2020-01-01 12:00:00' AS timestamp with local time zone)"));
    }
    assertTrue(tables.run("SET hive.local.time.zone=LOCAL").isEmpty());
  }
}
