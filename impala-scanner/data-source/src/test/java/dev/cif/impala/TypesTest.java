package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every type's values arrive in Impala's slots, including extremes and NULLs. */
class TypesTest {
  private static final String NINES = "9".repeat(38);

  @TempDir Path folder;

  /** Stored type, Impala's type, stored values, values in Impala where they differ. */
  static Stream<Arguments> types() {
    BigDecimal wide = new BigDecimal(NINES);
    return Stream.of(
        of("boolean", "BOOLEAN", true, null, false),
        of("tinyint", "TINYINT", Byte.MIN_VALUE, (byte) 0, null, Byte.MAX_VALUE),
        of("smallint", "SMALLINT", Short.MIN_VALUE, null, Short.MAX_VALUE),
        of("int", "INT", Integer.MIN_VALUE, null, -1, Integer.MAX_VALUE),
        of("bigint", "BIGINT", Long.MIN_VALUE, null, Long.MAX_VALUE),
        of("float", "FLOAT", Float.MIN_VALUE, -0.0f, null, Float.NaN, Float.NEGATIVE_INFINITY),
        of("double", "DOUBLE", Double.MIN_VALUE, -0.0, null, Double.NaN, Double.MAX_VALUE),
        of("string", "STRING", "", null, "a\u0000b", "gr\u00fc\u00df", "\ud83d\ude00", "'\"\\"),
        of("varchar(5)", "STRING", "abcde", null, ""),
        of("char(5)", "STRING", "ab", null, "abcde"),
        of("date", "DATE", LocalDate.of(1, 1, 1), null, LocalDate.of(9999, 12, 31)),
        of("decimal(9,2)", "DECIMAL(9,2)", new BigDecimal("-9999999.99"), null, dec("0.00")),
        of("decimal(9,2)", "DECIMAL(9,2)", dec("9999999.99"), dec("-0.01")),
        of("decimal(18,0)", "DECIMAL(18,0)", dec("999999999999999999"), null, dec("-1")),
        of("decimal(38,0)", "DECIMAL(38,0)", wide, null, wide.negate()),
        of("decimal(38,38)", "DECIMAL(38,38)", wide.movePointLeft(38), null, dec("0").setScale(38)),
        of(
            "timestamp",
            "TIMESTAMP",
            LocalDateTime.of(1400, 1, 1, 0, 0),
            null,
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999),
            LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1),
            LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999)),
        of(
            "timestamp with local time zone",
            "TIMESTAMP",
            LocalDateTime.of(2026, 11, 21, 10, 20, 30, 500_000_000),
            null));
  }

  private static Arguments of(String stored, String impala, Object... values) {
    return Arguments.of(stored, impala, Arrays.asList(values));
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  @ParameterizedTest
  @MethodSource("types")
  void select_anyType_arrivesAsStored(String stored, String impala, List<Object> values)
      throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("C", stored);
    table.split("s", rows(values));
    List<List<Object>> rows = new ImpalaDriver(table.init()).column("c", impala).select("c");
    assertEquals(rows(values), rows);
  }

  @ParameterizedTest
  @MethodSource("types")
  void select_allNullAndNoRows_arrive(String stored, String impala, List<Object> values)
      throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", stored);
    table.split("s1", List.of());
    table.split("s2", rows(Arrays.asList(null, null)));
    List<List<Object>> rows = new ImpalaDriver(table.init()).column("c", impala).select("c");
    assertEquals(rows(Arrays.asList(null, null)), rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint|SMALLINT",
        "tinyint|BIGINT",
        "smallint|INT",
        "int|BIGINT",
        "smallint|FLOAT",
        "int|DOUBLE",
        "float|DOUBLE",
        "int|DECIMAL(10,0)",
        "bigint|DECIMAL(38,19)",
        "decimal(3,0)|DECIMAL(5,2)",
        "decimal(9,2)|DECIMAL(38,2)"
      })
  void select_widerType_keepsValues(String stored, String impala) throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", stored);
    table.split("s", rows(Arrays.asList(stored.startsWith("dec") ? dec("-7") : -7, null)));
    List<List<Object>> rows = new ImpalaDriver(table.init()).column("c", impala).select("c");
    assertEquals(0, dec("-7").compareTo(new BigDecimal(rows.get(0).get(0).toString())));
    assertEquals(rows(Arrays.asList((Object) null)), rows.subList(1, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bigint|INT|declare the column as BIGINT",
        "int|FLOAT|declare the column as INT, or as DOUBLE",
        "bigint|FLOAT|declare the column as BIGINT, or as DOUBLE",
        "decimal(10,2)|FLOAT|declare the column as DECIMAL(10,2), or as DOUBLE",
        "double|FLOAT|declare the column as DOUBLE",
        "decimal(10,2)|DECIMAL(10,1)|declare the column as DECIMAL(10,2)",
        "decimal(10,2)|DECIMAL(11,4)|declare the column as DECIMAL(10,2)",
        "int|DECIMAL(9,0)|declare the column as INT",
        "int|STRING|declare the column as INT",
        "string|INT|declare the column as STRING",
        "date|TIMESTAMP|declare the column as DATE",
        "timestamp|DATE|declare the column as TIMESTAMP",
        "varchar(3)|INT|declare the column as STRING",
        "boolean|INT|declare the column as BOOLEAN",
        "map<string,string>|INT|m['key']",
        "map<string,string>|INT|declare the column as STRING",
        "array<int>|INT|a[0]",
        "struct<a:int>|INT|s.field",
        "uniontype<int,string>|INT|declare the column as STRING"
      })
  void select_typeThatLosesValues_failsWithAdvice(String stored, String impala, String advice)
      throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", stored);
    table.split("s", List.of(Arrays.asList((Object) null)));
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("c", impala);
    String message =
        assertThrows(ImpalaDriver.QueryFailed.class, () -> driver.select("c")).getMessage();
    assertTrue(message.contains(advice), message);
    assertTrue(message.contains("column 'c'") && message.contains(stored), message);
  }

  @Test
  void select_decimalsAndLargeIntegersAsDouble_areTheNearest() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t")).column("d", "decimal(38,20)").column("i", "bigint");
    BigDecimal third = new BigDecimal("0.33333333333333333333");
    long odd = (1L << 53) + 1;
    table.split(
        "s",
        List.of(
            List.of(third, odd),
            Arrays.asList(dec("0.1").setScale(20), null),
            Arrays.asList(null, -odd)));
    ImpalaDriver driver =
        new ImpalaDriver(table.init("\"columns\": {\"stored\": \"i\"}"))
            .column("d", "DOUBLE")
            .column("i", "DOUBLE")
            .column("stored", "BIGINT");
    List<List<Object>> all =
        List.of(List.of(1 / 3.0, 0x1p53), Arrays.asList(0.1, null), Arrays.asList(null, -0x1p53));
    assertEquals(all, driver.select("d", "i"));
    assertEquals(List.of(List.of(odd)), driver.select("stored").subList(0, 1));
    // 0.1 is not the double of that name, and 2^53 + 1 is no double.
    Map<SqlComparison, List<List<Object>>> expected =
        Map.of(
            new SqlComparison("d", TComparisonOp.EQ, 0.1), all.subList(1, 2),
            new SqlComparison("d", TComparisonOp.GT, 0.1), all.subList(0, 1),
            new SqlComparison("i", TComparisonOp.EQ, 0x1p53), all.subList(0, 1),
            new SqlComparison("i", TComparisonOp.GT, 0x1p53), List.of(),
            new SqlComparison("i", TComparisonOp.LT, 0.0), all.subList(2, 3));
    for (Map.Entry<SqlComparison, List<List<Object>>> one : expected.entrySet()) {
      assertEquals(one.getValue(), driver.select(List.of(List.of(one.getKey())), "d", "i"));
    }
    String message =
        assertThrows(ImpalaDriver.QueryFailed.class, () -> driver.select("i", "stored"))
            .getMessage();
    assertTrue(message.contains("wants 'i' as DOUBLE and as BIGINT"), message);
  }

  @Test
  void select_decimalsInOneSplitAndFloatsInAnother_areDoubles() throws Exception {
    TestTable decimals = new TestTable(folder.resolve("t/a")).column("c", "decimal(9,2)");
    decimals.split("s", rows(Arrays.asList(dec("1.10"), null)));
    new TestTable(folder.resolve("t/b")).column("c", "float").split("s", rows(List.of(0.5f)));
    TestTable both = new TestTable(folder.resolve("t"));
    ImpalaDriver driver = new ImpalaDriver(both.init()).column("c", "DOUBLE");
    assertEquals(rows(Arrays.asList(1.1, null, 0.5)), driver.select("c"));
  }

  @Test
  void select_complexValuesAsString_areJson() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("m", "map<string,int>")
            .column("n", "map<int,date>")
            .column("l", "array<struct<x:double,y:string>>");
    Map<String, Object> quoted = new TreeMap<>();
    quoted.put("a \"b\"\n", 1);
    quoted.put("gr\u00fcn", null);
    LocalDate day = LocalDate.of(2026, 11, 28);
    table.split(
        "s",
        List.of(
            List.of(quoted, Map.of(7, day), List.of(Arrays.asList(0.5, "x"))),
            Arrays.asList(Map.of(), Map.of(), Arrays.asList((Object) null)),
            Arrays.asList(null, null, null)));
    String columns = "\"columns\": {\"first\": \"l[0]\"}";
    ImpalaDriver driver =
        new ImpalaDriver(table.init(columns))
            .column("m", "STRING")
            .column("n", "STRING")
            .column("l", "STRING")
            .column("first", "STRING");
    List<List<Object>> expected =
        List.of(
            List.of(
                "{\"a \\\"b\\\"\\n\":1,\"gr\u00fcn\":null}",
                "[{\"key\":7,\"value\":\"2026-11-28\"}]",
                "[{\"x\":0.5,\"y\":\"x\"}]",
                "{\"x\":0.5,\"y\":\"x\"}"),
            Arrays.asList("{}", "[]", "[null]", null),
            Arrays.asList(null, null, null, null));
    assertEquals(expected, driver.select("m", "n", "l", "first"));
    for (List<Object> row : expected.subList(0, 2)) {
      List<List<SqlComparison>> isThis =
          List.of(List.of(new SqlComparison("m", TComparisonOp.EQ, row.get(0))));
      assertEquals(List.of(row), driver.select(isThis, "m", "n", "l", "first"));
      List<List<SqlComparison>> isAnother =
          List.of(List.of(new SqlComparison("l", TComparisonOp.NE, row.get(2))));
      assertEquals(1, driver.select(isAnother, "l").size());
    }
  }

  @Test
  void select_bytesOfNoTextInComplexValues_areWhatTheSettingSays() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("c", "array<string>")
            .column("k", "map<string,int>");
    byte[] bad = {'a', (byte) 0xff, 'b'};
    String good = "\ufffd gr\u00fcn";
    table.split(
        "s",
        List.of(
            List.of(List.of(good), Map.of("x", 1)),
            List.of(Arrays.asList(null, bad), Map.of("y", 2))));
    assertEquals(
        List.of(List.of("[\"" + good + "\"]"), List.of("[null,\"a\ufffdb\"]")),
        new ImpalaDriver(table.init("\"invalid_utf8\": \"replace\""))
            .column("c", "STRING")
            .select("c"));
    assertEquals(
        List.of(List.of("[\"" + good + "\"]"), Arrays.asList((Object) null)),
        new ImpalaDriver(table.init("\"invalid_utf8\": \"null\""))
            .column("c", "STRING")
            .select("c"));
    ImpalaDriver strict =
        new ImpalaDriver(table.init()).column("c", "STRING").column("k", "STRING");
    String message =
        assertThrows(ImpalaDriver.QueryFailed.class, () -> strict.select("c")).getMessage();
    assertTrue(message.contains("column 'c'") && message.contains("not UTF-8"), message);
    assertEquals(List.of(List.of("{\"x\":1}"), List.of("{\"y\":2}")), strict.select("k"));
  }

  @Test
  void select_beyondImpalasCalendar_isNull() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t")).column("d", "date").column("t", "timestamp");
    LocalDateTime early = LocalDateTime.of(1399, 12, 31, 23, 59, 59, 999_999_999);
    table.split(
        "s",
        List.of(
            List.of(LocalDate.of(0, 12, 31), early),
            List.of(LocalDate.of(10000, 1, 1), LocalDateTime.of(10000, 1, 1, 0, 0))));
    ImpalaDriver driver =
        new ImpalaDriver(table.init()).column("d", "DATE").column("t", "TIMESTAMP");
    List<Object> nulls = Arrays.asList(null, null);
    assertEquals(List.of(nulls, nulls), driver.select("d", "t"));
  }

  @Test
  void select_binary_isTextOrWhatTheSettingSays() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", "binary");
    byte[] bad = {'a', (byte) 0xff, 'b'};
    byte[] good = "\ufffd gr\u00fcn".getBytes(StandardCharsets.UTF_8);
    table.split("s", List.of(List.of(good), List.of(bad)));
    String replace = table.init("\"invalid_utf8\": \"replace\"");
    assertEquals(
        List.of(List.of("\ufffd gr\u00fcn"), List.of("a\ufffdb")),
        new ImpalaDriver(replace).column("c", "STRING").select("c"));
    String asNull = table.init("\"invalid_utf8\": \"null\"");
    assertEquals(
        List.of(List.of("\ufffd gr\u00fcn"), Arrays.asList((Object) null)),
        new ImpalaDriver(asNull).column("c", "STRING").select("c"));
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("c", "STRING");
    String message =
        assertThrows(ImpalaDriver.QueryFailed.class, () -> driver.select("c")).getMessage();
    assertTrue(message.contains("c.col, column 'c', row 1: "), message);
    assertTrue(message.contains("invalid_utf8"), message);
  }

  private static List<List<Object>> rows(List<Object> values) {
    List<List<Object>> rows = new ArrayList<>();
    values.forEach(value -> rows.add(Arrays.asList(value)));
    return rows;
  }
}
