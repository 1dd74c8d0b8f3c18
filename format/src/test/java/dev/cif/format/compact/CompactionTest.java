package dev.cif.format.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.SortOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small split-directories become few, with the same rows; others see nothing of how. */
class CompactionTest {
  private static final CifSchema SCHEMA = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
  private static final long SIZE = 1 << 20;
  private static final int KILLS = 300;

  /** Every step ends a process by night. */
  private static final int STEPS = Boolean.getBoolean("cif.nightly") ? 1 : 3;

  @TempDir java.nio.file.Path folder;
  private FileSystem local;
  private Path table;

  @BeforeEach
  void prepare() throws IOException {
    local = LocalFiles.fs();
    table = local.makeQualified(new Path(folder.toString(), "table"));
  }

  private void write(Path split, long... values) throws IOException {
    write(split, SCHEMA, WriteOptions.DEFAULT, values);
  }

  /** All columns have the values. */
  private void write(Path split, CifSchema schema, WriteOptions options, long... values)
      throws IOException {
    try (SplitWriter writer = SplitWriter.create(local, split, schema, options)) {
      for (long value : values) {
        for (int i = 0; i < schema.size(); i++) {
          ((LongVector) writer.column(i)).append(value);
        }
        writer.endRow();
      }
    }
  }

  private static int compact(FileSystem fs, Path place) throws IOException {
    return compact(fs, place, SIZE, CompactionTest::anyName, CompactionTest::noProperty);
  }

  private static String anyName(String name) {
    return "";
  }

  private static String noProperty(String name) {
    return null;
  }

  /** Returns how many split-directories it has made. */
  private static int compact(
      FileSystem fs,
      Path place,
      long size,
      UnaryOperator<String> part,
      UnaryOperator<String> properties)
      throws IOException {
    try (Compaction compaction = Compaction.begin(fs, place, size, CompactionPlan.WORN, part)) {
      for (SplitGroup group : compaction.plan().groups()) {
        compaction.join(group, properties, (rows, bytes) -> {});
      }
      return compaction.plan().groups().size();
    }
  }

  /** Joins a group by what its files tell. */
  private static void join(Compaction compaction, SplitGroup group) throws IOException {
    compaction.join(group, CompactionTest::noProperty, (rows, bytes) -> {});
  }

  /** The values of a column, split-directory by split-directory, as a reader sees them. */
  private List<List<Long>> splits(Path place, String column) throws IOException {
    List<List<Long>> all = new ArrayList<>();
    SplitFinder.Root root = new SplitFinder.Root(local, place);
    for (FoundSplit split : SplitFinder.find(List.of(root), ReadOptions.DEFAULT)) {
      List<Long> values = new ArrayList<>();
      try (SplitReader reader = split.read(ReadOptions.DEFAULT)) {
        for (long row = 0; row < reader.rows(); row++) {
          values.add(reader.column(column).value(row).asLong());
        }
      }
      all.add(values);
    }
    return all;
  }

  private List<String> names(Path place) throws IOException {
    String root = place.toUri().getPath() + "/";
    return SplitDirectories.listStrictly(local, place).stream()
        .map(split -> split.toUri().getPath().substring(root.length()))
        .toList();
  }

  private List<String> files(Path place) throws IOException {
    java.nio.file.Path root = java.nio.file.Path.of(place.toUri().getPath());
    try (Stream<java.nio.file.Path> tree = Files.walk(root)) {
      return tree.filter(Files::isRegularFile).map(f -> root.relativize(f).toString()).toList();
    }
  }

  private void expireLocks(Path place) throws IOException {
    for (String name : files(place)) {
      if (name.contains("lock")) {
        local.setTimes(new Path(place, "./" + name), 1_000_000_000_000L, -1);
      }
    }
  }

  @Test
  void join_keepsRowsAndTheirOrder_folderByFolder() throws IOException {
    write(new Path(table, "p=0/a"), 1, 2);
    write(new Path(table, "p=0/b"));
    write(new Path(table, "p=0/c"), 3);
    write(new Path(table, "p=1/a"), 4);
    write(new Path(table, "p=1/b"), 5);
    write(new Path(table, "p=2/a"), 6);
    assertEquals(2, compact(local, table));
    assertEquals(List.of(List.of(1L, 2L, 3L), List.of(4L, 5L), List.of(6L)), splits(table, "n"));
    List<String> names = names(table);
    assertTrue(names.get(0).matches("p=0/a\\.c[0-9a-f]{8}"), names::toString);
    assertEquals("p=2/a", names.get(2));
    assertTrue(files(table).stream().noneMatch(f -> f.contains("_cif_changes")), "all is tidy");
    // Few split-directories stay as they are.
    assertEquals(0, compact(local, table));
    assertEquals(names, names(table));
    // And what is joined again has a name of the same kind.
    write(new Path(table, "p=0/z"), 7);
    assertEquals(1, compact(local, new Path(table, "p=0")));
    assertEquals(List.of(1L, 2L, 3L, 7L), splits(table, "n").get(0));
    assertTrue(names(table).get(0).matches("p=0/a\\.c[0-9a-f]{8}"), names(table)::toString);
  }

  @Test
  void join_fillsToTheSize_andLeavesWhatIsLarge() throws IOException {
    long[] many = LongStream.range(0, 2000).map(n -> n * n * 7919 % 104_729).toArray();
    write(new Path(table, "0"), many);
    long large = local.getFileStatus(new Path(table, "0/1-n.col")).getLen();
    for (int i = 1; i < 9; i++) {
      write(new Path(table, "" + i), i);
    }
    long small = local.getFileStatus(new Path(table, "1/1-n.col")).getLen();
    assertTrue(large > 12 * small, large + " and " + small);
    // Room for four.
    List<SplitGroup> groups =
        CompactionPlan.of(local, table, 4 * small + 1, CompactionPlan.WORN, CompactionTest::anyName)
            .groups();
    assertEquals(List.of(4, 4), groups.stream().map(group -> group.splits().size()).toList());
    compact(local, table, 4 * small + 1, CompactionTest::anyName, CompactionTest::noProperty);
    assertEquals(
        List.of(List.of(1L, 2L, 3L, 4L), List.of(5L, 6L, 7L, 8L)),
        splits(table, "n").subList(1, 3));
    assertEquals("0", names(table).get(0));
  }

  @Test
  void join_ofPartsByTheirNames_keepsThemApart() throws IOException {
    for (String name : List.of("0_a", "0_b", "1_a", "1_b")) {
      write(new Path(table, name), name.charAt(0) - '0');
    }
    assertEquals(
        2, compact(local, table, SIZE, name -> name.substring(0, 1), CompactionTest::noProperty));
    assertEquals(List.of(List.of(0L, 0L), List.of(1L, 1L)), splits(table, "n"));
  }

  @Test
  void join_ofInserts_takesThemTogether() throws IOException {
    for (int i = 0; i < 3; i++) {
      TableInsert insert = TableInsert.of(local, table, "" + i);
      write(new Path(insert.attemptFolder("a"), "p=0/0"), i);
      insert.endTask("a", "t");
      insert.append();
    }
    assertEquals(3, names(table).size());
    compact(local, table);
    assertEquals(List.of(List.of(0L, 1L, 2L)), splits(table, "n"));
    assertFalse(local.exists(new Path(table, "p=0/insert-1")));
  }

  private static Column column(int id, String name, CifType type, String key) {
    return new Column(id, name, type, key);
  }

  @Test
  void join_ofOtherColumns_neitherAddsNorConvertsAny() throws IOException {
    CifType bigint = CifType.BIGINT;
    CifSchema keyed =
        CifSchema.of(List.of(column(1, "n", bigint, "k/1"), column(2, "m", bigint, "k/2")));
    CifSchema renamed =
        CifSchema.of(List.of(column(2, "n", bigint, "k/2"), column(1, "o", bigint, "k/1")));
    CifSchema narrow = CifSchema.of(List.of("N"), List.of(CifType.INT));
    List<CifSchema> schemas = List.of(SCHEMA, keyed, narrow);
    for (int i = 0; i < 6; i++) {
      write(new Path(table, "" + i), schemas.get(i % 3), WriteOptions.DEFAULT, i);
    }
    write(new Path(table, "7"), renamed, WriteOptions.DEFAULT, 7);
    assertEquals(3, compact(local, table));
    assertEquals(
        List.of(List.of(0L, 3L), List.of(1L, 4L, 7L), List.of(2L, 5L)), splits(table, "n"));
    List<FoundSplit> found =
        SplitFinder.find(List.of(new SplitFinder.Root(local, table)), ReadOptions.DEFAULT);
    List<CifSchema> left = new ArrayList<>();
    for (FoundSplit split : found) {
      try (SplitReader reader = split.read(ReadOptions.DEFAULT)) {
        left.add(reader.schema());
      }
    }
    assertEquals(List.of(SCHEMA, renamed, narrow), left);
  }

  @Test
  void join_writesAsTheFilesWereWritten_orAsTold() throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of("a", "b", "c", "d"),
            List.of(CifType.INT, CifType.INT, CifType.INT, CifType.INT));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT)
            .with(
                "a",
                ColumnOptions.DEFAULT.withLayout(Layout.BLOCK).withCompression(Compression.ZLIB))
            .with(
                "b",
                ColumnOptions.DEFAULT.withLayout(Layout.SKIPLIST).withSkips(SkipDistances.of(2, 4)))
            .withColumnGroups(ColumnGroups.of("none").with("c", "g").with("d", "g"));
    write(new Path(table, "0"), schema, options, 1, 2, 3);
    write(new Path(table, "1"), schema, options, 4);
    compact(local, table);
    expectWritten("[block zlib null, skiplist none 2,4, auto none null, auto none null] 3 files");
    write(new Path(table, "2"), schema, options, 5);
    compact(
        local,
        table,
        SIZE,
        CompactionTest::anyName,
        name ->
            name.equals("cif.layout") ? "plain" : name.equals("cif.column.group") ? "none" : null);
    expectWritten("[plain none null, plain none null, plain none null, plain none null] 4 files");
    assertEquals(List.of(List.of(1L, 2L, 3L, 4L, 5L)), splits(table, "d"));
  }

  private void expectWritten(String expected) throws IOException {
    List<Path> left = SplitDirectories.list(local, table);
    assertEquals(1, left.size());
    List<String> columns = new ArrayList<>();
    try (SplitReader reader = SplitReader.open(local, left.get(0))) {
      for (int i = 0; i < reader.schema().size(); i++) {
        ColumnDescription file = reader.describe(i);
        columns.add(file.layout().text() + " " + file.compression().text() + " " + file.skips());
      }
    }
    int files = local.listStatus(left.get(0)).length - 1;
    assertEquals(expected, columns + " " + files + " files");
  }

  private void change(long value) throws IOException {
    try (TableChange change = TableChange.begin(local, table, List.of("n"))) {
      write(change, value);
      change.commit();
    }
  }

  private void write(TableChange change, long value) throws IOException {
    for (Path place : SplitDirectories.list(local, table)) {
      try (SplitReader split = SplitReader.open(local, place);
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  local,
                  split,
                  "n",
                  CifType.BIGINT,
                  ColumnOptions.DEFAULT,
                  List.of(),
                  change.id())) {
        for (long row = 0; row < split.rows(); row++) {
          ((LongVector) writer.vector()).append(value);
          writer.endRow();
        }
        writer.finish().addTo(change);
      }
    }
  }

  @Test
  void join_ofChangedColumns_takesTheirNewValues() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    change(7);
    compact(local, table);
    assertEquals(List.of(List.of(7L, 7L)), splits(table, "n"));
    TableChange.vacuum(local, table, Duration.ZERO);
    assertEquals(List.of(List.of(7L, 7L)), splits(table, "n"));
  }

  @Test
  void join_besideAChange_failsAndLosesNothing() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      SplitGroup group = compaction.plan().groups().get(0);
      change(7);
      String before = assertThrows(CifException.class, () -> join(compaction, group)).getMessage();
      assertTrue(before.contains("changed or removed by another"), before);
    }
    assertEquals(List.of(List.of(7L), List.of(7L)), splits(table, "n"));
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      SplitGroup group = compaction.plan().groups().get(0);
      assertThrows(
          CifException.class,
          () ->
              compaction.join(
                  group,
                  CompactionTest::noProperty,
                  (rows, bytes) -> unchecked(() -> change(rows))));
    }
    assertEquals(2, names(table).size());
    // It was the second that counts: 1 and 2 rows were written when they came.
    assertEquals(List.of(List.of(2L), List.of(2L)), splits(table, "n"));
    assertTrue(files(table).stream().noneMatch(f -> f.contains("_compact-")), "all is tidy");
  }

  @Test
  void join_besideAnAddedColumnOrARemoval_failsAndLosesNothing() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    Path last = new Path(table, "b");
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      SplitGroup group = compaction.plan().groups().get(0);
      assertThrows(
          CifException.class,
          () ->
              compaction.join(
                  group,
                  CompactionTest::noProperty,
                  (rows, bytes) ->
                      unchecked(
                          () -> {
                            if (rows == 2) {
                              add(last);
                            }
                          })));
      assertEquals(List.of("a", "b"), names(table));
      try (SplitReader split = SplitReader.open(local, last)) {
        assertEquals(2, split.schema().size());
      }
    }
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      assertEquals(List.of(), compaction.plan().groups());
    }
    write(new Path(table, "c"), 3);
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      SplitGroup group = compaction.plan().groups().get(0);
      local.delete(new Path(table, "c"), true);
      assertThrows(CifException.class, () -> join(compaction, group));
    }
    assertEquals(List.of("a", "b"), names(table));
  }

  @Test
  void join_besideAVacuumThatSparesNothing_failsAndLosesNothing() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      SplitGroup group = compaction.plan().groups().get(0);
      String message =
          assertThrows(
                  CifException.class,
                  () ->
                      compaction.join(
                          group,
                          property -> property.equals("cif.block.rows") ? "1" : null,
                          (rows, bytes) ->
                              unchecked(
                                  () -> TableChange.vacuum(local, table, Duration.ofSeconds(-1)))))
              .getMessage();
      assertTrue(message.contains("a vacuum perhaps"), message);
    }
    assertEquals(List.of(List.of(1L), List.of(2L)), splits(table, "n"));
  }

  @Test
  void aChangeThatCommitsBehindACompaction_fails() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    try (TableChange change = TableChange.begin(local, table, List.of("n"))) {
      write(change, 7);
      compact(local, table);
      String message = assertThrows(CifException.class, change::commit).getMessage();
      assertTrue(message.contains("there is no split-directory any more"), message);
    }
    assertEquals(List.of(List.of(1L, 2L)), splits(table, "n"));
    assertEquals(1, names(table).size());
  }

  private void add(Path place) throws IOException {
    try (SplitReader split = SplitReader.open(local, place);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                local, split, "m", CifType.BIGINT, ColumnOptions.DEFAULT, List.of(), "me")) {
      ((LongVector) writer.vector()).append(9);
      writer.endRow();
      writer.finish().publish(local);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void unchecked(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void begin_besideAnotherCompaction_isRefused_andInsertsAreLeftAlone() throws IOException {
    write(new Path(table, "a"), 1);
    write(new Path(table, "b"), 2);
    try (Compaction compaction =
        Compaction.begin(local, table, SIZE, CompactionPlan.WORN, CompactionTest::anyName)) {
      String refused = assertThrows(CifException.class, () -> compact(local, table)).getMessage();
      assertTrue(refused.contains("another compaction of the table is at work"), refused);
      write(new Path(table, "a2"), 3);
      join(compaction, compaction.plan().groups().get(0));
    }
    assertEquals(List.of(List.of(1L, 2L), List.of(3L)), splits(table, "n"));
    assertThrows(CifException.class, () -> compact(local, new Path(table, "nowhere")));
    assertFalse(local.exists(new Path(table, "nowhere")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCompactionThatEndsAtAnyStep_joinsOrNot(boolean dies) throws IOException {
    List<List<Long>> old = List.of(List.of(1L), List.of(2L));
    List<List<Long>> joined = List.of(List.of(1L, 2L));
    for (int step = 0; ; step += STEPS) {
      assertTrue(step < KILLS);
      Path place =
          local.makeQualified(new Path(folder.toString(), (dies ? "dies-" : "fails-") + step));
      write(new Path(place, "p=0/a"), 1);
      write(new Path(place, "p=0/b"), 2);
      FailingFileSystem fs = new FailingFileSystem(local, step, dies);
      boolean success = true;
      try {
        compact(fs, place);
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      List<List<Long>> now = splits(place, "n");
      assertTrue(now.equals(joined) || old.containsAll(now), now::toString);
      assertTrue(!success || now.equals(joined), now::toString);
      assertTrue(dies || now.equals(old) || now.equals(joined), now::toString);
      expireLocks(place);
      if (step / STEPS % 2 == 0) {
        TableChange.vacuum(local, place, Duration.ofMillis(-1));
        assertEquals(now.equals(joined) ? joined : old, splits(place, "n"));
      }
      // The next ends what was broken off, and does the rest.
      compact(local, place);
      assertEquals(joined, splits(place, "n"));
      assertTrue(files(place).stream().noneMatch(f -> f.contains("/_compact-")), "all is tidy");
      if (success && !fs.hasFailed()) {
        assertTrue(step > 20, "the steps are all tried: " + step);
        return;
      }
    }
  }

  private static WriteOptions sorted(String order) {
    return WriteOptions.DEFAULT.withSorting(new SortOptions(SortOrder.parse(order), null));
  }

  @Test
  void sortedRowsStaySorted() throws IOException {
    Path first = new Path(table, "000000_0");
    Path second = new Path(table, "000001_0");
    write(first, SCHEMA, sorted("n desc"), 5, 1, 9);
    write(second, SCHEMA, sorted("n desc"), 7, 2, 8);
    assertEquals(List.of(List.of(9L, 5L, 1L), List.of(8L, 7L, 2L)), splits(table, "n"));
    assertEquals(1, compact(local, table));
    assertEquals(List.of(List.of(9L, 8L, 7L, 5L, 2L, 1L)), splits(table, "n"));
    // Joined split-directories know their order.
    write(new Path(table, "000003_0"), SCHEMA, sorted("n desc"), 3, 4);
    assertEquals(1, compact(local, table));
    assertEquals(List.of(List.of(9L, 8L, 7L, 5L, 4L, 3L, 2L, 1L)), splits(table, "n"));
  }

  @Test
  void anOrderCanBeGivenToWhatHadNone_andTakenFromWhatHadOne() throws IOException {
    write(new Path(table, "000000_0"), 5, 1);
    write(new Path(table, "000001_0"), 3);
    compact(local, table, SIZE, CompactionTest::anyName, property(WriteOptions.SORT_BY, "n"));
    assertEquals(List.of(List.of(1L, 3L, 5L)), splits(table, "n"));
    write(new Path(table, "000002_0"), SCHEMA, sorted("n"), 2, 0);
    compact(local, table, SIZE, CompactionTest::anyName, property(WriteOptions.SORT_BY, ""));
    assertEquals(List.of(List.of(1L, 3L, 5L, 0L, 2L)), splits(table, "n"));
  }

  private static UnaryOperator<String> property(String name, String value) {
    return asked -> asked.equals(name) ? value : null;
  }
}
