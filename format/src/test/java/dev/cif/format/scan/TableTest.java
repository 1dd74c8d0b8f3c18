package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CountingFiles;
import dev.cif.format.LocalFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Look-ups by key find the rows that a walk over what was written finds, and read little else. */
class TableTest {
  private static final int SPLITS = 6;
  private static final int ROWS = 500;
  private static final int BLOCK_ROWS = 100;

  @TempDir java.nio.file.Path folder;
  private CountingFiles fs;
  private Path root;

  /** Rows that were written, one line each. */
  private final List<String> rows = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    fs = new CountingFiles(LocalFiles.fs(), false);
    root = new Path(folder.toString(), "t");
    for (int split = 0; split < SPLITS; split++) {
      write(split);
    }
  }

  /** Days have two split-directories; ids are sorted, with a number in two rows; names repeat. */
  private void write(int split) throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of("Id", "name", "text"),
            List.of(split == 0 ? CifType.INT : CifType.BIGINT, CifType.STRING, CifType.STRING));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS));
    Path directory = new Path(root, "day=" + split / 2 + "/split-" + split);
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), directory, schema, options)) {
      for (int row = 0; row < ROWS; row++) {
        long id = (split * ROWS + row) / 2 * 2L;
        String name = row % 7 == 0 ? null : "n" + row % 50;
        String text = "text " + split + " " + row;
        ((LongVector) writer.column(0)).append(id);
        if (name == null) {
          writer.column(1).appendNull();
        } else {
          ((BytesVector) writer.column(1)).append(name.getBytes(StandardCharsets.UTF_8));
        }
        ((BytesVector) writer.column(2)).append(text.getBytes(StandardCharsets.UTF_8));
        writer.endRow();
        rows.add(id + "|" + name + "|" + text + "|" + split / 2);
      }
    }
  }

  private Table open() throws IOException {
    return Table.open(fs, root, ReadOptions.UNCACHED);
  }

  private static List<ColumnPath> paths(String... columns) {
    return Arrays.stream(columns).map(ColumnPath::of).toList();
  }

  private static List<String> lookup(Table table, List<Map<String, Object>> keys)
      throws IOException {
    List<String> found = new ArrayList<>();
    table.lookup(
        keys,
        paths("id", "NAME", "text", "day"),
        row -> {
          List<String> cells = new ArrayList<>();
          for (Value value : row) {
            cells.add(
                value.isNull()
                    ? null
                    : value.type().kind() == CifType.Kind.BIGINT
                        ? Long.toString(value.asLong())
                        : value.asString());
          }
          found.add(String.join("|", cells.stream().map(String::valueOf).toList()));
          return true;
        });
    return found;
  }

  /** The rows that have all values of one of the keys. */
  private List<String> expected(List<Map<String, Object>> keys) {
    List<String> names = List.of("id", "name", "text", "day");
    return rows.stream()
        .filter(
            line -> {
              String[] cells = line.split("\\|", -1);
              return keys.stream()
                  .anyMatch(
                      key ->
                          key.entrySet().stream()
                              .allMatch(
                                  one ->
                                      cells[names.indexOf(one.getKey().toLowerCase(Locale.ROOT))]
                                          .equals(one.getValue().toString())));
            })
        .toList();
  }

  @Test
  void randomKeys_giveTheRowsThatHaveThem() throws IOException {
    Random dice = new Random(20);
    for (ReadOptions options : List.of(ReadOptions.UNCACHED, ReadOptions.DEFAULT)) {
      Table table = Table.open(fs, root, options);
      for (int round = 0; round < 60; round++) {
        List<Map<String, Object>> keys = new ArrayList<>();
        for (int k = 1 + dice.nextInt(3); k > 0; k--) {
          Map<String, Object> key = new TreeMap<>();
          int row = dice.nextInt(rows.size() + 10);
          if (dice.nextInt(4) > 0) {
            key.put("ID", (long) row);
          }
          if (dice.nextInt(2) == 0 || key.isEmpty()) {
            key.put("name", "n" + row % 51);
          }
          if (dice.nextInt(3) == 0) {
            key.put("day", Integer.toString(dice.nextInt(4)));
          }
          keys.add(key);
        }
        assertEquals(expected(keys), lookup(table, keys), keys.toString());
      }
    }
  }

  @Test
  void aFolderWithASlashAtItsEnd_hasItsFoldersAsColumns() throws IOException {
    Path slashed = new Path(URI.create(fs.makeQualified(root) + "/"));
    try (Table table = Table.open(fs, slashed, ReadOptions.UNCACHED)) {
      List<Map<String, Object>> key = List.of(Map.of("id", 0L, "day", "0"));
      assertEquals(expected(key), lookup(table, key));
    }
  }

  @Test
  void aSortedKey_opensOneSplit_andReadsOneBlockOfAColumn() throws IOException {
    Table table = Table.open(fs, root, ReadOptions.DEFAULT);
    lookup(table, List.of(Map.of("id", 0L)));
    fs.reset();
    List<Map<String, Object>> key = List.of(Map.of("id", 2L * ROWS + 250));
    assertEquals(expected(key), lookup(table, key));
    List<String> opened =
        fs.opened.stream().map(path -> path.getParent().getName()).distinct().toList();
    assertEquals(List.of("split-2"), opened);
    assertEquals(4, fs.opened.size(), "the schema file and three columns");
    // A key that no row has: nothing is opened at all.
    fs.reset();
    assertEquals(List.of(), lookup(table, List.of(Map.of("id", 1_000_000L))));
    assertEquals(List.of(), lookup(table, List.of(Map.of("id", 0L, "day", "2"))));
    assertEquals(List.of(), fs.opened);
    // In a block, but in no row: other columns stay closed.
    assertEquals(List.of(), lookup(table, List.of(Map.of("id", 2L * ROWS + 251))));
    assertEquals(List.of(), fs.opened, "the files are still open");
    table.close();
    assertEquals(List.of(), lookup(table, List.of(Map.of("id", 2L * ROWS + 251))));
    assertEquals(2, fs.opened.size(), "the schema file and the key's column");
  }

  /** Keys that are in no order: what least and largest values say is nothing. */
  private void writeUnsorted(int split, List<String> written) throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of("run", "event", "guid"), List.of(CifType.INT, CifType.BIGINT, CifType.STRING));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS))
            .withFilters(List.of(List.of("run", "event"), List.of("guid")));
    Path directory = new Path(folder.toString(), "u/split-" + split);
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), directory, schema, options)) {
      for (long row = 0; row < ROWS; row++) {
        long n = (row * SPLITS + split) * 7919 % (SPLITS * ROWS);
        String guid = Long.toHexString(n * 0x9E3779B97F4A7C15L) + "-of-an-event";
        ((LongVector) writer.column(0)).append(n % 5);
        ((LongVector) writer.column(1)).append(n);
        ((BytesVector) writer.column(2)).append(guid.getBytes(StandardCharsets.UTF_8));
        writer.endRow();
        written.add(n % 5 + "|" + n + "|" + guid);
      }
    }
  }

  private static List<String> events(Table table, List<Map<String, Object>> keys)
      throws IOException {
    List<String> found = new ArrayList<>();
    table.lookup(
        keys,
        paths("run", "event", "guid"),
        row -> {
          found.add(row[0].asLong() + "|" + row[1].asLong() + "|" + row[2].asString());
          return true;
        });
    return found;
  }

  @Test
  void keysInNoOrder_areFoundByFilters_andOtherSplitsStayClosed() throws IOException {
    List<String> written = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      writeUnsorted(split, written);
    }
    Path unsorted = new Path(folder.toString(), "u");
    try (Table table = Table.open(fs, unsorted, ReadOptions.DEFAULT)) {
      events(table, List.of(Map.of("run", 0L, "event", 0L), Map.of("guid", "0")));
      fs.reset();
      for (int i = 0; i < written.size(); i += 17) {
        String[] cells = written.get(i).split("\\|", -1);
        Map<String, Object> key =
            i % 2 == 0
                ? Map.of("guid", cells[2])
                : Map.of("run", Long.valueOf(cells[0]), "event", Long.valueOf(cells[1]));
        assertEquals(List.of(written.get(i)), events(table, List.of(key)));
      }
      // Opened files stay open; filters are known, and read block by block as they are wanted.
      List<Path> others =
          fs.opened.stream().filter(path -> !path.getName().endsWith(".filters")).toList();
      assertEquals(others.stream().distinct().toList(), others);
      assertTrue(fs.opened.size() - others.size() <= 2 * SPLITS * (ROWS / BLOCK_ROWS));
      fs.reset();
      assertEquals(
          List.of(), events(table, List.of(Map.of("guid", "8"), Map.of("run", 4L, "event", 10L))));
      List<Map<String, Object>> many = new ArrayList<>();
      for (int i = 0; i < written.size(); i += 5) {
        many.add(Map.of("guid", written.get(i).split("\\|", -1)[2]));
      }
      assertEquals(
          IntStream.range(0, written.size())
              .filter(i -> i % 5 == 0)
              .mapToObj(written::get)
              .toList(),
          events(table, many));
      assertEquals(List.of(), fs.opened);
    }
    // Without filters each split-directory is read.
    try (Table table = Table.open(fs, unsorted, ReadOptions.DEFAULT.withFilters(false))) {
      fs.reset();
      assertEquals(List.of(), events(table, List.of(Map.of("guid", "8-no"))));
      assertTrue(fs.opened.size() >= SPLITS, fs.opened.toString());
    }
  }

  @Test
  void nan_isAKey_withFiltersAndWithout() throws IOException {
    CifSchema schema = CifSchema.of(List.of("d"), List.of(CifType.DOUBLE));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(2)).withFilters(List.of(List.of("d")));
    Path numbers = new Path(folder.toString(), "n");
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), new Path(numbers, "s"), schema, options)) {
      for (double d : new double[] {1, Double.NaN, -0.0, 2, 3, 4, Double.NaN, 0.0}) {
        ((DoubleVector) writer.column(0)).append(d);
        writer.endRow();
      }
    }
    for (boolean filters : List.of(true, false)) {
      try (Table table = Table.open(fs, numbers, ReadOptions.DEFAULT.withFilters(filters))) {
        List<Object> found = new ArrayList<>();
        for (double key : new double[] {Double.NaN, 0.0, 5}) {
          Map<String, Object> wanted = Map.of("d", key);
          table.lookup(List.of(wanted), paths("d"), row -> found.add(row[0].asDouble()));
        }
        assertEquals(List.of(Double.NaN, Double.NaN, -0.0, 0.0), found);
      }
    }
  }

  @Test
  void rowsThatAreNotWantedAnyMore_endTheLookup() throws IOException {
    List<String> found = new ArrayList<>();
    open()
        .lookup(
            List.of(Map.of("name", "n1")),
            paths("text"),
            row -> {
              found.add(row[0].asString());
              return found.size() < 3;
            });
    assertEquals(List.of("text 0 1", "text 0 51", "text 0 101"), found);
  }

  @Test
  void manyThreads_findTheirRows() throws IOException {
    Table table = open();
    List<Integer> ids = IntStream.range(0, 64).map(i -> i * 46).boxed().toList();
    List<List<String>> found =
        Planner.visit(ids, id -> lookup(table, List.of(Map.of("id", (long) id))));
    for (int i = 0; i < ids.size(); i++) {
      assertEquals(expected(List.of(Map.of("id", (long) ids.get(i)))), found.get(i));
    }
  }

  @Test
  void aTable_isWhatItWas_untilItIsRefreshed() throws IOException {
    Table table = open();
    write(SPLITS);
    List<Map<String, Object>> key = List.of(Map.of("id", (long) SPLITS * ROWS));
    assertEquals(List.of(), lookup(table, key));
    table.refresh();
    assertEquals(expected(key), lookup(table, key));
    assertEquals(2, expected(key).size());
    Path replaced = new Path(root, "day=0/split-1");
    fs.delete(replaced, true);
    FileSystem plain = LocalFiles.fs();
    try (SplitWriter writer =
        SplitWriter.create(
            plain,
            replaced,
            CifSchema.of(List.of("id"), List.of(CifType.BIGINT)),
            WriteOptions.DEFAULT)) {
      ((LongVector) writer.column(0)).append(ROWS + 2L);
      writer.endRow();
    }
    CifException error =
        assertThrows(CifException.class, () -> lookup(table, List.of(Map.of("id", ROWS + 2L))));
    assertTrue(error.getMessage().contains("it was replaced meanwhile"), error.getMessage());
    table.refresh();
    assertEquals(
        List.of((ROWS + 2L) + "|null|null|0"), lookup(table, List.of(Map.of("id", ROWS + 2L))));
  }

  private static String refused(Table table, Map<String, Object> key) {
    return assertThrows(IllegalArgumentException.class, () -> lookup(table, List.of(key)))
        .getMessage();
  }

  @Test
  void keysThatCannotBe_areRefused() throws IOException {
    Table table = open();
    assertEquals(List.of("Id", "name", "text", "day"), table.columns());
    assertTrue(refused(table, Map.of("no", 1L)).contains("has no column 'no'; it has [Id, name"));
    assertTrue(refused(table, Map.of("id", "x")).contains("of type bigint"));
    assertTrue(refused(table, Map.of("day", 1L)).contains("of type string"));
    assertTrue(refused(table, Map.of()).contains("without a column"));
    Map<String, Object> none = new HashMap<>(Collections.singletonMap("id", null));
    assertTrue(refused(table, none).contains("id=null"));
    assertThrows(
        IllegalArgumentException.class,
        () -> table.lookup(List.of(Map.of("id", 1L)), paths("no"), row -> true));
    assertThrows(IllegalArgumentException.class, () -> table.literal("id", "twelve"));
    assertEquals(12L, table.literal("ID", "12"));
    assertEquals(List.of(), lookup(table, List.of()));
  }

  @Test
  void damageInAFooter_isTold() throws IOException {
    Path file = new Path(root, "day=0/split-0/1-id.col");
    java.nio.file.Path bytes = java.nio.file.Path.of(file.toUri().getPath());
    byte[] content = Files.readAllBytes(bytes);
    content[content.length - 20] ^= 1;
    Files.write(bytes, content);
    CifException error =
        assertThrows(CifException.class, () -> lookup(open(), List.of(Map.of("id", 0L))));
    assertTrue(error.getMessage().contains("1-id.col"), error.getMessage());
    assertTrue(error.getMessage().contains("checksum"), error.getMessage());
  }
}
