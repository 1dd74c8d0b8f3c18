package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.command.Run;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextSourcesTest {
  @TempDir Path folder;
  private Path table;
  private int tables;

  private String load(String format, String text, Object... more) throws Exception {
    Run.good(command(format, text, more));
    return Run.good("cat", table).out();
  }

  private Object[] command(String format, String text, Object... more) throws Exception {
    return command(format, text.getBytes(StandardCharsets.UTF_8), more);
  }

  private Object[] command(String format, byte[] text, Object... more) throws Exception {
    Path in = Files.write(folder.resolve("in." + format), text);
    table = folder.resolve("table" + ++tables);
    List<Object> args = new ArrayList<>(List.of("load", "--from", format, in, "--to", table));
    args.addAll(List.of(more));
    return args.toArray();
  }

  /** Runs the command with more options, into a table of its own, and returns the rows. */
  private String rows(Object[] command, Object... more) throws Exception {
    table = folder.resolve("table" + ++tables);
    command[Arrays.asList(command).indexOf("--to") + 1] = table;
    Run.good(and(command, more));
    return Run.good("cat", table).out();
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Object[] and(Object[] command, Object... more) {
    return Stream.of(command, more).flatMap(Stream::of).toArray();
  }

  @Test
  void csv_randomText_isWhatTheParsersOwnReaderGives() throws Exception {
    Random random = new Random(5);
    String letters = "ab,\"\n \u00e4'";
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 500; row++) {
      for (int c = 0; c < 3; c++) {
        StringBuilder cell = new StringBuilder();
        for (int k = random.nextInt(6); k > 0; k--) {
          cell.append(letters.charAt(random.nextInt(letters.length())));
        }
        text.append(c == 0 ? "" : ",");
        text.append('"').append(cell.toString().replace("\"", "\"\"")).append('"');
      }
      text.append('\n');
    }
    load("csv", text.toString());
    List<JsonNode> rows = Run.good("cat", table).json();
    int i = 0;
    for (CSVRecord record : CSVFormat.RFC4180.parse(new StringReader(text.toString()))) {
      JsonNode row = rows.get(i++);
      assertEquals(record.get(0), row.get("c1").textValue());
      assertEquals(record.get(1), row.get("c2").textValue());
      assertEquals(record.get(2), row.get("c3").textValue());
    }
    assertEquals(i, rows.size());
  }

  @Test
  void csv_schema_givesTypesAndNulls() throws Exception {
    String schema =
        "b boolean, i int, d double, m decimal(5,2), t date, ts timestamp, s string, v varchar(3),"
            + " bin binary, a array<int>, st struct<x:int,y:string>";
    assertEquals(
        "{\"b\":true,\"i\":-5,\"d\":1.0E-5,\"m\":1.20,\"t\":\"2020-02-29\","
            + "\"ts\":\"2020-01-02 03:04:05.5\",\"s\":\"x\",\"v\":\"abc\",\"bin\":\"aGk=\","
            + "\"a\":[1,null],\"st\":{\"x\":1,\"y\":null}}\n"
            + "{\"b\":null,\"i\":null,\"d\":null,\"m\":null,\"t\":null,\"ts\":null,\"s\":\"\","
            + "\"v\":null,\"bin\":null,\"a\":null,\"st\":null}\n",
        load(
            "csv",
            "TRUE,-5,1e-5,1.2,2020-02-29,2020-01-02T03:04:05.5,x,abc,aGk=,\"[1,null]\",{\"x\":1}\n"
                    .replace("{\"x\":1}", "\"{\"\"x\"\":1}\"")
                + ",,,,,,,\\N,,,\n",
            "--schema",
            schema,
            "--option",
            "null=\\N"));
  }

  @Test
  void csv_headerAndSchema_meetByName() throws Exception {
    assertEquals(
        "{\"b\":2,\"a\":\"1\"}\n",
        load(
            "csv",
            "\ufeffA;x;B\n1;9;2\n",
            "--header",
            "--schema",
            "b int, a string",
            "--option",
            "delimiter=;"));
  }

  @Test
  void csv_headersThatDifferByCase_meetColumnsOfExactlyTheName() throws Exception {
    String error = Run.bad(1, command("csv", "Ab,aB\n1,2\n", "--header", "--schema", "ab int"));
    assertTrue(error.contains("in.csv, line 1: 'Ab' and 'aB' differ from 'ab'"), error);
    assertEquals("{\"Ab\":1}\n", load("csv", "Ab,aB\n1,2\n", "--header", "--schema", "Ab int"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a int|1,2|record 1 before line 1: 2 fields, but 1 are expected",
        "a int|x|'a': 'x' is no int",
        "a tinyint|200|'a': '200' is no tinyint",
        "a decimal(4,1)|1.25|'a': '1.25' is no decimal(4,1)",
        "a decimal(2,1)|1e900000000|is no decimal(2,1)",
        "a decimal(10,2)|1e-300000000|'1E-300000000' is no decimal(10,2)",
        "a decimal(10,2)|1e-99999999999|is no decimal(10,2)",
        "a array<decimal(10,2)>|[1e-300000000]|value[0]: '1E-300000000' is no decimal(10,2)",
        "a bigint|1e-300000000|is no bigint",
        "a double|1e400|'1e400' is no double: it is out of range",
        "a float|-1e39|'-1e39' is no float: it is out of range",
        "a double|1f|'1f' is no double",
        "a double|0x1p3|'0x1p3' is no double",
        "a array<double>|[1e400]|value[0]: '1E+400' is no double: it is out of range",
        "a map<string,int>|{'k':1;'k':2}|no valid JSON: Duplicate field 'k'",
        "a struct<k:int>|{'k':1;'k':2}|no valid JSON: Duplicate field 'k'",
        "a date|2020-02-30|'a': '2020-02-30' is no date",
        "a varchar(2)|abc|it is too long",
        "a array<int>|[1|no valid JSON",
        "a array<int>|[true]|value[0]: true is no int",
      })
  void csv_valueThatDoesNotFit_isAnErrorNamingThePlace(String schema, String text, String part)
      throws Exception {
    // Within the field no delimiter, within the test no quotes.
    String field = text.startsWith("{") ? text.replace("'", "\"\"").replace(';', ',') : text;
    String line = field.equals(text) ? text : '"' + field + '"';
    String error = Run.bad(1, command("csv", line, "--schema", schema));
    assertTrue(error.contains("in.csv, record 1"), error);
    assertTrue(error.contains(part), error);
    assertTrue(Files.notExists(table.resolve("split-00000")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl"})
  void decimal_ofAnyLength_isExactOrRefused(String format) throws Exception {
    String sound = "1." + "0".repeat(900);
    String[] numbers = {sound, "0e-300000000", "0e300000000", "120e-1", "99999999.99"};
    StringBuilder text = new StringBuilder();
    for (String number : numbers) {
      text.append(format.equals("csv") ? number : "{\"a\":" + number + "}").append('\n');
    }
    assertEquals(
        "{\"a\":1.00}\n{\"a\":0.00}\n{\"a\":0.00}\n{\"a\":12.00}\n{\"a\":99999999.99}\n",
        load(format, text.toString(), "--schema", "a decimal(10,2)"));
    String digits = "1".repeat(5_000_000);
    String tooLong = format.equals("csv") ? digits : "{\"a\":\"" + digits + "\"}";
    String error = Run.bad(1, command(format, tooLong, "--schema", "a decimal(10,2)"));
    assertTrue(error.contains("is no decimal(10,2): it has 5000000 characters"), error);
  }

  @Test
  void number_ofAFloatingColumn_isTheNearestAndMayBeInfinityByName() throws Exception {
    String[] numbers = {"1e-400", "0.1", "-Infinity", "NaN", "1.7976931348623157e308", "16777217"};
    String rows = "{\"a\":%s}\n";
    StringBuilder expected = new StringBuilder();
    for (String text :
        List.of("0.0", "0.1", "\"-Infinity\"", "\"NaN\"", "1.7976931348623157E308")) {
      expected.append(rows.formatted(text));
    }
    expected.append(rows.formatted("1.6777217E7"));
    String csv = String.join("\n", numbers);
    assertEquals(expected.toString(), load("csv", csv, "--schema", "a double"));
    assertEquals(rows.formatted("0.1"), load("jsonl", "{\"a\":0.1}", "--schema", "a float"));
  }

  @Test
  void jsonl_numberInAColumnOfText_isAsItIsWritten() throws Exception {
    String text =
        "{\"a\":100.0}\n{\"a\":1e2}\n{\"a\":0.00010}\n{\"a\":-7}\n{\"a\":1e400}\n{\"a\":{\"b\":100.0}}\n";
    Run.good(command("jsonl", text, "--schema", "a string"));
    List<String> values =
        Run.good("cat", table).json().stream().map(row -> row.get("a").textValue()).toList();
    assertEquals(List.of("100.0", "100", "0.00010", "-7", "1E+400", "{\"b\":100.0}"), values);
  }

  @Test
  void jsonl_inferredSchema_coversAllRowsLookedAt() throws Exception {
    String text =
        """
        {"i":1,"big":1,"x":1,"s":"a","o":{"p":1},"l":[],"mix":1,"e":{},"n":null}

        {"i":-2,"big":12345678901234567890,"x":2.5,"T":true,"o":{"q":"z"},"l":[{"k":[1]}],"mix":"b"}
        """;
    assertEquals(
        "{\"i\":1,\"big\":1,\"x\":1.0,\"s\":\"a\",\"o\":{\"p\":1,\"q\":null},\"l\":[],\"mix\":\"1\","
            + "\"e\":{},\"n\":null,\"T\":null}\n"
            + "{\"i\":-2,\"big\":12345678901234567890,\"x\":2.5,\"s\":null,"
            + "\"o\":{\"p\":null,\"q\":\"z\"},\"l\":[{\"k\":[1]}],\"mix\":\"b\",\"e\":null,"
            + "\"n\":null,\"T\":true}\n",
        load("jsonl", text));
    JsonNode meta = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    assertEquals(
        "[\"bigint\",\"decimal(38,0)\",\"double\",\"string\",\"struct<p:bigint,q:string>\","
            + "\"array<struct<k:array<bigint>>>\",\"string\",\"map<string,string>\",\"string\","
            + "\"boolean\"]",
        Run.JSON.createArrayNode().addAll(meta.get("columns").findValues("type")).toString());
  }

  @Test
  void jsonl_memberBehindTheInferredRows_isAnErrorUnlessMoreAreLookedAt() throws Exception {
    String text = "{\"a\":1}\n{\"a\":2,\"b\":{\"c\":1}}\n";
    String error = Run.bad(1, command("jsonl", text, "--option", "infer-rows=1"));
    assertTrue(error.contains("in.jsonl, line 2: member 'b' is not in the schema"), error);
    assertEquals(
        "{\"a\":1,\"b\":null}\n{\"a\":2,\"b\":{\"c\":1}}\n",
        load("jsonl", text, "--option", "infer-rows=2"));
  }

  @Test
  void jsonl_givenSchema_readsWhatCatPrints() throws Exception {
    String schema =
        "b boolean, f float, de decimal(9,3), d date, ts timestamp, tz timestamp with local time"
            + " zone, c char(4), bi binary, m map<string,array<int>>, mi map<int,string>,"
            + " u uniontype<int,string>, st struct<x:int,y:struct<z:double>>";
    String text =
        "{\"b\":false,\"f\":0.1,\"de\":-1.500,\"d\":\"1969-12-31\","
            + "\"ts\":\"0001-01-01 00:00:00\",\"tz\":\"2020-01-01 00:00:00.000000001Z\","
            + "\"c\":\"ab\",\"bi\":\"AAE=\",\"m\":{\"a\":[1,null],\"b\":null},"
            + "\"mi\":[{\"key\":1,\"value\":\"x\"}],\"u\":{\"tag\":1,\"value\":\"t\"},"
            + "\"st\":{\"x\":1,\"y\":{\"z\":\"NaN\"}}}\n";
    assertEquals(text, load("jsonl", text, "--schema", schema));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a int|{\"a\":1.5}|line 1: a: 1.5 is no int",
        "a int|{\"a\":3000000000}|'3000000000' is no int",
        "a boolean|{\"a\":1}|a: 1 is no boolean",
        "a array<int>|{\"a\":[1,{}]}|a[1]: {} is no int",
        "a map<string,int>|{\"a\":{\"k\":true}}|a['k']: true is no int",
        "a struct<x:date>|{\"a\":{\"x\":\"y\"}}|a.x: 'y' is no date",
        "a uniontype<int>|{\"a\":{\"tag\":1,\"value\":1}}|is no uniontype<int>",
        "a decimal(10,2)|{\"a\":1e-300000000}|a: '1E-300000000' is no decimal(10,2)",
        "a decimal(10,2)|{\"a\":\"1e-300000000\"}|a: '1E-300000000' is no decimal(10,2)",
        "a bigint|{\"a\":1e-300000000}|a: 1E-300000000 is no bigint",
        "a bigint|{\"a\":1e300000000}|a: 1E+300000000 is no bigint",
        "a date|{\"a\":1e-300000000}|is no date",
        "a double|{\"a\":1e400}|a: '1E+400' is no double: it is out of range",
        "a float|{\"a\":1e39}|a: '1E+39' is no float: it is out of range",
        "a float|{\"a\":\"1e39\"}|a: '1e39' is no float: it is out of range",
        "a int|[1]|line 1: a JSON object is needed",
        "a int|{\"a\":1} x|line 1: no valid JSON",
        "a int|{\"a\":1,\"a\":2}|line 1: no valid JSON",
        "ab int|{\"Ab\":1,\"aB\":2}|'Ab' and 'aB' differ from 'ab' by case alone",
        "a struct<ab:int>|{\"a\":{\"Ab\":1,\"aB\":2}}|'Ab' and 'aB' differ from 'ab' by case alone",
      })
  void jsonl_valueThatDoesNotFit_isAnErrorNamingThePlace(String schema, String text, String part)
      throws Exception {
    String error = Run.bad(1, command("jsonl", text, "--schema", schema));
    assertTrue(error.contains("in.jsonl"), error);
    assertTrue(error.contains(part), error);
  }

  @Test
  void csv_bytesThatAreNoText_areRefusedOrBecomeWhatIsAskedFor() throws Exception {
    Object[] command = command("csv", latin1("1,b,x\n2,caf\u00e9,y\n"));
    String error = Run.bad(1, command);
    assertTrue(error.contains("in.csv, record 2 before line 2, column 'c2': 'caf\ufffd'"), error);
    assertTrue(error.contains("is no text in UTF-8") && error.contains("--option charset="), error);
    String sound =
        "{\"c1\":\"1\",\"c2\":\"b\",\"c3\":\"x\"}\n{\"c1\":\"2\",\"c2\":%s,\"c3\":\"y\"}\n";
    for (String[] option :
        new String[][] {
          {"charset=ISO-8859-1", "\"caf\u00e9\""},
          {"on-bad-text=replace", "\"caf\ufffd\""},
          {"on-bad-text=null", "null"}
        }) {
      assertEquals(sound.formatted(option[1]), rows(command, "--option", option[0]));
    }
  }

  @Test
  void jsonl_stringsThatAreNoText_areRefusedOrBecomeWhatIsAskedFor() throws Exception {
    String half = "\"x\\ud800\"";
    for (String bad : List.of("\"x\u00e9\"", half, "\"x\\udc00\\ud800\"", "\"x\\ud83d\u0080\"")) {
      Object[] command = command("jsonl", latin1("{\"s\":\"a\"}\n{\"s\":" + bad + "}\n"));
      String error = Run.bad(1, command);
      assertTrue(error.contains("in.jsonl, line 2: s: 'x") && error.contains("is no text"), error);
      assertEquals("{\"s\":\"a\"}\n{\"s\":null}\n", rows(command, "--option", "on-bad-text=null"));
    }
    assertEquals(
        "{\"s\":\"x\ufffd\"}\n",
        rows(command("jsonl", "{\"s\":" + half + "}", "--option", "on-bad-text=replace")));
    assertEquals(
        "{\"s\":\"x\u00e9\"}\n",
        rows(command("jsonl", latin1("{\"s\":\"x\u00e9\"}\n"), "--option", "charset=ISO-8859-1")));
    for (String schema : List.of("s string", "s varchar(5)", "s array<string>")) {
      String value = schema.contains("array") ? "[" + half + "]" : half;
      String error = Run.bad(1, command("jsonl", "{\"s\":" + value + "}", "--schema", schema));
      assertTrue(error.contains("line 1: s") && error.contains("is no text"), error);
    }
    byte[] key = latin1("{\"s\":{\"\u00e9\":1}}");
    String error = Run.bad(1, command("jsonl", key, "--schema", "s map<string,int>"));
    assertTrue(error.contains("line 1: s") && error.contains("is no text"), error);
  }

  @Test
  void text_namesThatAreNoText_areRefused() throws Exception {
    String csv = Run.bad(1, command("csv", latin1("a,\u00e9\n1,2\n"), "--header"));
    assertTrue(csv.contains("line 1: the header: '\ufffd' is no text"), csv);
    String json = Run.bad(1, command("jsonl", latin1("{\"a\":{\"\u00e9\":1}}")));
    assertTrue(json.contains("in.jsonl, line 1: '\ufffd\ufffd' is no text"), json);
  }

  @Test
  void text_byteOrderMark_isNoPartOfTheFirstNameOrValue() throws Exception {
    String row = "{\"a\":\"1\",\"b\":\"2\"}\n";
    for (String charset : List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE")) {
      Object[] option = {"--option", "charset=" + charset};
      Charset to = Charset.forName(charset);
      String mark = charset.equals("UTF-16") ? "" : "\ufeff";
      byte[] header = (mark + "\"a\",b\n1,2\n").getBytes(to);
      assertEquals(row, rows(command("csv", header, "--header"), option), charset);
      byte[] values = (mark + "\"1\",2\n").getBytes(to);
      assertEquals(row.replace("a", "c1").replace("b", "c2"), rows(command("csv", values), option));
      byte[] lines = (mark + row).getBytes(to);
      assertEquals(row, rows(command("jsonl", lines), option), charset);
    }
    String second = "1\n\ufeff2\n";
    assertEquals("{\"c1\":\"1\"}\n{\"c1\":\"\ufeff2\"}\n", rows(command("csv", second)));
  }

  @Test
  void text_optionsThatCannotBe_areUsageErrors() throws Exception {
    Object[] command = command("csv", "1\n");
    String charset = Run.bad(2, and(command, "--option", "charset=klingon"));
    assertTrue(charset.contains("charset=klingon: there is no such charset"), charset);
    String action = Run.bad(2, and(command, "--option", "on-bad-text=keep"));
    assertTrue(action.contains("on-bad-text=keep: error, replace or null"), action);
  }

  @Test
  void schema_text_isParsed() {
    assertEquals(
        List.of("a", "b", "c `d"),
        SchemaText.parse(
                "--schema", "a int,b  map<string,struct<x:int,y:decimal(3,1)>> , `c ``d` date")
            .columns()
            .stream()
            .map(c -> c.name())
            .toList());
  }
}
