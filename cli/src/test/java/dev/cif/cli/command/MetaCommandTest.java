package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetaCommandTest {
  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    table =
        Run.table(
            folder,
            "5,1.50,2020-02-29,b,true\n-3,22.25,1969-12-31,\u00e4,false\n,,,,\n",
            "i int, d decimal(10,2), t date, s string, f boolean",
            "--rows-per-split",
            2);
  }

  @Test
  void meta_json_hasSizesAndStatistics() throws Exception {
    JsonNode meta = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    assertEquals(3, meta.get("rows").intValue());
    long sum = 0;
    long stored = 0;
    for (JsonNode column : meta.get("columns")) {
      sum += column.get("bytes").longValue();
    }
    try (var files = Files.walk(table)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".col")).toList()) {
        stored += Files.size(file);
      }
    }
    assertEquals(stored, sum);
    assertEquals(stored, meta.get("bytes").longValue());
    JsonNode columns = meta.get("columns");
    assertEquals("[\"-3\",\"1.50\",\"1969-12-31\",\"\",\"false\"]", all(columns, "min"));
    assertEquals("[\"5\",\"22.25\",\"2020-02-29\",\"\u00e4\",\"true\"]", all(columns, "max"));
    assertEquals("[1,1,1,0,1]", all(columns, "nulls"));
    assertEquals("[2,2,2,3,2]", all(columns, "distinct"));
    assertEquals("decimal(10,2)", columns.get(1).get("type").textValue());
  }

  private static String all(JsonNode columns, String member) {
    return Run.JSON.createArrayNode().addAll(columns.findValues(member)).toString();
  }

  @Test
  void meta_html_isAPageWithTheSameFigures() throws Exception {
    String page = Run.good("meta", table, "--html").out();
    assertTrue(page.startsWith("<!DOCTYPE html>"), page);
    String open = "<script type=\"application/json\" id=\"data\">";
    int from = page.indexOf(open) + open.length();
    JsonNode data = Run.JSON.readTree(page.substring(from, page.indexOf("</script>", from)));
    JsonNode json = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    assertEquals(json.get("columns"), data.get("columns"));
    assertEquals(5, data.get("largest").size());
    assertEquals(5, data.get("encodings").size());
    for (JsonNode column : data.get("encodings")) {
      assertEquals(2, column.get("read").intValue());
      assertFalse(column.get("blocks").isEmpty(), page);
    }
    for (int i = 0; i < 2; i++) {
      JsonNode split = data.get("splits").get(i);
      long sum = 0;
      for (JsonNode bytes : split.get("largest")) {
        sum += bytes.longValue();
      }
      assertEquals(split.get("bytes").longValue(), sum);
    }
    assertFalse(data.has("nodes"));
    assertEquals(2, Run.of("meta", table, "--html", "--json").status());
  }

  @Test
  void meta_html_keepsValuesOutOfThePage() throws Exception {
    Path hostile =
        Run.table(
            Files.createDirectory(folder.resolve("hostile")),
            "</script><script>alert(1)</script>\n",
            "s string");
    String page = Run.good("meta", hostile, "--html").out();
    assertFalse(page.contains("<script>alert"), page);
    assertTrue(page.contains("\\u003cscript>alert"), page);
  }

  @Test
  void meta_text_isAligned() {
    String text = Run.good("meta", table).out();
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(1).startsWith("2 splits, 3 rows, 10 column files of "), text);
    int header = lines.indexOf("Columns") + 1;
    int name = lines.get(header).indexOf("name");
    for (int i = 0; i < 5; i++) {
      assertEquals(
          List.of("i", "d", "t", "s", "f").get(i),
          lines.get(header + 2 + i).substring(name, name + 4).trim(),
          text);
    }
    assertTrue(text.contains("split-00001"), text);
    assertFalse(text.contains(" \n"), "trailing spaces");
  }

  @Test
  void meta_columnGroups_nameTheirFile() throws Exception {
    assertFalse(Run.good("meta", table).out().contains("group file"));
    Path grouped =
        Run.table(
            Files.createDirectory(folder.resolve("grouped")),
            "1,2,3\n",
            "a int, b int, c int",
            "--option",
            "cif.column.group.b=g",
            "--option",
            "cif.column.group.c=g");
    JsonNode columns = Run.JSON.readTree(Run.good("meta", grouped, "--json").out()).get("columns");
    assertEquals("[[\"2-group.col\"],[\"2-group.col\"]]", all(columns, "group_files"));
    assertFalse(columns.get(0).has("group_files"));
    List<String> lines = Run.good("meta", grouped).out().lines().toList();
    int at = lines.get(lines.indexOf("Columns") + 1).indexOf("group file");
    assertEquals(
        List.of("-", "2-group.col", "2-group.col"),
        lines.subList(lines.indexOf("Columns") + 3, lines.indexOf("Columns") + 6).stream()
            .map(line -> line.substring(at).strip())
            .toList());
  }

  @Test
  void meta_partStatistics_areShownAndVerified() throws Exception {
    Path lines = Files.writeString(folder.resolve("in.jsonl"), "{\"m\":{\"a\":1,\"b\":2}}\n");
    Path parts = folder.resolve("parts");
    Run.good(
        "load",
        "--from",
        "jsonl",
        lines,
        "--to",
        parts,
        "--schema",
        "m map<string,int>",
        "--option",
        "cif.part.statistics=true");
    JsonNode column =
        Run.JSON.readTree(Run.good("meta", parts, "--json").out()).get("columns").get(0);
    assertEquals(2, column.get("parts").intValue());
    Path file;
    try (var files = Files.walk(parts)) {
      file = files.filter(f -> f.toString().endsWith("_1-m.parts")).findFirst().orElseThrow();
    }
    assertEquals(Files.size(file), column.get("parts_bytes").longValue());
    assertTrue(Run.good("meta", parts).out().contains("parts"));
    assertTrue(Run.good("verify", parts).out().startsWith("1 split, 4 files, "));
    Files.delete(file);
    Run damaged = Run.of("verify", parts);
    assertEquals(1, damaged.status());
    assertTrue(damaged.err().contains("_1-m.parts"), damaged.err());
  }

  @Test
  void meta_filtersAndOrder_areShown_andVerified() throws Exception {
    Path lines =
        Files.writeString(
            folder.resolve("in.jsonl"), "{\"a\":2,\"b\":\"y\"}\n{\"a\":1,\"b\":\"x\"}\n");
    Path table = folder.resolve("filters");
    Run.good(
        "load",
        "--from",
        "jsonl",
        lines,
        "--to",
        table,
        "--schema",
        "a int, b string",
        "--sort-by",
        "b desc",
        "--option",
        "cif.filters=a+b,b");
    JsonNode meta = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    JsonNode filter = meta.at("/columns/0/filters/0");
    assertEquals("[\"a\",\"b\"]", filter.get("columns").toString());
    assertEquals(1, filter.get("splits").intValue());
    assertEquals("b desc", meta.at("/splits/0/sorted_by").textValue());
    List<Path> files;
    try (var all = Files.walk(table)) {
      files = all.filter(f -> f.toString().endsWith(".filters")).toList();
    }
    assertEquals(2, files.size());
    long bytes = filter.get("bytes").longValue() + meta.at("/columns/1/filters/0/bytes").asLong();
    assertEquals(Files.size(files.get(0)) + Files.size(files.get(1)), bytes);
    String text = Run.good("meta", table).out();
    assertTrue(text.contains("a+b") && text.contains("sorted by") && text.contains("b desc"), text);
    assertTrue(Run.good("verify", table).out().startsWith("1 split, 6 files, "));
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      byte[] damaged = whole.clone();
      damaged[whole.length / 2] ^= 1;
      Files.write(file, damaged);
      Run run = Run.of("verify", table);
      assertEquals(1, run.status());
      assertTrue(run.err().contains(file.getFileName().toString()), run.err());
      Files.write(file, whole);
    }
  }
}
