package dev.cif.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the meaning of conditions, asked through {@code cif cat} of a table of six rows. */
class ConditionTest {
  @TempDir static Path folder;
  private static Path table;

  @BeforeAll
  static void load() throws Exception {
    Path rows = folder.resolve("rows.jsonl");
    Files.writeString(
        rows,
        """
        {"id":1,"n":5,"x":1.5,"d":1.25,"s":"apple","f":true,"t":"2020-01-01","ts":"2020-01-01 10:00:00","m":{"k":"v","q r":"w"},"mi":[{"key":7,"value":"seven"}],"a":[10,20],"st":{"x":{"y":"deep"}},"c":"ab","b":"aGk=","fl":0.1}
        {"id":2,"n":-3,"x":-0.0,"d":0.50,"s":"Apple%","f":false,"t":"2020-02-29","ts":"2020-02-29 00:00:00","m":{"k":"other"},"a":[],"st":{"x":null},"c":"b","fl":0.5}
        {"id":3,"n":null,"x":"NaN","d":-7.00,"s":"","f":null,"t":"1999-12-31","m":null,"a":null,"st":null}
        {"id":4,"n":12,"x":1e300,"d":100.00,"s":"banana","f":true,"m":{}}
        {"id":5,"n":5,"x":null,"d":null,"s":null}
        {"id":6,"n":9007199254740993,"x":3,"d":5.00,"s":"b\\nn","t":"2021-01-01","ts":"2021-01-01 00:00:00.5"}
        """);
    table = folder.resolve("table");
    Run.good(
        "load",
        "--from",
        "jsonl",
        rows,
        "--to",
        table,
        "--rows-per-split",
        4,
        "--option",
        "cif.block.rows=1",
        "--schema",
        "id int, n bigint, x double, d decimal(7,2), s string, f boolean, t date, ts timestamp,"
            + " m map<string,string>, mi map<int,string>, a array<int>,"
            + " st struct<x:struct<y:string>>, c char(4), b binary, fl float");
  }

  private static String ids(String where) {
    Run run = Run.good("cat", table, "--columns", "id", "--where", where, "--format", "csv");
    return run.out().lines().skip(1).collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "n = 5|1 5",
        "5 = n|1 5",
        "n <> 5|2 4 6",
        "n != 5 or n is null|2 3 4 6",
        "not n = 5|2 4 6",
        "n <=> 5|1 5",
        "n <=> null|3",
        "not n <=> null|1 2 4 5 6",
        "n = null|~~",
        "n < 5|2",
        "n <= 5|1 2 5",
        "5 > n|2",
        "n > 4.5|1 4 5 6",
        "n = 5.0|1 5",
        "n = 5.5|~~",
        "n <> 5.5|1 2 4 5 6",
        "n = 9007199254740993|6",
        "n = 9007199254740992|~~",
        "n > 1e30|~~",
        "n < 1e999999999|1 2 4 5 6",
        "n in (5, -3)|1 2 5",
        "n in (5, null)|1 5",
        "n not in (5, -3)|4 6",
        "n not in (5, null)|~~",
        "n between -3 and 5|1 2 5",
        "n not between -3 and 5|4 6",
        "n between 5 and -3|~~",
        "x = 0|2",
        "x >= 0|1 2 3 4 6",
        "x < 1e300|1 2 6",
        "x > 1e300|3",
        "d = 1.25|1",
        "d = 1.250|1",
        "d > 5|4",
        "d >= 5|4 6",
        "d < .5|3",
        "fl = 0.1|1",
        "fl < 0.5|1",
        "s = 'apple'|1",
        "s = ''|3",
        "s >= 'b'|4 6",
        "s in ('apple', 'banana', 'x')|1 4",
        "s like 'a%'|1",
        "s like '%an%'|4",
        "s like 'b_n'|6",
        "s like 'Apple\\%'|2",
        "s like '%'|1 2 3 4 6",
        "s not like 'a%'|2 3 4 6",
        "s like ''|3",
        "s not like 'b%' and not s like 'a%'|2 3",
        "f|1 4",
        "not f|2",
        "f = true|1 4",
        "f <> true|2",
        "f is null|3 5 6",
        "f is not null|1 2 4",
        "f or n = 5|1 4 5",
        "t = date '2020-02-29'|2",
        "t >= '2020-01-01'|1 2 6",
        "t < timestamp '2020-01-01 00:00:01'|1 3",
        "t = timestamp '2020-01-01 00:00:01'|~~",
        "t between '1999-01-01' and '2020-01-31'|1 3",
        "ts > timestamp '2020-02-29 00:00:00'|6",
        "ts = '2020-02-29'|2",
        "ts = date '2020-02-29'|2",
        "ts <> '2021-01-01 00:00:00.5'|1 2",
        "t = ts|2",
        "t < ts|1 6",
        "n = x|~~",
        "x < n|1 6",
        "n > d|1 6",
        "m['k'] = 'v'|1",
        "m['q r'] is not null|1",
        "m['k'] is null|3 4 5 6",
        "m is null|3 5 6",
        "m['k'] like 'o%' or m['k'] = 'v'|1 2",
        "mi[7] = 'seven'|1",
        "a[0] = 10|1",
        "a[1] > 10|1",
        "a[2] is null|1 2 3 4 5 6",
        "a[-1] is not null|~~",
        "a is not null|1 2",
        "st.x.y = 'deep'|1",
        "ST.X.Y is not null|1",
        "st.x is null|2 3 4 5 6",
        "st is not null|1 2",
        "c = 'ab  '|1",
        "c like 'a%'|1",
        "b = 'hi'|1",
        "n = 5 and s = 'apple' or id = 3|1 3",
        "n = 5 and (s = 'apple' or id = 5)|1 5",
        "not (n = 5 or n = 12)|2 6",
        "not not n = 5|1 5",
        "true|1 2 3 4 5 6",
        "false|~~",
        "null|~~",
        "true and f|1 4",
        "`id` = 1 AND N = 5 AND S LIKE \"app%\"|1",
        "s = 'it''s'|~~",
        "id = +1|1",
      })
  void cat_where_givesTheRowsThatSatisfyIt(String where, String expected) {
    assertEquals(expected, ids(where));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "n =|expected a column at character 4 of \"n =\", found the end",
        "n = 5 5|expected the end at character 7",
        "n 5|expected the end at character 3",
        "n = 5 and|expected a column",
        "(n = 5|expected ')' at character 7",
        "n in ()|expected a literal",
        "n in (id)|expected a literal",
        "n in 5|expected '('",
        "n between 1|expected AND",
        "n is 5|expected NULL",
        "n not = 5|expected IN, BETWEEN or LIKE",
        "s like 5|expected a pattern",
        "s = 'a|the ' at character 5 is never closed",
        "n # 5|unexpected '#' at character 3",
        "n[1.5] = 1|'1.5' is no index",
        "n = -x|expected a number",
        "t = date 'x'|'x' is no date",
        "zz = 1|no column 'zz'; the table has [id, n",
        "n = 'x'|a value of type bigint cannot be compared",
        "s = 5|a value of type string cannot be compared",
        "t = 'x'|'x' is no date",
        "t = 5|a value of type date cannot be compared",
        "n = s|'n' of type bigint cannot be compared with 's' of type string",
        "n|'n' is no condition",
        "5|is no condition",
        "1 = 1|compares two literals",
        "m = 'x'|'m' is of type map<string,string>: only its parts can be compared",
        "m.k = 'x'|'m.k' does not fit a value of type map<string,string>",
        "n['k'] = 'x'|'n['k']' does not fit a value of type bigint",
        "st.z = 'x'|has no field 'z'",
        "a['x'] = 1|does not fit",
        "n like '5'|LIKE is for text",
        "and|expected a column",
      })
  void cat_whereThatIsWrong_isAUsageErrorThatSaysWhere(String where, String part) {
    String error = Run.bad(2, "cat", table, "--where", where);
    assertTrue(error.contains(part), error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "n.x", "m[", "a,,b", "a b", "st.zz", "'a'"})
  void cat_columnsThatAreWrong_areUsageErrors(String columns) {
    Run.bad(2, "cat", table, "--columns", columns);
  }

  @Test
  void parse_deepNesting_isRefused() {
    String deep = "(".repeat(10_000) + "n = 1" + ")".repeat(10_000);
    assertThrows(QueryException.class, () -> Condition.parse(deep));
  }

  @Test
  void cat_columns_areExpressionsInTheirOrder() {
    assertEquals(
        """
        {"m['k']":"v","st.x.y":"deep","a[1]":20,"mi[7]":"seven","N":5,"st . x":{"y":"deep"}}
        {"m['k']":"other","st.x.y":null,"a[1]":null,"mi[7]":null,"N":-3,"st . x":null}
        """,
        Run.good("cat", table, "--columns", "m['k'], st.x.y , a[1],mi[7],N, st . x", "--limit", 2)
            .out());
  }

  @Test
  void cat_csv_quotesWhereNeededAndTellsNullFromEmpty() {
    assertEquals(
        """
        id,s,m,t,b
        1,apple,"{""k"":""v"",""q r"":""w""}",2020-01-01,aGk=
        3,"",,1999-12-31,
        5,,,,
        6,"b
        n",,2021-01-01,
        """,
        Run.good(
                "cat",
                table,
                "--columns",
                "id,s,m,t,b",
                "--format",
                "CSV",
                "--where",
                "id in (1,3,5,6)")
            .out());
  }

  @Test
  void cat_limit_countsOverSplits() {
    assertEquals(5, Run.good("cat", table, "--limit", 5).out().lines().count());
    assertEquals("", Run.good("cat", table, "--limit", 0).out());
    assertEquals(2, Run.good("cat", table.resolve("split-00001")).out().lines().count());
  }
}
