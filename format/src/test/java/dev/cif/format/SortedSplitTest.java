package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.SortOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ReadMetrics;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.RollingSplitWriter;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a split-directory come in the order of {@code cif.sort.by}, whatever the memory. */
class SortedSplitTest {
  private static final long MUCH = 64 << 20;

  /** So little that rows go to the local file and come back many times. */
  private static final long LITTLE = 16 << 10;

  @TempDir java.nio.file.Path folder;
  private FileSystem local;
  private Path split;
  private java.nio.file.Path spills;

  @BeforeEach
  void prepare() throws IOException {
    local = LocalFiles.fs();
    split = local.makeQualified(new Path(folder.toString(), "table/000000_0"));
    spills = Files.createDirectory(folder.resolve("spills"));
  }

  private WriteOptions options(String order, long memory) {
    return WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(100))
        .withSorting(new SortOptions(SortOrder.parse(order), spills.toString()))
        .withMemory(memory);
  }

  private static void append(SplitWriter writer, List<Object> row) throws IOException {
    for (int i = 0; i < row.size(); i++) {
      Model.append(row.get(i), writer.column(i));
    }
    writer.endRow();
  }

  private void write(CifSchema schema, WriteOptions options, List<List<Object>> rows)
      throws IOException {
    local.delete(split, true);
    try (SplitWriter writer = SplitWriter.create(local, split, schema, options)) {
      for (List<Object> row : rows) {
        append(writer, row);
      }
      assertEquals(rows.size(), writer.rows());
    }
  }

  private List<List<Object>> read() throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    try (SplitReader reader = SplitReader.open(local, split)) {
      int count = (int) reader.rows();
      List<ColumnVector> columns = new ArrayList<>();
      for (Column column : reader.schema().columns()) {
        columns.add(ColumnVector.create(column.type()));
        reader.column(column.name()).read(0, count, columns.get(columns.size() - 1));
      }
      for (int row = 0; row < count; row++) {
        List<Object> values = new ArrayList<>();
        for (ColumnVector column : columns) {
          values.add(Model.of(column, row));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  /** The order of values, told by the values. */
  private static int compare(Object a, Object b) {
    if (a instanceof Double x && b instanceof Double y) {
      // -0.0 is 0.0; NaN is above all.
      return Double.compare(x + 0.0, y + 0.0);
    }
    if (a instanceof ByteBuffer x && b instanceof ByteBuffer y) {
      for (int i = 0; i < Math.min(x.limit(), y.limit()); i++) {
        if (x.get(i) != y.get(i)) {
          return Integer.compare(x.get(i) & 0xFF, y.get(i) & 0xFF);
        }
      }
      return Integer.compare(x.limit(), y.limit());
    }
    if (a instanceof BigDecimal x) {
      return x.compareTo((BigDecimal) b);
    }
    if (a instanceof TimestampValue x) {
      return x.compareTo((TimestampValue) b);
    }
    return Long.compare((Long) a, (Long) b);
  }

  private static Comparator<List<Object>> by(int column, boolean ascending, boolean nullsFirst) {
    Comparator<Object> values = SortedSplitTest::compare;
    Comparator<Object> directed = ascending ? values : values.reversed();
    return Comparator.comparing(
        row -> row.get(column),
        nullsFirst ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed));
  }

  private static Object value(CifType type, Random random) {
    boolean isReal = type.equals(CifType.FLOAT) || type.equals(CifType.DOUBLE);
    if (isReal && random.nextInt(3) == 0) {
      double[] odd = {-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
      return odd[random.nextInt(odd.length)];
    }
    return Model.randomOrNull(type, random, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal(9,2)",
        "decimal(38,10)",
        "string",
        "varchar(10)",
        "char(10)",
        "binary",
        "date",
        "timestamp",
        "timestamp with local time zone"
      })
  void everyPrimitiveTypeHasItsOrder(String type) throws IOException {
    CifType key = CifType.parse(type);
    CifType other = CifType.parse("map<string,array<struct<a:int,b:string>>>");
    CifSchema schema = CifSchema.of(List.of("n", "k", "m"), List.of(CifType.INT, key, other));
    Random random = new Random(7);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      List<Object> row = new ArrayList<>();
      row.add((long) i);
      row.add(value(key, random));
      row.add(Model.randomOrNull(other, random, 1));
      rows.add(row);
    }
    for (String order : List.of("k", "K desc", "k nulls last", "k desc nulls first")) {
      boolean ascending = !order.contains("desc");
      boolean nullsFirst = ascending != order.contains("nulls");
      // Stable: rows of equal keys stay as they were.
      List<List<Object>> expected = new ArrayList<>(rows);
      expected.sort(by(1, ascending, nullsFirst));
      for (long memory : new long[] {MUCH, LITTLE}) {
        write(schema, options(order, memory), rows);
        assertEquals(expected, read(), order + ", " + memory);
      }
    }
  }

  @Test
  void severalKeysAndColumnsOfEveryKind() throws IOException {
    for (long seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      List<String> names = new ArrayList<>(List.of("a", "b", "c"));
      List<CifType> types =
          new ArrayList<>(List.of(CifType.TINYINT, CifType.STRING, CifType.parse("decimal(3,1)")));
      RandomPlans plans = new RandomPlans(random);
      for (int i = 0; i < 3; i++) {
        names.add("other" + i);
        types.add(plans.type(3));
      }
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        List<Object> row = new ArrayList<>();
        row.add(random.nextInt(3) == 0 ? null : (long) random.nextInt(4));
        for (CifType type : types.subList(1, types.size())) {
          row.add(Model.randomOrNull(type, random, 1));
        }
        rows.add(row);
      }
      List<List<Object>> expected = new ArrayList<>(rows);
      expected.sort(
          by(0, false, false).thenComparing(by(1, true, true)).thenComparing(by(2, true, false)));
      CifSchema schema = CifSchema.of(names, types);
      write(schema, options("a desc, b, c nulls last", seed % 2 == 0 ? MUCH : LITTLE), rows);
      assertEquals(expected, read(), "seed " + seed);
    }
  }

  private static final CifSchema EVENTS =
      CifSchema.of(List.of("k", "text"), List.of(CifType.BIGINT, CifType.STRING));

  /** Each key from 0 on once, in no order. */
  private static long[] shuffled(int count) {
    List<Long> keys = new ArrayList<>(LongStream.range(0, count).boxed().toList());
    Collections.shuffle(keys, new Random(1));
    return keys.stream().mapToLong(k -> k).toArray();
  }

  private static void append(SplitWriter writer, long key) throws IOException {
    ((LongVector) writer.column(0)).append(key);
    ((BytesVector) writer.column(1)).append("text of key " + key + " and " + key * key);
    writer.endRow();
  }

  /** Bytes and blocks of both columns that a look-up of one key reads. */
  private long[] lookUp(long key) throws IOException {
    try (SplitReader reader = SplitReader.open(local, split)) {
      Predicate is = Predicate.compare(ColumnPath.of("k"), Predicate.Op.EQ, key);
      Scan scan = Scan.of(reader).filter(is).prune(is).open();
      ScanColumn text = scan.column(ColumnPath.of("text"));
      int found = 0;
      while (scan.next(1000)) {
        ColumnVector values = text.values();
        for (int i = 0; i < scan.count(); i++) {
          assertEquals(
              "text of key " + key + " and " + key * key, ((BytesVector) values).string(i));
          found++;
        }
      }
      assertEquals(1, found);
      long bytes = 0;
      long blocks = 0;
      for (ReadMetrics.ColumnCounts counts : reader.metrics().columns().values()) {
        bytes += counts.bytesRead();
        blocks += counts.blocksRead();
      }
      return new long[] {bytes, blocks};
    }
  }

  @Test
  void lookUpsReadTheBlocksOfTheKeyAlone() throws IOException {
    List<long[]> read = new ArrayList<>();
    for (String order : List.of("", "k")) {
      local.delete(split, true);
      WriteOptions options =
          WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(1_000))
              .withSorting(options(order, MUCH).sorting());
      try (SplitWriter writer = SplitWriter.create(local, split, EVENTS, options)) {
        for (long key : shuffled(50_000)) {
          append(writer, key);
        }
      }
      read.add(lookUp(1_234));
    }
    // 50 blocks a column, all of which may have the key; then one block of each.
    assertTrue(read.get(0)[1] > 45, read.get(0)[1] + " blocks");
    assertEquals(2, read.get(1)[1]);
    assertTrue(read.get(1)[0] * 3 < read.get(0)[0], read.get(1)[0] + " of " + read.get(0)[0]);
  }

  /** The open files of this process in the folder for rows that are sorted. */
  private List<String> openSpills() throws IOException {
    try (Stream<java.nio.file.Path> open = Files.list(java.nio.file.Path.of("/proc/self/fd"))) {
      return open.filter(link -> target(link).startsWith(spills.toString()))
          .map(java.nio.file.Path::toString)
          .toList();
    }
  }

  private static String target(java.nio.file.Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      // The file was closed meanwhile, such as the listing's own.
      return "";
    }
  }

  private void expectNoSpillByName() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(spills)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "abort", "failure"})
  void nothingIsLeftOfTheLocalFile(String end) throws IOException {
    SplitWriter writer = SplitWriter.create(local, split, EVENTS, options("k", LITTLE));
    for (long key : shuffled(2_000)) {
      append(writer, key);
    }
    // It has no name while it is open: a process that is killed here leaves nothing.
    assertEquals(1, openSpills().size());
    expectNoSpillByName();
    assertEquals(List.of(), SplitDirectories.list(local, split.getParent()));
    switch (end) {
      case "close" -> writer.close();
      case "abort" -> writer.abort();
      default -> {
        writer.reportTo(
            () -> {
              throw new IOException("no more");
            });
        assertEquals("no more", assertThrows(IOException.class, writer::close).getMessage());
      }
    }
    assertEquals(List.of(), openSpills());
    expectNoSpillByName();
    assertEquals(end.equals("close"), SplitDirectories.isSplitDirectory(local, split));
    assertEquals(end.equals("close"), local.exists(split));
  }

  @Test
  void rowsThatComeBackDamagedAreAnErrorAndNoRows() throws IOException {
    SplitWriter writer = SplitWriter.create(local, split, EVENTS, options("k", LITTLE));
    for (long key : shuffled(2_000)) {
      append(writer, key);
    }
    try (RandomAccessFile file = new RandomAccessFile(openSpills().get(0), "rw")) {
      // In the last run, which is not merged yet.
      long place = file.length() - 100;
      file.seek(place);
      int was = file.read();
      file.seek(place);
      file.write(was ^ 1);
    }
    String message = assertThrows(CifException.class, writer::close).getMessage();
    assertTrue(message.startsWith(spills + ": rows that were sorted come back damaged"), message);
    assertEquals(false, local.exists(split));
    assertEquals(List.of(), openSpills());
  }

  @Test
  void longEndsAreReported() throws IOException {
    int[] reports = {0};
    try (SplitWriter writer = SplitWriter.create(local, split, EVENTS, options("k", MUCH))) {
      writer.reportTo(() -> reports[0]++);
      for (long key : shuffled(5_000)) {
        append(writer, key);
      }
      assertEquals(0, reports[0]);
    }
    assertEquals(4, reports[0]);
  }

  private List<Long> roll(WriteOptions options, SplitLimits limits, int rows, Path table)
      throws IOException {
    List<Long> sizes = new ArrayList<>();
    RollingSplitWriter writer =
        new RollingSplitWriter(local, EVENTS, options, limits, n -> new Path(table, "split-" + n));
    long before = 0;
    for (long key : shuffled(rows)) {
      append(writer.current(), key);
      int splits = writer.splits();
      writer.rollIfFull();
      if (writer.splits() > splits) {
        sizes.add(writer.bytesWritten() - before);
        before = writer.bytesWritten();
      }
    }
    writer.close();
    assertEquals(rows, writer.rows());
    return sizes;
  }

  @ParameterizedTest
  @ValueSource(longs = {MUCH, LITTLE})
  void splitsAreAboutAsLargeAsTheyShallBe(long memory) throws IOException {
    Path table = new Path(folder.toString(), "rolled");
    SplitLimits limits = SplitLimits.ofBytes(40_000);
    List<Long> sizes = roll(options("k desc", memory), limits, 20_000, table);
    assertTrue(sizes.size() > 2, sizes.toString());
    for (long size : sizes) {
      assertTrue(size > 20_000 && size < 80_000, sizes.toString());
    }
    for (int n = 0; n <= sizes.size(); n++) {
      split = new Path(table, "split-" + n);
      List<List<Object>> rows = read();
      List<List<Object>> sorted = new ArrayList<>(rows);
      sorted.sort(by(0, false, false));
      assertEquals(sorted, rows);
    }
  }

  @Test
  void splitsHaveNoMoreRowsThanTheyMay() throws IOException {
    Path table = new Path(folder.toString(), "rolled");
    SplitLimits limits = new SplitLimits(700, Long.MAX_VALUE);
    assertEquals(2, roll(options("k", MUCH), limits, 2_000, table).size());
  }

  @Test
  void aTableWithoutRowsAndRowsLargerThanTheMemory() throws IOException {
    write(EVENTS, options("k", LITTLE), List.of());
    assertEquals(List.of(), read());
    List<List<Object>> rows =
        IntStream.range(0, 5)
            .mapToObj(i -> List.<Object>of((long) -i, Model.text("x".repeat(1 << (18 - i)))))
            .toList();
    write(EVENTS, options("k", LITTLE), rows);
    List<List<Object>> expected = new ArrayList<>(rows);
    Collections.reverse(expected);
    assertEquals(expected, read());
  }

  @Test
  void aMapOfANullKeyIsRefusedByItsColumn() throws IOException {
    CifSchema schema =
        CifSchema.of(List.of("k", "m"), List.of(CifType.INT, CifType.parse("map<string,int>")));
    SplitWriter writer = SplitWriter.create(local, split, schema, options("k", MUCH));
    List<Object> row = List.of(1L, List.of(Model.entry(null, 2L)));
    CifException e = assertThrows(CifException.class, () -> append(writer, row));
    assertTrue(e.getMessage().contains("m") && e.getMessage().contains("NULL key"), e.toString());
    writer.abort();
  }

  @Test
  void anOrderThatDoesNotFitIsRefusedBeforeAnythingIsWritten() throws IOException {
    assertThrows(
        IllegalArgumentException.class,
        () -> SplitWriter.create(local, split, EVENTS, options("nix", MUCH)));
    assertEquals(false, local.exists(split));
  }

  @Test
  void aFolderForRowsThatIsNoneIsNamed() throws IOException {
    Files.delete(spills);
    SplitWriter writer = SplitWriter.create(local, split, EVENTS, options("k", LITTLE));
    CifException e =
        assertThrows(
            CifException.class,
            () -> {
              for (long key : shuffled(2_000)) {
                append(writer, key);
              }
            });
    assertEquals(
        spills
            + ": this should be a local folder for rows that are sorted, and is none;"
            + " cif.sort.folder sets it",
        e.getMessage());
    assertThrows(CifException.class, writer::close);
    assertEquals(false, local.exists(split));
  }
}
