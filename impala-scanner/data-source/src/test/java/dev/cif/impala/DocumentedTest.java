package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the statements of sql/impala and docs/IMPALA.md work, and that all settings are
 * listed.
 */
class DocumentedTest {
  private static final Path ROOT = Path.of("../..");

  /** Form of a string in Impala's scanner: the text between the quotes is not changed. */
  private static final Pattern CREATE_TABLE =
      Pattern.compile(
          "CREATE TABLE (\\w+) \\(([^;]*?)\\)\\s*PRODUCED BY DATA SOURCE cif\\(\\s*"
              + "'((?:\\\\.|[^\\\\'])*)'\\s*\\);",
          Pattern.DOTALL);

  private static final Pattern SETTING =
      Pattern.compile("\\| `(\\w+)` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|");

  @TempDir Path folder;

  private record Table(Map<String, String> columns, String init) {
    ImpalaDriver driver(String path) {
      ImpalaDriver driver =
          new ImpalaDriver(init.replaceAll("\"path\": \"[^\"]*\"", "\"path\": \"" + path + "\""));
      columns.forEach(driver::column);
      return driver;
    }
  }

  private static Map<String, Table> tables(String file) throws IOException {
    Map<String, Table> tables = new LinkedHashMap<>();
    Matcher table = CREATE_TABLE.matcher(Files.readString(ROOT.resolve(file)));
    while (table.find()) {
      Map<String, String> columns = new LinkedHashMap<>();
      for (String column : table.group(2).trim().split(",\\s+", -1)) {
        columns.put(column.split(" ", 2)[0], column.split(" ", 2)[1]);
      }
      tables.put(table.group(1), new Table(columns, table.group(3)));
    }
    return tables;
  }

  @Test
  void examples_areValidAndMapDeclaredColumns() throws Exception {
    Map<String, Table> all = new LinkedHashMap<>(tables("sql/impala/data-source.sql"));
    all.put("of the page", tables("docs/IMPALA.md").get("pages"));
    assertEquals(3, all.size());
    for (Table table : all.values()) {
      assertNotNull(table);
      InitString settings = InitString.parse(table.init());
      assertEquals("hdfs", settings.path().toUri().getScheme());
      assertTrue(table.columns().keySet().containsAll(settings.columns().keySet()));
      for (Map.Entry<String, String> column : table.columns().entrySet()) {
        assertNotNull(ImpalaType.from(column.getKey(), ImpalaDriver.type(column.getValue())));
      }
    }
  }

  @Test
  void examples_namesOfClassAndVersion_areRight() throws Exception {
    for (String file : List.of("sql/impala/data-source.sql", "docs/IMPALA.md")) {
      String text = Files.readString(ROOT.resolve(file));
      assertTrue(text.contains("CLASS '" + CifDataSource.class.getName() + "'"), file);
      assertTrue(text.contains("API_VERSION 'V1'"), file);
    }
  }

  @Test
  void examples_onTablesAsHiveWritesThem_giveRows() throws Exception {
    Map<String, Table> tables = tables("sql/impala/data-source.sql");
    TestTable pages =
        new TestTable(folder.resolve("pages"))
            .column("url", "string")
            .column("fetched", "timestamp")
            .column("metadata", "map<string,string>")
            .column("content", "string");
    LocalDateTime noon = LocalDateTime.of(2026, 1, 1, 12, 0);
    Map<String, String> metadata = Map.of("content-type", "text/html");
    pages.split("000000_0", List.of(List.of("http://b.example/", noon, metadata, "x")));
    assertEquals(
        List.of(List.of("http://b.example/", noon, "text/html", "x")),
        tables
            .get("pages")
            .driver(pages.root().toUri().toString())
            .select("url", "fetched", "content_type", "content"));
    TestTable visits =
        new TestTable(folder.resolve("visits"))
            .column("visited", "timestamp")
            .column("revenue", "decimal(10,2)")
            .column("tags", "array<string>")
            .column("address", "struct<street:string,city:string>");
    List<Object> row =
        List.of(noon, new java.math.BigDecimal("1.50"), List.of("t"), List.of("s", "c"));
    visits.split("day=2026-01-01/country=DE/000000_0", List.of(row));
    assertEquals(
        List.of(List.of("t", "c", LocalDate.of(2026, 1, 1), "DE")),
        tables
            .get("visits")
            .driver(visits.root().toUri().toString())
            .select("first_tag", "city", "day", "country"));
  }

  @Test
  void page_listsTheSettingsInOrder() throws Exception {
    List<String> listed = new ArrayList<>();
    Matcher setting = SETTING.matcher(Files.readString(ROOT.resolve("docs/IMPALA.md")));
    while (setting.find()) {
      listed.add(setting.group(1));
    }
    assertEquals(InitString.KEYS, listed);
  }
}
