package dev.cif.format.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.Golden;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.internal.io.Input;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few columns of many are read by the index of the schema file: FORMAT.md section 3.2. */
class ColumnIndexTest {
  private static final int COLUMNS = 1_200;
  private static final int ROWS = 3;

  /** Bytes of an entry; they stand last. */
  private static final int ENTRY = 20;

  private static final String UNKNOWN = "unknown";

  @TempDir Path folder;
  private Path split;

  @BeforeEach
  void wideSplit() throws IOException {
    split = folder.resolve("table/split");
    write(split, names(), null, true);
  }

  private static List<String> names() {
    return IntStream.range(0, COLUMNS).mapToObj(i -> "Column" + i).toList();
  }

  /** Writes a split in which column i has the value 10 * i + r in row r. */
  private static void write(Path place, List<String> names, ColumnKeys keys, boolean isGrouped)
      throws IOException {
    CifSchema schema = CifSchema.of(names, Collections.nCopies(names.size(), CifType.BIGINT));
    ColumnGroups groups = isGrouped ? ColumnGroups.of("all").withSize(100) : ColumnGroups.OFF;
    try (SplitWriter writer =
        SplitWriter.create(
            Golden.fs(),
            path(place),
            keys == null ? schema : keys.keyed(schema),
            WriteOptions.DEFAULT.withColumnGroups(groups))) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < names.size(); i++) {
          ((LongVector) writer.column(i)).append(10L * i + row);
        }
        writer.endRow();
      }
    }
  }

  private static org.apache.hadoop.fs.Path path(Path place) {
    return new org.apache.hadoop.fs.Path("file", "", place.toString());
  }

  private static SplitReader open(Path place, TableColumns columns) throws IOException {
    return SplitReader.open(
        Golden.fs(), path(place), ReadOptions.DEFAULT, Snapshot.LATEST, columns);
  }

  /** Returns the offset of the entry of column 7. */
  private static int seventh(byte[] index) {
    return index.length - (COLUMNS - 7) * ENTRY;
  }

  private SplitReader open(String... columns) throws IOException {
    return open(split, TableColumns.STORED.only(List.of(columns)));
  }

  private static List<Long> values(SplitReader reader, String column) throws IOException {
    LongVector values = new LongVector(CifType.BIGINT);
    reader.column(column, CifType.BIGINT).read(0, (int) reader.rows(), values);
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      list.add(values.isNull(i) ? null : (Long) values.values[i]);
    }
    return list;
  }

  private static List<Path> indexes(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(f -> f.getFileName().toString().endsWith(".index")).toList();
    }
  }

  private static Path index(Path place) throws IOException {
    List<Path> all = indexes(place);
    assertEquals(1, all.size(), all.toString());
    return all.get(0);
  }

  @Test
  void fewColumnsOfMany_areReadWithoutTheOthers() throws Exception {
    long whole = Files.size(split.resolve("schema.cif"));
    long index = Files.size(index(split));
    try (SplitReader few = open("column7", "COLUMN1100", "none");
        SplitReader all = SplitReader.open(Golden.fs(), path(split))) {
      assertEquals(List.of(70L, 71L, 72L), values(few, "column7"));
      assertEquals(List.of(11_000L, 11_001L, 11_002L), values(few, "Column1100"));
      assertEquals(Arrays.asList(null, null, null), values(few, "none"));
      assertEquals(2, few.schema().size());
      assertEquals(all.schema().column(1100), few.schema().column(1));
      assertEquals(all.rows(), few.rows());
      assertEquals(all.rawBytes(), few.rawBytes());
      assertEquals(all.columnLength(7), few.columnLength(0));
      assertEquals(all.columnLength(1100), few.columnLength(1));
      assertEquals(whole, all.metrics().schemaBytes);
      long read = few.metrics().schemaBytes;
      assertTrue(read < index / 4 + 2_000, read + " of " + whole + ", index " + index);
    }
  }

  @Test
  void manyOfTheColumns_areReadWithTheSchemaFile() throws Exception {
    try (SplitReader half = open(names().subList(0, COLUMNS / 2).toArray(String[]::new))) {
      assertEquals(COLUMNS, half.schema().size());
      assertEquals(List.of(70L, 71L, 72L), values(half, "column7"));
    }
  }

  @Test
  void withoutItsIndex_aSchemaFileIsReadWhole() throws Exception {
    Files.delete(index(split));
    try (SplitReader few = open("column7")) {
      assertEquals(COLUMNS, few.schema().size());
      assertEquals(List.of(70L, 71L, 72L), values(few, "column7"));
      assertEquals(0, few.verifyIndex());
    }
  }

  @Test
  void fewColumns_haveNoIndex() throws Exception {
    Path small = folder.resolve("small");
    write(small, names().subList(0, 100), null, false);
    assertEquals(List.of(), indexes(small));
  }

  @Test
  void namesOfOneHash_areToldApart() throws Exception {
    Map<Integer, String> seen = new HashMap<>();
    List<String> twins = null;
    for (int i = 0; twins == null; i++) {
      String name = "c" + Long.toString(i * 0x9E3779B97F4A7C15L & Long.MAX_VALUE, 36);
      String other = seen.put(Crc.of(name.getBytes(StandardCharsets.UTF_8)), name);
      twins = other == null ? null : List.of(name, other);
    }
    List<String> names = new ArrayList<>(names());
    names.addAll(twins);
    Path place = folder.resolve("twins");
    write(place, names, null, true);
    index(place);
    for (int i = 0; i < 2; i++) {
      try (SplitReader one = open(place, TableColumns.STORED.only(List.of(twins.get(i))))) {
        assertEquals(10L * (COLUMNS + i), values(one, twins.get(i)).get(0));
        assertTrue(one.schema().size() <= 2, one.schema().toString());
      }
    }
  }

  @Test
  void columnsOfAReader_areThoseOfTheTableByKeys() throws Exception {
    List<String> names = new ArrayList<>(names());
    ColumnKeys keys = ColumnKeys.of(names);
    Path keyed = folder.resolve("keyed");
    write(keyed, names, keys, true);
    index(keyed);
    // column5 is now what was column6, and column6 what was column5.
    ColumnKeys changed =
        keys.renamed("column5", "x").renamed("column6", "column5").renamed("x", "column6");
    TableColumns table = TableColumns.of(names, changed, Map.of());
    for (Path place : List.of(keyed, split)) {
      try (SplitReader few = open(place, table.only(List.of("column5", "column9")))) {
        assertEquals(List.of(60L, 61L, 62L), values(few, "column5"));
        assertEquals(List.of(90L, 91L, 92L), values(few, "column9"));
        assertTrue(few.schema().size() < 5, few.schema().toString());
      }
    }
  }

  /** Random tables are renamed and changed, and read by some of their columns. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void someColumns_areMatchedAsAmongAll(long seed) throws Exception {
    Random random = new Random(seed);
    int compared = 0;
    for (int round = 0; round < 2_000; round++) {
      List<String> letters = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i"));
      List<String> now = new ArrayList<>(letters.subList(0, 1 + random.nextInt(4)));
      ColumnKeys keys = ColumnKeys.of(now);
      List<ColumnKeys> then = new ArrayList<>(List.of(keys));
      for (int step = random.nextInt(5); step > 0; step--) {
        Collections.shuffle(letters, random);
        String free = letters.stream().filter(l -> !now.contains(l)).findFirst().orElseThrow();
        if (random.nextBoolean() && !now.isEmpty()) {
          int at = random.nextInt(now.size());
          keys = keys.renamed(now.get(at), free);
          now.set(at, free);
        } else {
          if (random.nextBoolean() && !now.isEmpty()) {
            now.remove(random.nextInt(now.size()));
          }
          now.add(free);
          keys = keys.withColumns(now);
        }
        then.add(keys);
      }
      Collections.shuffle(letters, random);
      List<String> stored = letters.subList(0, 1 + random.nextInt(6));
      CifSchema schema = CifSchema.of(stored, Collections.nCopies(stored.size(), CifType.INT));
      ColumnKeys writer = then.get(random.nextInt(then.size()));
      CifSchema split = random.nextInt(3) == 0 ? schema : writer.keyed(schema);
      List<String> wanted = now.subList(0, Math.min(now.size(), 1 + random.nextInt(2)));
      TableColumns table = TableColumns.of(now, keys, Map.of());
      TableColumns some = table.only(wanted);
      CifSchema part =
          CifSchema.of(split.columns().stream().filter(c -> some.wanted().has(c)).toList());
      String expected = found(table, split, wanted);
      // That nobody knows may be said of columns which are not wanted.
      if (!expected.equals(UNKNOWN)) {
        compared++;
        assertEquals(expected, found(some, part, wanted), keys + " " + split + " " + wanted);
      }
    }
    assertTrue(compared > 1_000, compared + " compared");
  }

  /** Ids of the split's columns that are wanted, by name; or that nobody knows. */
  private static String found(TableColumns table, CifSchema split, List<String> wanted) {
    Map<String, Integer> ids = new HashMap<>();
    try {
      List<String> names = table.namesOf(path(Path.of("/split")), split);
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i) != null && wanted.contains(names.get(i))) {
          ids.put(names.get(i), split.column(i).id());
        }
      }
      return new TreeMap<>(ids).toString();
    } catch (CifException e) {
      return UNKNOWN;
    }
  }

  @Test
  void anAddedColumn_isInTheNextIndex() throws Exception {
    String before = index(split).getFileName().toString();
    try (SplitReader reader = SplitReader.open(Golden.fs(), path(split));
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                Golden.fs(),
                reader,
                "added",
                CifType.BIGINT,
                ColumnOptions.DEFAULT,
                List.of(),
                "t")) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.vector()).append(row);
        writer.endRow();
      }
      writer.finish().publish(Golden.fs());
    }
    assertFalse(index(split).getFileName().toString().equals(before));
    try (SplitReader few = open("added", "column3")) {
      assertEquals(2, few.schema().size());
      assertEquals(List.of(0L, 1L, 2L), values(few, "added"));
      assertEquals(List.of(30L, 31L, 32L), values(few, "column3"));
      assertTrue(few.verifyIndex() > 0);
    }
  }

  @Test
  void aChange_isReadWithTheSchemaFileUntilItIsTidiedAway() throws Exception {
    org.apache.hadoop.fs.Path table = path(split.getParent());
    try (TableChange change =
            TableChange.begin(Golden.fs(), table, "first", List.of("column3"), List.of());
        SplitReader reader = SplitReader.open(Golden.fs(), path(split));
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                Golden.fs(),
                reader,
                "column3",
                CifType.BIGINT,
                ColumnOptions.DEFAULT,
                List.of("column3"),
                change.id())) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.vector()).append(row);
        writer.endRow();
      }
      writer.finish().addTo(change);
      change.commit();
    }
    assertEquals(List.of(), indexes(split));
    try (SplitReader few = open("column3")) {
      assertEquals(List.of(0L, 1L, 2L), values(few, "column3"));
    }
    Files.copy(split.resolve("schema.cif"), split.resolve("_columns.00000000.index"));
    TableChange.vacuum(Golden.fs(), table, Duration.ofSeconds(-1));
    try (SplitReader few = open("column3")) {
      assertEquals(1, few.schema().size());
      assertEquals(List.of(0L, 1L, 2L), values(few, "column3"));
    }
    index(split);
  }

  @Test
  void whatTheSchemaFileSays_isChecked() throws Exception {
    Path file = split.resolve("schema.cif");
    byte[] good = Files.readAllBytes(file);
    int at = new String(good, StandardCharsets.UTF_8).indexOf("\"Column7\"") + 3;
    byte[] bad = good.clone();
    bad[at] ^= 1;
    Files.write(file, bad);
    try (SplitReader other = open("column8")) {
      assertEquals(80L, values(other, "column8").get(0));
    }
    String message = assertThrows(CifException.class, () -> open("column7")).getMessage();
    assertTrue(message.contains("schema.cif, offset "), message);
    assertTrue(message.contains("another checksum"), message);
    Files.write(file, Arrays.copyOf(good, 1000));
    message = assertThrows(CifException.class, () -> open("column1100")).getMessage();
    assertTrue(message.contains("it is truncated"), message);
  }

  @Test
  void everyByteOfTheIndex_isChecked() throws Exception {
    Path file = index(split);
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(7);
    int front = good.length - COLUMNS * ENTRY;
    for (int i = 0; i < 300; i++) {
      byte[] bad = good.clone();
      int at = i < 60 ? i : random.nextInt(front);
      bad[at] ^= (byte) (1 << random.nextInt(8));
      expectRefused(file, bad, "remove the file");
    }
    for (int i = 0; i < ENTRY; i++) {
      byte[] bad = good.clone();
      bad[seventh(good) + i] ^= (byte) (1 << random.nextInt(8));
      expectRefused(file, bad, "");
    }
    for (int length : List.of(0, 3, 36, 40, front / 2, front - 1, seventh(good) + 3)) {
      expectRefused(file, Arrays.copyOf(good, length), "remove the file");
    }
    Files.write(file, good);
    open("column7").close();
  }

  private void expectRefused(Path file, byte[] bytes, String what) throws IOException {
    Files.write(file, bytes);
    String message = assertThrows(CifException.class, () -> open("column7")).getMessage();
    assertTrue(message.contains(file.getFileName().toString()), message);
    assertTrue(message.contains(what), message);
  }

  /** Indexes whose checksum is right. */
  @TestFactory
  Stream<DynamicTest> hostileIndexes() {
    Map<String, Consumer<byte[]>> cases = new LinkedHashMap<>();
    cases.put("another schema file's checksum", b -> b[8] ^= 1);
    cases.put("another schema file's length", b -> b[12] ^= 1);
    cases.put("a version that is not known", b -> b[4] = 2);
    cases.put("negative rows", b -> Input.LONG.set(b, 16, -1L));
    cases.put("unknown flags", b -> b[24] = 16);
    cases.put("keys that are not there", b -> b[24] = 3);
    cases.put("negative raw bytes", b -> Input.LONG.set(b, 25, -1L));
    cases.put("more columns than fit", b -> Input.INT.set(b, 33, COLUMNS * 40));
    cases.put("as many as can be", b -> Input.INT.set(b, 33, -1));
    cases.put("fewer columns", b -> Input.INT.set(b, 33, COLUMNS - 1));
    cases.put("no columns", b -> Input.INT.set(b, 33, 0));
    cases.put("a front of no bytes", b -> Input.INT.set(b, 37, 0));
    cases.put("an endless front", b -> Input.INT.set(b, 37, -1));
    cases.put("a front that is longer than the file", b -> Input.INT.set(b, 37, b.length + 1));
    cases.put("a field outside", b -> Input.INT.set(b, seventh(b), Integer.MAX_VALUE));
    cases.put("a field before", b -> Input.INT.set(b, seventh(b), -5));
    cases.put("an endless field", b -> Input.INT.set(b, seventh(b) + 4, Integer.MAX_VALUE));
    cases.put("an empty field", b -> Input.INT.set(b, seventh(b) + 4, 0));
    cases.put("an element outside", b -> Input.INT.set(b, seventh(b) + 8, Integer.MAX_VALUE));
    cases.put("columns that overlap", ColumnIndexTest::overlap);
    cases.put("an endless element", b -> Input.INT.set(b, seventh(b) + 12, -1));
    cases.put("another checksum of a column", b -> b[seventh(b) + 16] ^= 1);
    return cases.entrySet().stream()
        .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> expectHostile(one.getValue())));
  }

  /** Gives all columns the name of column 7, and most of the schema file. */
  private static void overlap(byte[] index) {
    int hashes = 41;
    for (int i = 0; i < COLUMNS; i++) {
      System.arraycopy(index, hashes + 7 * 4, index, hashes + i * 4, 4);
      int entry = index.length - (COLUMNS - i) * ENTRY;
      Input.INT.set(index, entry, 0);
      Input.INT.set(index, entry + 4, 150_000);
      Input.INT.set(index, entry + 8, 0);
      Input.INT.set(index, entry + 12, 150_000);
    }
  }

  private void expectHostile(Consumer<byte[]> change) throws IOException {
    if (!Files.exists(split)) {
      wideSplit();
    }
    Path file = index(split);
    byte[] good = Files.readAllBytes(file);
    try {
      Files.write(file, checked(good, change));
      String message = assertThrows(CifException.class, () -> open("column7")).getMessage();
      assertTrue(message.contains(file.getFileName().toString()), message);
      assertTrue(
          assertThrows(
                  CifException.class,
                  () -> {
                    try (SplitReader all = SplitReader.open(Golden.fs(), path(split))) {
                      all.verifyIndex();
                    }
                  })
              .getMessage()
              .contains("not what the schema file says"));
    } finally {
      Files.write(file, good);
    }
  }

  private static byte[] checked(byte[] good, Consumer<byte[]> change) {
    byte[] bytes = good.clone();
    change.accept(bytes);
    int end = good.length - COLUMNS * ENTRY - 4;
    Input.INT.set(bytes, end, Crc.of(bytes, 0, end));
    return bytes;
  }

  /** Fields and elements that are whole, but not those of one column. */
  @Test
  void piecesOfOtherColumns_areRefused() throws Exception {
    Path file = index(split);
    byte[] good = Files.readAllBytes(file);
    byte[] json = Files.readAllBytes(split.resolve("schema.cif"));
    int start = new String(json, 0, 40, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    Consumer<byte[]> swapped =
        bytes -> {
          int at = seventh(bytes);
          System.arraycopy(bytes, at + ENTRY + 8, bytes, at + 8, 8);
          int field = start + (int) Input.INT.get(bytes, at);
          int fieldLength = (int) Input.INT.get(bytes, at + 4);
          int element = start + (int) Input.INT.get(bytes, at + 8);
          int elementLength = (int) Input.INT.get(bytes, at + 12);
          CRC32C crc = new CRC32C();
          crc.update(bytes, at, 16);
          crc.update(json, field, fieldLength);
          crc.update(json, element, elementLength);
          Input.INT.set(bytes, at + 16, (int) crc.getValue());
        };
    Files.write(file, checked(good, swapped));
    String message = assertThrows(CifException.class, () -> open("column7")).getMessage();
    assertTrue(message.contains("the list of column files says"), message);
  }
}
