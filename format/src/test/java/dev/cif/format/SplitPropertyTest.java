package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.JoinKeys;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.scan.SummaryPruner;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.Optimize;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.hadoop.fs.Path;

/** Whatever the schema, the layouts and the rows: what was written is read, however it is asked. */
class SplitPropertyTest {
  private static final int DEPTH = 5;

  /** Content of a split, and its layouts. */
  record Plan(List<CifType> types, List<ColumnOptions> options, int rows, long seed) {
    @Override
    public String toString() {
      return rows + " rows of seed " + seed + " in " + types + " " + options;
    }
  }

  @Provide
  Arbitrary<Plan> plans() {
    return type(DEPTH)
        .flatMap(type -> options(type).map(options -> Map.entry(type, options)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .flatMap(
            columns ->
                Combinators.combine(Arbitraries.integers().between(0, 300), Arbitraries.longs())
                    .as(
                        (rows, seed) ->
                            new Plan(
                                columns.stream().map(Map.Entry::getKey).toList(),
                                columns.stream().map(Map.Entry::getValue).toList(),
                                rows,
                                seed)));
  }

  private static Arbitrary<CifType> type(int depth) {
    if (depth == 1) {
      return primitive();
    }
    Arbitrary<CifType> part = Arbitraries.lazy(() -> type(depth - 1));
    Arbitrary<List<CifType>> parts = part.list().ofMinSize(1).ofMaxSize(3);
    return Arbitraries.oneOf(
        primitive(),
        part.map(CifType::array),
        Combinators.combine(primitive(), part).as(CifType::map),
        parts.map(types -> CifType.struct(names(types.size()), types)),
        parts.map(CifType::union));
  }

  private static List<String> names(int count) {
    return List.of("a", "B c", "größe`<").subList(0, count);
  }

  private static Arbitrary<CifType> primitive() {
    Arbitrary<CifType> decimal =
        Combinators.combine(
                Arbitraries.integers().between(1, 38), Arbitraries.integers().between(0, 38))
            .as((p, s) -> CifType.decimal(p, Math.min(p, s)));
    Arbitrary<Integer> length = Arbitraries.integers().between(1, 8);
    return Arbitraries.oneOf(
        Arbitraries.of(
            CifType.BOOLEAN,
            CifType.TINYINT,
            CifType.SMALLINT,
            CifType.INT,
            CifType.BIGINT,
            CifType.FLOAT,
            CifType.DOUBLE,
            CifType.STRING,
            CifType.BINARY,
            CifType.DATE,
            CifType.TIMESTAMP,
            CifType.TIMESTAMP_LTZ),
        decimal,
        length.map(CifType::varchar),
        length.map(CifType::character));
  }

  private static Arbitrary<ColumnOptions> options(CifType type) {
    Arbitrary<SkipDistances> skips =
        Arbitraries.of(
            SkipDistances.of(2),
            SkipDistances.of(7),
            SkipDistances.of(3, 9, 90),
            SkipDistances.DEFAULT);
    Arbitrary<Layout> layouts =
        Arbitraries.of(Layout.values())
            .filter(l -> l != Layout.DCSL || type.kind() == CifType.Kind.MAP);
    return Combinators.combine(
            layouts,
            Arbitraries.of(Compression.values()),
            Arbitraries.of(Optimize.values()),
            Arbitraries.integers().between(1, 20_000),
            Arbitraries.integers().between(1, 400),
            skips,
            Arbitraries.of(true, false))
        .as(
            (layout, codec, optimize, bytes, rows, distances, parts) ->
                new ColumnOptions(
                    layout,
                    layout == Layout.BLOCK && codec == Compression.NONE ? Compression.LZ4 : codec,
                    optimize,
                    bytes,
                    rows,
                    distances,
                    parts));
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsRead(@ForAll("plans") Plan plan) throws IOException {
    check(plan);
  }

  @Tag("nightly")
  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsRead_atLength(@ForAll("plans") Plan plan) throws IOException {
    check(plan);
  }

  private void check(Plan plan) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("split-property");
    Path path = new Path(folder.toString(), "split");
    try {
      Random random = new Random(plan.seed);
      List<List<Object>> columns = new ArrayList<>();
      for (CifType type : plan.types) {
        columns.add(column(type, plan.rows, random));
      }
      CifSchema schema = write(plan, columns, path);
      readInBulk(path, schema, columns, random);
      readOneByOne(path, columns, random);
      readSome(path, columns, random);
      lookUp(path, columns, random);
      select(path, columns, random);
    } finally {
      Golden.fs().delete(new Path(folder.toString()), true);
    }
  }

  /** Values of one column, with NULLs in one of several patterns. */
  private static List<Object> column(CifType type, int rows, Random random) {
    int pattern = random.nextInt(6);
    List<Object> values = new ArrayList<>();
    Object repeated = Model.random(type, random, 0);
    for (int i = 0; i < rows; i++) {
      boolean isNull =
          pattern == 0
              || (pattern == 1 && random.nextInt(4) == 0)
              || (pattern == 2 && i / 60 % 2 == 0)
              || (pattern == 3 && i % 2 == 1);
      boolean repeats = pattern == 4 || (pattern == 5 && random.nextInt(3) > 0);
      values.add(isNull ? null : repeats ? repeated : value(type, random));
    }
    return values;
  }

  private static Object value(CifType type, Random random) {
    if (type.physical() == CifType.Physical.DOUBLE && random.nextInt(6) == 0) {
      double[] odd = {Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.MIN_VALUE};
      return odd[random.nextInt(odd.length)];
    }
    if (type.kind() == CifType.Kind.TIMESTAMP && random.nextInt(10) == 0) {
      return new TimestampValue(random.nextLong(), 999_999_999);
    }
    return Model.random(type, random, 0);
  }

  private static CifSchema write(Plan plan, List<List<Object>> columns, Path path)
      throws IOException {
    List<String> names = new ArrayList<>();
    WriteOptions options = WriteOptions.DEFAULT;
    for (int c = 0; c < columns.size(); c++) {
      names.add("Column " + c);
      options = options.with(names.get(c), plan.options.get(c));
    }
    CifSchema schema = CifSchema.of(names, plan.types);
    try (SplitWriter writer = SplitWriter.create(Golden.fs(), path, schema, options)) {
      for (int row = 0; row < plan.rows; row++) {
        for (int c = 0; c < columns.size(); c++) {
          Model.append(columns.get(c).get(row), writer.column(c));
        }
        writer.endRow();
      }
    }
    return schema;
  }

  private static ColumnReader reader(SplitReader split, int column) throws IOException {
    return split.column("cOLUMN " + column);
  }

  private static List<Object> values(ColumnVector vector) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < vector.size(); i++) {
      values.add(Model.of(vector, i));
    }
    return values;
  }

  private static void readInBulk(
      Path path, CifSchema schema, List<List<Object>> columns, Random random) throws IOException {
    try (SplitReader split = SplitReader.open(Golden.fs(), path)) {
      assertEquals(schema, split.schema());
      for (int c = 0; c < columns.size(); c++) {
        List<Object> expected = columns.get(c);
        assertEquals(expected.size(), split.rows());
        ColumnReader column = reader(split, c);
        ColumnVector vector = ColumnVector.create(column.type());
        column.read(0, expected.size(), vector);
        assertEquals(expected, values(vector));
        // Forward with gaps, onto what is there.
        List<Object> wanted = new ArrayList<>(expected);
        for (int row = random.nextInt(20); row < expected.size(); row += random.nextInt(80)) {
          int count = Math.min(1 + random.nextInt(30), expected.size() - row);
          column.read(row, count, vector);
          wanted.addAll(expected.subList(row, row + count));
          row += count;
        }
        assertEquals(wanted, values(vector));
      }
    }
  }

  private static void readOneByOne(Path path, List<List<Object>> columns, Random random)
      throws IOException {
    try (SplitReader split = SplitReader.open(Golden.fs(), path)) {
      for (int c = 0; c < columns.size(); c++) {
        List<Object> expected = columns.get(c);
        ColumnReader column = reader(split, c);
        Value kept = null;
        Object keptIs = null;
        for (int k = 0; k < 40 && !expected.isEmpty(); k++) {
          int row =
              k < 20 ? Math.min(k * 11, expected.size() - 1) : random.nextInt(expected.size());
          Value value = column.value(row);
          assertEquals(expected.get(row), Model.of(value), "row " + row);
          if (k == 3) {
            kept = value;
            keptIs = expected.get(row);
          }
        }
        if (kept != null) {
          ColumnVector vector = ColumnVector.create(column.type());
          kept.appendTo(vector);
          assertEquals(keptIs, Model.of(vector, 0));
        }
      }
    }
  }

  /** Some columns, some rows: nothing else is opened. */
  private static void readSome(Path path, List<List<Object>> columns, Random random)
      throws IOException {
    try (SplitReader split = SplitReader.open(Golden.fs(), path)) {
      Set<String> wanted = new HashSet<>();
      for (int c = 0; c < columns.size(); c++) {
        List<Object> expected = columns.get(c);
        if (expected.isEmpty() || random.nextBoolean()) {
          continue;
        }
        wanted.add("Column " + c);
        int first = random.nextInt(expected.size());
        int[] selected = random.ints(10, 0, expected.size() - first).sorted().distinct().toArray();
        ColumnReader column = reader(split, c);
        ColumnVector vector = ColumnVector.create(column.type());
        column.read(first, selected, selected.length, vector);
        for (int i = 0; i < selected.length; i++) {
          assertEquals(expected.get(first + selected[i]), Model.of(vector, i));
        }
      }
      assertEquals(wanted, split.metrics().columns().keySet());
    }
  }

  private static void lookUp(Path path, List<List<Object>> columns, Random random)
      throws IOException {
    try (SplitReader split = SplitReader.open(Golden.fs(), path)) {
      for (int c = 0; c < columns.size(); c++) {
        ColumnReader column = reader(split, c);
        List<Object> maps = columns.get(c);
        if (column.type().kind() != CifType.Kind.MAP || maps.isEmpty()) {
          continue;
        }
        for (Object key : someKeys(column.type().child(0), maps, random)) {
          MapKey wanted =
              key instanceof Long n ? MapKey.of(n) : MapKey.of(((ByteBuffer) key).array());
          int from = random.nextInt(maps.size());
          ColumnVector found = ColumnVector.create(column.type().child(1));
          column.readKey(0, maps.size(), wanted, found);
          column.readKey(from, maps.size() - from, wanted, found);
          for (int row = 0; row < maps.size(); row++) {
            Object answer = find(maps.get(row), key);
            assertEquals(answer, Model.of(found, row));
            if (row >= from) {
              assertEquals(answer, Model.of(found, maps.size() + row - from));
            }
          }
          Value map = column.value(from);
          Value value = map.isNull() ? null : map.find(wanted);
          assertEquals(find(maps.get(from), key), value == null ? null : Model.of(value));
        }
      }
    }
  }

  /** Keys that occur and one that may not; none if such keys cannot be looked up. */
  private static List<Object> someKeys(CifType type, List<Object> maps, Random random) {
    List<Object> keys = new ArrayList<>();
    boolean isLong = type.physical() == CifType.Physical.INT;
    if (!isLong && type.physical() != CifType.Physical.BYTES) {
      return keys;
    }
    keys.add(isLong ? (Object) 123_456_789_012L : Model.text("no such key"));
    for (int k = 0; k < 6; k++) {
      List<?> entries = (List<?>) maps.get(random.nextInt(maps.size()));
      if (entries != null && !entries.isEmpty()) {
        keys.add(((Map.Entry<?, ?>) entries.get(random.nextInt(entries.size()))).getKey());
      }
    }
    return keys;
  }

  private static Object find(Object map, Object key) {
    Object found = null;
    for (Object e : map == null ? List.of() : (List<?>) map) {
      if (((Map.Entry<?, ?>) e).getKey().equals(key)) {
        found = ((Map.Entry<?, ?>) e).getValue();
      }
    }
    return found;
  }

  /** Pruning keeps every row for which the predicate is true; filtering keeps no other. */
  private static void select(Path path, List<List<Object>> columns, Random random)
      throws IOException {
    try (SplitReader split = SplitReader.open(Golden.fs(), path)) {
      for (int k = 0; k < 12; k++) {
        Predicate predicate = PlainPredicates.random(split.schema(), columns, random, 3);
        Set<Long> left = new HashSet<>();
        RowRanges ranges = Scan.select(split, predicate, ColumnTypes.STORED);
        for (RowRanges.Range range : ranges.ranges()) {
          for (long row = range.from(); row < range.to(); row++) {
            assertTrue(left.add(row), "ranges are disjoint");
            assertTrue(row >= 0 && row < split.rows());
          }
        }
        assertEquals(left.size(), ranges.count());
        long from = random.nextBoolean() ? 0 : random.nextInt((int) split.rows() + 1);
        long to = random.nextBoolean() ? split.rows() : from + random.nextInt(100);
        List<Long> wanted = new ArrayList<>();
        boolean mayMatch = SummaryPruner.mayMatch(split, predicate, ColumnTypes.STORED);
        for (int row = 0; row < split.rows(); row++) {
          boolean matches = PlainPredicates.mayBeTrue(predicate, split.schema(), columns, row);
          assertTrue(!matches || mayMatch, "row " + row + " of " + predicate + " by summaries");
          assertTrue(!matches || left.contains((long) row), "row " + row + " of " + predicate);
          if (matches && row >= from && row < to) {
            wanted.add((long) row);
          }
        }
        Scan.Builder filter = Scan.of(split).filter(predicate);
        List<Long> found = rows(filter.rows(from, to), columns, random);
        boolean isKnown = PlainPredicates.isKnown(predicate);
        assertEquals(isKnown, filter.open().undecided() == null);
        if (isKnown) {
          assertEquals(wanted, found, predicate::toString);
        }
        assertTrue(found.containsAll(wanted), predicate::toString);
        Scan.Builder coarse = Scan.of(split).prune(predicate).prefilter(predicate);
        found = rows(coarse.rows(from, to), columns, random);
        assertTrue(found.containsAll(wanted) && left.containsAll(found), predicate::toString);
        int c = random.nextInt(columns.size());
        LongPredicate keys = key -> Long.hashCode(key * 31) % 5 == 0;
        if (JoinKeys.ofIntegers(keys::test).fit(split.schema().column(c).type())) {
          ColumnPath column = ColumnPath.of(split.schema().column(c).name());
          coarse.semiJoin(column, JoinKeys.ofIntegers(keys::test));
          List<Long> joined = rows(coarse, columns, random);
          wanted.removeIf(row -> !hasMatch(columns.get(c).get(row.intValue()), keys));
          assertTrue(joined.containsAll(wanted) && left.containsAll(joined), predicate::toString);
        }
      }
    }
  }

  private static boolean hasMatch(Object value, LongPredicate keys) {
    return value != null
        && keys.test(value instanceof Boolean b ? (b ? 1 : 0) : ((Number) value).longValue());
  }

  /**
   * The rows of a filtered scan, which gives their values, whether the filter needs them or not.
   */
  private static List<Long> rows(Scan.Builder filter, List<List<Object>> columns, Random random)
      throws IOException {
    Scan scan = filter.open();
    SplitReader split = scan.split();
    int c = random.nextInt(columns.size());
    ScanColumn column = scan.column(ColumnPath.of(split.schema().column(c).name()));
    List<Long> found = new ArrayList<>();
    while (true) {
      int limit = 1 + random.nextInt(50);
      if (!scan.next(limit)) {
        break;
      }
      assertTrue(scan.count() <= limit);
      List<Object> expected = new ArrayList<>();
      for (int i = 0; i < scan.count(); i++) {
        found.add(scan.row(i));
        expected.add(columns.get(c).get((int) scan.row(i)));
        assertEquals(scan.row(i) + scan.run(i) - 1, scan.row(i + scan.run(i) - 1));
      }
      if (random.nextBoolean()) {
        assertEquals(expected, values(column.values()));
        assertEquals(expected, values(column.values()));
      }
    }
    assertEquals(scan.rowsChosen() - scan.rowsFiltered(), found.size());
    return found;
  }
}
