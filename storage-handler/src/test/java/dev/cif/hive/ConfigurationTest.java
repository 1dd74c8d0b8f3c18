package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.write.CifRecordWriter;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** docs/CONFIGURATION.md has every property that the code knows, as the code takes it. */
class ConfigurationTest {
  private static final Path PAGE =
      Path.of(System.getProperty("cif.docs", "../docs"), "CONFIGURATION.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `(cif\\.[^`]+)` \\| (?:`([^`]+)`|none) \\| ([^|]+) \\| ([^|]+) \\|");
  private static final Pattern RANGE = Pattern.compile("(\\d+) to (\\d+)");
  private static final CifSchema SCHEMA =
      CifSchema.of(
          List.of("other", "m"), List.of(CifType.STRING, CifType.parse("map<string,int>")));

  /**
   * Row of the page about a property.
   *
   * @param byDefault default; null for none
   */
  private record Row(String name, String byDefault, String values, String meaning) {
    /** The values between back-ticks, if it lists them. */
    List<String> listed() {
      List<String> list = new ArrayList<>();
      Matcher m = Pattern.compile("`([^`]+)`").matcher(values);
      while (m.find()) {
        list.add(m.group(1));
      }
      return list;
    }
  }

  private static Map<String, Row> page() throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE, StandardCharsets.UTF_8)) {
      Matcher m = ROW.matcher(line);
      if (m.matches()) {
        Row row = new Row(m.group(1), m.group(2), m.group(3), m.group(4));
        assertEquals(null, rows.put(row.name, row), "once");
        assertFalse(row.meaning.isBlank());
      } else {
        assertFalse(line.startsWith("| `cif."), "a row that is not complete: " + line);
      }
    }
    return rows;
  }

  /** The values of all constants that name a property, in all classes of the room of a class. */
  private static void collect(Class<?> member, Set<String> properties) throws Exception {
    URI place = member.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      collectBelow(path, properties);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        collectBelow(jar.getPath("/"), properties);
      }
    }
  }

  private static void collectBelow(Path root, Set<String> properties) throws Exception {
    List<String> classes;
    try (Stream<Path> files = Files.walk(root)) {
      classes =
          files
              .map(file -> root.relativize(file).toString())
              .filter(name -> name.endsWith(".class") && name.startsWith("dev"))
              .map(name -> name.substring(0, name.length() - 6).replaceAll("[/\\\\]", "."))
              .toList();
    }
    for (String name : classes) {
      Class<?> type = Class.forName(name, false, ConfigurationTest.class.getClassLoader());
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          field.setAccessible(true);
          String value = (String) field.get(null);
          if (value != null && value.startsWith("cif.")) {
            properties.add(value);
          }
        }
      }
    }
  }

  @Test
  void pageHasEveryPropertyAndNoOther() throws Exception {
    TreeSet<String> known = new TreeSet<>();
    collect(WriteOptions.class, known);
    collect(CacheSettings.class, known);
    collect(CifSerDe.class, known);
    collect(CifOutputFormat.class, known);
    assertTrue(known.contains(WriteOptions.LAYOUT) && known.contains(CifRecordWriter.SPLIT_SIZE));
    assertEquals(known, new TreeSet<>(page().keySet()));
  }

  private static ColumnOptions options(String property, String value) {
    return WriteOptions.fromProperties(SCHEMA, Map.of(property, value)::get).column("m");
  }

  /** Property names of {@link ColumnOptions}: the group of a column is the split's. */
  private static List<String> columnProperties() {
    return WriteOptions.COLUMN_PROPERTIES.stream()
        .filter(property -> !property.equals(WriteOptions.COLUMN_GROUP))
        .toList();
  }

  @Test
  void defaultsAreThoseOfThePage() throws IOException {
    Map<String, Row> page = page();
    for (String property : columnProperties()) {
      assertEquals(
          ColumnOptions.DEFAULT, options(property, page.get(property).byDefault), property);
    }
    assertEquals(ColumnOptions.DEFAULT, options("none", "given"));
    String size = page.get(CifRecordWriter.SPLIT_SIZE).byDefault;
    assertEquals(Long.parseLong(size), CifRecordWriter.splitSize(new Properties()));
    String memory = page.get(WriteOptions.WRITE_MEMORY).byDefault;
    long part = Runtime.getRuntime().maxMemory() / 16;
    assertEquals(Math.min(Long.parseLong(memory), part), WriteOptions.DEFAULT.memory());
    String columns = page.get(WriteOptions.COLUMNS_PER_GROUP).byDefault;
    assertEquals(Integer.parseInt(columns), ColumnGroups.DEFAULT_SIZE);
    assertEquals(ColumnGroups.NONE, page.get(WriteOptions.COLUMN_GROUP).byDefault);
    String verify = page.get(ReadOptions.VERIFY_CHECKSUMS).byDefault;
    assertEquals(Boolean.valueOf(verify), ReadOptions.DEFAULT.verifyChecksums());
    String cache = page.get(ReadOptions.SCHEMA_CACHE_SIZE).byDefault;
    assertEquals(Long.parseLong(cache), ReadOptions.DEFAULT.schemaCacheSize());
    assertEquals(ReadOptions.DEFAULT, ReadOptions.from(new Configuration(false)));
  }

  @Test
  void schemaCacheSizeStartsAtZero() {
    Configuration job = new Configuration(false);
    for (String taken : new String[] {"0", " 4096 "}) {
      job.set(ReadOptions.SCHEMA_CACHE_SIZE, taken);
      assertEquals(Long.parseLong(taken.trim()), ReadOptions.from(job).schemaCacheSize());
    }
    for (String refused : new String[] {"-1", "x", "9223372036854775808"}) {
      job.set(ReadOptions.SCHEMA_CACHE_SIZE, refused);
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> ReadOptions.from(job));
      String start = "cif.schema.cache.size is '" + refused + "': ";
      assertTrue(e.getMessage().startsWith(start), e.getMessage());
    }
  }

  @Test
  void listedValuesAreTaken() throws IOException {
    Map<String, Row> page = page();
    for (String property :
        List.of(
            WriteOptions.LAYOUT,
            WriteOptions.COMPRESSION,
            WriteOptions.OPTIMIZE,
            WriteOptions.STORAGE_POLICY)) {
      Row row = page.get(property);
      assertTrue(row.listed().contains(row.byDefault));
      for (String value : row.listed()) {
        ColumnOptions o = options(property, value);
        assertEquals(value.equals(row.byDefault), o.equals(ColumnOptions.DEFAULT), value);
        assertEquals(o, options(property + ".m", value.toUpperCase(java.util.Locale.ROOT)));
      }
      expectRefused(property, "other");
      expectRefused(property, "");
    }
    assertEquals(5, page.get(WriteOptions.LAYOUT).listed().size());
    assertEquals(6, page.get(WriteOptions.COMPRESSION).listed().size());
    assertEquals(3, page.get(WriteOptions.OPTIMIZE).listed().size());
    assertEquals(
        StoragePolicy.values().length, page.get(WriteOptions.STORAGE_POLICY).listed().size());
    assertEquals(List.of("true", "false"), page.get(ReadOptions.VERIFY_CHECKSUMS).listed());
    assertEquals(List.of("true", "false"), page.get(WriteOptions.PART_STATISTICS).listed());
    expectRefused(WriteOptions.PART_STATISTICS, "yes");
  }

  @Test
  void wrongModeNamesTheAllowedOnes() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> options("cif.optimize.m", "fast"));
    assertEquals(
        "cif.optimize.m is 'fast': unknown mode 'fast': one of speed, balanced, size",
        e.getMessage());
  }

  @Test
  void rangesEndWhereThePageSays() throws IOException {
    Map<String, Row> page = page();
    for (String property : List.of(WriteOptions.BLOCK_SIZE, WriteOptions.BLOCK_ROWS)) {
      Matcher range = RANGE.matcher(page.get(property).values);
      assertTrue(range.matches(), property);
      long low = Long.parseLong(range.group(1));
      long high = Long.parseLong(range.group(2));
      for (long taken : new long[] {low, high}) {
        assertNotEquals(ColumnOptions.DEFAULT, options(property, " " + taken + " "));
      }
      for (String refused : new String[] {"" + (low - 1), "" + (high + 1), "-1", "1e3", "x", ""}) {
        expectRefused(property, refused);
      }
      expectRefused(property, "99999999999999999999");
    }
  }

  @Test
  void skipDistancesAreMultiplesThatAscend() {
    for (String taken : new String[] {"2", "10,100", " 3, 6 ,60", "10,100,1000"}) {
      assertEquals(
          taken.replace(" ", ""), options(WriteOptions.SKIP_DISTANCES, taken).skips().toString());
    }
    for (String refused :
        new String[] {"", "1", "0", "-10", "100,10", "10,15", "10,10", "x", "10,"}) {
      expectRefused(WriteOptions.SKIP_DISTANCES, refused);
    }
  }

  /** An error names the property, its value and what is allowed; so does one of a column's. */
  private static void expectRefused(String property, String value) {
    for (String name : new String[] {property, property + ".m"}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> options(name, value));
      String start = name + " is '" + value + "': ";
      assertTrue(e.getMessage().startsWith(start), e.getMessage());
      assertTrue(e.getMessage().length() > start.length() + 10, e.getMessage());
    }
  }

  @Test
  void splitSizeStartsAtOne() {
    for (String taken : new String[] {"1", " 4096 ", "9223372036854775807"}) {
      assertEquals(Long.parseLong(taken.trim()), CifRecordWriter.splitSize(split(taken)));
    }
    for (String refused : new String[] {"0", "-1", "x", "", "9223372036854775808"}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> CifRecordWriter.splitSize(split(refused)));
      assertTrue(e.getMessage().startsWith("cif.split.size is '" + refused + "': "));
    }
  }

  @Test
  void groupIsANameOf64CharactersAtMost() throws IOException {
    assertEquals(null, page().get(WriteOptions.PLACEMENT_GROUP).byDefault);
    assertEquals(Optional.empty(), WriteOptions.fromProperties(SCHEMA, name -> null).group());
    for (String taken : new String[] {"a", "Orders.by-day_2", "x".repeat(64)}) {
      WriteOptions options = group(taken);
      assertEquals(Optional.of(taken), options.group());
      assertEquals(Optional.empty(), options.placement());
      assertEquals(taken + "/3", options.ofPart(3).placement().orElseThrow().toString());
      assertEquals(Optional.empty(), options.ofPart(-1).placement());
    }
    for (String refused : new String[] {"", " ", "a b", "a/1", "\u00e4", "x".repeat(65)}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> group(refused));
      assertEquals(
          "cif.placement.group is '"
              + refused
              + "': 1 to 64 letters, digits, '_', '.' and '-' are allowed",
          e.getMessage());
    }
  }

  private static WriteOptions group(String name) {
    return WriteOptions.fromProperties(SCHEMA, Map.of(WriteOptions.PLACEMENT_GROUP, name)::get);
  }

  private static Properties split(String size) {
    Properties properties = new Properties();
    properties.setProperty(CifRecordWriter.SPLIT_SIZE, size);
    return properties;
  }

  @Test
  void propertyOfAColumnHoldsForItAlone() throws IOException {
    Map<String, String> values =
        Map.of(
            WriteOptions.LAYOUT, "plain",
            WriteOptions.COMPRESSION, "lz4",
            WriteOptions.OPTIMIZE, "size",
            WriteOptions.BLOCK_SIZE, "4711",
            WriteOptions.BLOCK_ROWS, "17",
            WriteOptions.SKIP_DISTANCES, "5",
            WriteOptions.PART_STATISTICS, "true",
            WriteOptions.STORAGE_POLICY, "COLD");
    for (String property : columnProperties()) {
      WriteOptions options =
          WriteOptions.fromProperties(SCHEMA, Map.of(property + ".m", values.get(property))::get);
      assertNotEquals(ColumnOptions.DEFAULT, options.column("m"), property);
      assertEquals(ColumnOptions.DEFAULT, options.column("other"), property);
    }
  }

  @Test
  void layoutBlockOfAColumnMayGoWithATableOfNoCompression() {
    Map<String, String> given =
        Map.of("cif.compression", "none", "cif.layout.m", "block", "cif.compression.m", "zlib");
    assertEquals(
        "zlib", WriteOptions.fromProperties(SCHEMA, given::get).column("m").compression().text());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                WriteOptions.fromProperties(
                    SCHEMA, Map.of("cif.layout.m", "block", "cif.compression", "none")::get));
    assertTrue(e.getMessage().startsWith("cif.layout.m and cif.compression.m: "), e.getMessage());
  }
}
