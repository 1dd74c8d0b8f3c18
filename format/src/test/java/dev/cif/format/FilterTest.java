package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.CompactionPlan;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters of keys leave every row that a walk over the values finds, and hardly any other. */
class FilterTest {
  private static final int ROWS = 2_000;
  private static final int BLOCK_ROWS = 250;

  @TempDir java.nio.file.Path folder;

  static List<String> types() {
    return SplitContractTest.types().stream()
        .filter(type -> CifType.parse(type).kind().isPrimitive())
        .toList();
  }

  private Path write(CifSchema schema, List<List<Object>> rows, WriteOptions options)
      throws IOException {
    Path split = new Path(folder.toString(), "split");
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), split, schema, options)) {
      for (List<Object> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          Model.append(row.get(i), writer.column(i));
        }
        writer.endRow();
      }
    }
    return split;
  }

  private static WriteOptions options(String... keys) {
    ColumnOptions columns = ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS);
    return WriteOptions.of(columns)
        .withFilters(Arrays.stream(keys).map(key -> List.of(key.split("\\+"))).toList());
  }

  private static RowRanges select(SplitReader split, Predicate predicate) throws IOException {
    return Scan.select(split, predicate, ColumnTypes.STORED);
  }

  private static boolean has(RowRanges ranges, long row) {
    return ranges.ranges().stream().anyMatch(r -> r.from() <= row && row < r.to());
  }

  /** A value as a literal of a predicate. */
  private static Object literal(CifType type, Object value) {
    ColumnVector vector = ColumnVector.create(type);
    Model.append(value, vector);
    if (vector instanceof dev.cif.format.vector.BytesVector texts) {
      return texts.bytes(0);
    }
    return vector instanceof dev.cif.format.vector.LongVector n ? (Object) n.values[0] : value;
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyType_keepsTheRowsThatEqual(String name) throws IOException {
    CifType type = CifType.parse(name);
    CifSchema schema = CifSchema.of(List.of("k", "row"), List.of(type, CifType.INT));
    Random random = new Random(name.hashCode());
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      rows.add(Arrays.asList(Model.randomOrNull(type, random, 0), row));
    }
    Path split = write(schema, rows, options("k", "k+row"));
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split)) {
      assertEquals(2, reader.filters().size());
      for (int row = 0; row < ROWS; row += 7) {
        Object value = rows.get(row).get(0);
        if (value == null) {
          continue;
        }
        Predicate equal = Predicate.compare("k", Op.EQ, literal(type, value));
        RowRanges left = select(reader, equal);
        for (int other = 0; other < ROWS; other++) {
          if (Objects.equals(value, rows.get(other).get(0))) {
            assertTrue(has(left, other), name + " " + value);
          }
        }
        Predicate both = Predicate.and(List.of(equal, Predicate.compare("row", Op.EQ, row)));
        assertTrue(has(select(reader, both), row));
      }
    }
  }

  @Test
  void unsortedKeys_leaveOneBlock_andFewOthers() throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of("id", "run", "event", "name"),
            List.of(CifType.BIGINT, CifType.INT, CifType.INT, CifType.STRING));
    List<Long> ids = new ArrayList<>();
    Random random = new Random(3);
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      long id = random.nextInt(1 << 30) * 2L;
      ids.add(id);
      rows.add(
          Arrays.asList(
              id, row % 10, row * 17 % ROWS, Model.text("n" + row % 3 + (row < 1000 ? "" : "x"))));
    }
    Path split = write(schema, rows, options("id", "run+event", "name"));
    ReadOptions plain = ReadOptions.DEFAULT.withFilters(false);
    long wrong = 0;
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split);
        SplitReader without = SplitReader.open(LocalFiles.fs(), split, plain)) {
      for (int row = 0; row < ROWS; row++) {
        RowRanges left = select(reader, Predicate.compare("id", Op.EQ, ids.get(row)));
        assertTrue(has(left, row));
        wrong += left.count() - BLOCK_ROWS;
        wrong += select(reader, Predicate.compare("id", Op.EQ, ids.get(row) + 1)).count();
      }
      // 15 blocks each time that don't have the key, one in a hundred of them by mistake.
      assertTrue(wrong < 15L * ROWS * BLOCK_ROWS / 50, () -> "too many blocks are left");
      Predicate both =
          Predicate.and(
              List.of(
                  Predicate.compare("event", Op.EQ, 17L * 123 % ROWS),
                  Predicate.compare("run", Op.EQ, 3L)));
      assertEquals(RowRanges.between(0, 250), select(reader, both));
      assertEquals(RowRanges.all(ROWS), select(without, Predicate.compare("run", Op.EQ, 3L)));
      Predicate texts =
          Predicate.or(List.of(both, Predicate.in("name", List.of("n1x", "none", "n"))));
      assertEquals(
          RowRanges.between(0, 250).union(RowRanges.between(1000, ROWS)), select(reader, texts));
      // Conditions other than equality, and those that need not hold for a row, leave all.
      Predicate id = Predicate.compare("id", Op.EQ, ids.get(5));
      assertEquals(RowRanges.all(ROWS), select(reader, Predicate.not(id)));
      assertEquals(
          RowRanges.all(ROWS), select(reader, Predicate.or(List.of(id, Predicate.unknown()))));
      assertEquals(0, without.metrics().filtersRead());
      assertTrue(reader.metrics().filtersRead() >= 24);
      assertTrue(reader.metrics().rowsFilteredOut() > 0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void blocksOfOtherColumns_thatEndElsewhere_areNoMatter(boolean isGrouped) throws IOException {
    CifSchema schema = CifSchema.of(List.of("a", "b"), List.of(CifType.INT, CifType.STRING));
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      rows.add(Arrays.asList(row * 7919 % ROWS, row % 9 == 0 ? null : Model.text("b" + row % 100)));
    }
    WriteOptions options =
        options("b+a", "b", "a").with("a", ColumnOptions.DEFAULT.withBlockRows(70));
    options = isGrouped ? options.withColumnGroups(ColumnGroups.of("g")) : options;
    Path split = write(schema, rows, options);
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split)) {
      int blocks = (ROWS + 69) / 70;
      assertEquals(blocks, reader.describe(0).blocks().size());
      assertEquals(isGrouped ? blocks : ROWS / BLOCK_ROWS, reader.describe(1).blocks().size());
      for (int row = 0; row < ROWS; row++) {
        if (row % 9 == 0) {
          continue;
        }
        Predicate key =
            Predicate.and(
                List.of(
                    Predicate.compare("a", Op.EQ, rows.get(row).get(0)),
                    Predicate.compare("b", Op.EQ, "b" + row % 100)));
        assertTrue(has(select(reader, key), row));
      }
    }
  }

  @Test
  void keysThatCannotBeFiltered_areRefused() {
    CifSchema schema =
        CifSchema.of(List.of("a", "m"), List.of(CifType.INT, CifType.parse("map<string,int>")));
    for (Map.Entry<String, String> one :
        Map.of("m", "type map<string,int>", "a+m", "type map<string,int>", "no", "names 'no'")
            .entrySet()) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class,
              () -> write(schema, List.of(), options(one.getKey())));
      assertTrue(error.getMessage().contains(one.getValue()), error.getMessage());
      assertTrue(error.getMessage().contains(WriteOptions.FILTERS), error.getMessage());
    }
    for (String value : List.of("a,,b", "a+a", "a,a", ",", "+")) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class,
              () -> WriteOptions.fromProperties(schema, Map.of(WriteOptions.FILTERS, value)::get));
      assertTrue(error.getMessage().startsWith("cif.filters is '" + value), error.getMessage());
    }
    WriteOptions two =
        WriteOptions.fromProperties(schema, Map.of(WriteOptions.FILTERS, "B + a, A")::get);
    assertEquals(List.of(List.of("b", "a"), List.of("a")), two.filters());
    assertEquals(
        List.of(),
        WriteOptions.fromProperties(schema, Map.of(WriteOptions.FILTERS, "")::get).filters());
  }

  private static void add(Path split, String name, boolean isChange, Path table, long offset)
      throws IOException {
    var fs = LocalFiles.fs();
    TableChange change = isChange ? TableChange.begin(fs, table, List.of(name)) : null;
    try (SplitReader reader = SplitReader.open(fs, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs,
                reader,
                name,
                CifType.BIGINT,
                ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withFilter(true),
                List.of(),
                isChange ? change.id() : "test")) {
      for (long row = 0; row < ROWS; row++) {
        ((dev.cif.format.vector.LongVector) writer.vector()).append(row * 7919 % ROWS * 2 + offset);
        writer.endRow();
      }
      AddedColumn added = AddedColumn.fromJson(writer.finish().toJson());
      if (isChange) {
        added.addTo(change);
        change.commit();
      } else {
        assertTrue(added.publish(fs));
      }
    } finally {
      if (isChange) {
        change.close();
      }
    }
  }

  private static List<String> filterFiles(Path split) throws IOException {
    return Arrays.stream(LocalFiles.fs().listStatus(split))
        .map(file -> file.getPath().getName())
        .filter(name -> name.endsWith(".filters"))
        .sorted()
        .toList();
  }

  @Test
  void addedAndChangedColumns_haveFilters_andCompositeKeysOfThemHaveNone() throws IOException {
    CifSchema schema = CifSchema.of(List.of("a", "b"), List.of(CifType.BIGINT, CifType.BIGINT));
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      rows.add(List.of(row * 7919 % ROWS * 2, row));
    }
    Path split = write(schema, rows, options("a", "a+b", "b+a", "b"));
    Path table = split.getParent();
    add(split, "added", false, table, 0);
    Predicate odd = Predicate.compare("a", Op.EQ, 2001L);
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split)) {
      assertEquals(5, reader.filters().size());
      assertEquals(1, select(reader, Predicate.compare("added", Op.EQ, 40L)).ranges().size());
      assertTrue(select(reader, Predicate.compare("added", Op.EQ, 41L)).count() < ROWS / 2);
      assertTrue(select(reader, odd).count() < ROWS / 2);
    }
    add(split, "a", true, table, 1);
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split)) {
      assertEquals(3, reader.filters().size(), "of a, b and added");
      for (int row = 0; row < ROWS; row += 13) {
        Predicate is = Predicate.compare("a", Op.EQ, row * 7919L % ROWS * 2 + 1);
        assertTrue(has(select(reader, is), row));
      }
      for (int i = 0; i < reader.schema().size(); i++) {
        assertTrue(reader.verify(i) > 0);
      }
      assertEquals(3, reader.otherFiles().stream().filter(f -> f.endsWith(".filters")).count());
    }
    TableChange.vacuum(LocalFiles.fs(), table, Duration.ZERO);
    assertEquals(
        List.of("_1-a.g1.filters", "_2-b.filters", "_3-added.filters"), filterFiles(split));
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split)) {
      assertEquals(3, reader.filters().size());
    }
  }

  @Test
  void joinedSplits_haveTheFiltersOfTheirs() throws IOException {
    CifSchema schema = CifSchema.of(List.of("a", "b"), List.of(CifType.BIGINT, CifType.STRING));
    Path table = new Path(folder.toString(), "t");
    for (long s = 0; s < 3; s++) {
      try (SplitWriter writer =
          SplitWriter.create(
              LocalFiles.fs(), new Path(table, "split-" + s), schema, options("b", "a+b"))) {
        for (long row = 0; row < 100; row++) {
          Model.append(row * 3 + s, writer.column(0));
          Model.append(Model.text("b" + row * 37 % 100), writer.column(1));
          writer.endRow();
        }
      }
    }
    try (Compaction compaction =
        Compaction.begin(LocalFiles.fs(), table, 1 << 20, CompactionPlan.WORN, name -> "")) {
      Path joined =
          compaction.join(compaction.plan().groups().get(0), name -> null, (rows, bytes) -> {});
      try (SplitReader reader = SplitReader.open(LocalFiles.fs(), joined)) {
        assertEquals(300, reader.rows());
        assertEquals(List.of("_1-a.with2.filters", "_2-b.filters"), filterFiles(joined));
        assertEquals(
            0,
            select(
                    reader,
                    Predicate.and(
                        List.of(
                            Predicate.compare("a", Op.EQ, 3L),
                            Predicate.compare("b", Op.EQ, "b7"))))
                .count());
      }
    }
  }
}
