package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.LockedException;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TaskChanges;
import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.CompactionPlan;
import dev.cif.format.compact.SplitGroup;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deleted rows are in no scan, whatever it filters, and in no count. A set of bits decides. */
class DeletedRowsTest {
  private static final int ROWS = 9_000;
  private static final int TEXTS = 7;

  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path table;
  private Path split;

  @BeforeEach
  void write() throws IOException {
    fs = LocalFiles.fs();
    table = fs.makeQualified(new Path(folder.resolve("table").toString()));
    split = new Path(table, "a");
    write(split);
  }

  private void write(Path place) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(1_000))
            .with("s", ColumnOptions.DEFAULT.withBlockRows(700));
    try (SplitWriter writer = SplitWriter.create(fs, place, schema, options)) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.column(0)).append(row);
        ((BytesVector) writer.column(1)).append("text " + row % TEXTS);
        writer.endRow();
      }
    }
  }

  private void delete(BitSet rows, Path... splits) throws IOException {
    try (TableChange change =
        TableChange.begin(
            fs, table, TableChange.newId(), List.of(TableChange.ROWS), List.of("n"))) {
      for (Path place : splits) {
        add(change, place, rows);
      }
      change.commit();
    }
  }

  private void add(TableChange change, Path place, BitSet rows) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, place)) {
      SplitDelete delete = SplitDelete.of(reader, List.of("n"));
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        delete.delete(row);
      }
      assertTrue(delete.addTo(fs, change) > 0);
    }
  }

  /** Rows to delete: few, half, nearly all, or runs of them. */
  private static BitSet random(Random random) {
    BitSet rows = new BitSet();
    if (random.nextBoolean()) {
      int some = List.of(1, 100, 5_000, 8_990).get(random.nextInt(4));
      while (rows.cardinality() < some) {
        rows.set(random.nextInt(ROWS));
      }
    } else {
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        int from = random.nextInt(ROWS);
        rows.set(from, Math.min(ROWS, from + 1 + random.nextInt(4_000)));
      }
    }
    return rows;
  }

  private static List<Integer> scan(Scan.Builder wishes, int limit) throws IOException {
    Scan scan = wishes.open();
    List<Integer> found = new ArrayList<>();
    while (scan.next(limit)) {
      LongVector numbers = (LongVector) scan.column(ColumnPath.of("n")).values();
      assertEquals(scan.count(), numbers.size());
      for (int i = 0; i < scan.count(); i++) {
        assertEquals(numbers.values[i], scan.row(i));
        found.add((int) numbers.values[i]);
      }
    }
    return found;
  }

  private static List<Integer> live(BitSet deleted, int from, int to) {
    return IntStream.range(from, to).filter(row -> !deleted.get(row)).boxed().toList();
  }

  @Test
  void scansHaveTheRowsThatAreLeft() throws IOException {
    BitSet deleted = new BitSet();
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      BitSet more = random(random);
      more.andNot(deleted);
      if (more.isEmpty() || deleted.cardinality() > ROWS - 100) {
        continue;
      }
      deleted.or(more);
      delete(more, split);
      try (SplitReader reader = SplitReader.open(fs, split)) {
        assertEquals(ROWS, reader.rows());
        assertEquals(ROWS - deleted.cardinality(), reader.liveRows());
        assertEquals(deleted.cardinality(), reader.deletedRows().count());
        check(reader, deleted, random);
      }
    }
  }

  private static void check(SplitReader reader, BitSet deleted, Random random) throws IOException {
    List<Integer> all = live(deleted, 0, ROWS);
    for (int limit : new int[] {7, 1_024, Integer.MAX_VALUE}) {
      assertEquals(all, scan(Scan.of(reader), limit));
      int from = random.nextInt(ROWS);
      int to = from + random.nextInt(ROWS - from);
      assertEquals(live(deleted, from, to), scan(Scan.of(reader).rows(from, to), limit));
      String text = "text " + random.nextInt(TEXTS);
      int most = random.nextInt(ROWS);
      Predicate filter =
          Predicate.and(
              List.of(
                  Predicate.compare("s", Predicate.Op.NE, text),
                  Predicate.compare("n", Predicate.Op.LT, (long) most)));
      List<Integer> wanted =
          all.stream().filter(n -> n < most && !text.equals("text " + n % TEXTS)).toList();
      assertEquals(wanted, scan(Scan.of(reader).filter(filter), limit));
      assertEquals(wanted, scan(Scan.of(reader).filter(filter).mayStop(), limit));
      // A prefilter may pass rows on that the filter would drop, but no deleted ones.
      List<Integer> some = scan(Scan.of(reader).prefilter(filter), limit);
      assertTrue(some.containsAll(wanted) && all.containsAll(some));
    }
  }

  @Test
  void pendingAndTakenBack_doNotCount() throws IOException {
    BitSet rows = new BitSet();
    rows.set(1, 5);
    try (TableChange change =
        TableChange.begin(fs, table, TableChange.newId(), List.of(TableChange.ROWS), List.of())) {
      add(change, split, rows);
      assertEquals(ROWS, liveRows(split));
    }
    assertEquals(ROWS, liveRows(split));
    delete(rows, split);
    assertEquals(ROWS - 4, liveRows(split));
    rows.set(10);
    delete(rows, split);
    assertEquals(ROWS - 5, liveRows(split));
    ChangeUndo.newest(fs, table, ChangeOrigin.UNKNOWN, change -> {});
    assertEquals(ROWS - 4, liveRows(split));
    TableChange.vacuum(fs, table, Duration.ofMillis(-1));
    assertEquals(ROWS - 4, liveRows(split));
    try (SplitReader reader = SplitReader.open(fs, split)) {
      assertEquals(live(rowsOf(1, 5), 0, ROWS), scan(Scan.of(reader), 1_000));
      assertEquals(1, files().size(), () -> files().toString());
    }
  }

  private static BitSet rowsOf(int from, int to) {
    BitSet rows = new BitSet();
    rows.set(from, to);
    return rows;
  }

  private List<String> files() {
    return List.of(
        folder.resolve("table/a").toFile().list((dir, name) -> name.endsWith(".deletes")));
  }

  private long liveRows(Path place) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, place)) {
      assertEquals(reader.rows() - reader.liveRows(), reader.deletedRows().count());
      return reader.liveRows();
    }
  }

  @Test
  void aColumnThatIsChangedMeanwhile_keepsTheRowsDeleted() throws IOException {
    BitSet rows = rowsOf(100, 200);
    try (TableChange update = TableChange.begin(fs, table, List.of("s"))) {
      try (SplitReader old = SplitReader.open(fs, split);
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  fs, old, "s", CifType.STRING, ColumnOptions.DEFAULT, List.of(), update.id())) {
        for (int row = 0; row < ROWS; row++) {
          ((BytesVector) writer.vector()).append("new");
          writer.endRow();
        }
        delete(rows, split);
        writer.finish().addTo(update);
      }
      update.commit();
    }
    try (SplitReader reader = SplitReader.open(fs, split)) {
      Predicate isNew = Predicate.compare("s", Predicate.Op.EQ, "new");
      assertEquals(live(rows, 0, ROWS), scan(Scan.of(reader).filter(isNew), 500));
    }
  }

  @Test
  void twoAtATime_andRowsChosenByOldValues_areRefused() throws IOException {
    try (TableChange first =
        TableChange.begin(
            fs, table, TableChange.newId(), List.of(TableChange.ROWS), List.of("n"))) {
      add(first, split, rowsOf(0, 1));
      assertThrows(LockedException.class, () -> delete(rowsOf(5, 6), split));
      try (TableChange update = TableChange.begin(fs, table, List.of("n"))) {
        try (SplitReader old = SplitReader.open(fs, split);
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs, old, "n", CifType.INT, ColumnOptions.DEFAULT, List.of(), update.id())) {
          for (int row = 0; row < ROWS; row++) {
            ((LongVector) writer.vector()).append(1);
            writer.endRow();
          }
          writer.finish().addTo(update);
        }
        update.commit();
      }
      CifException e = assertThrows(CifException.class, first::commit);
      assertTrue(e.getMessage().contains("column 'n': another change"), e.getMessage());
    }
    assertEquals(ROWS, liveRows(split));
  }

  @Test
  void rowsThatThereAreNot_areRefused_andNoRowsAreNoChange() throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split);
        TableChange change =
            TableChange.begin(
                fs, table, TableChange.newId(), List.of(TableChange.ROWS), List.of())) {
      SplitDelete delete = SplitDelete.of(reader, List.of());
      for (long row : new long[] {-1, ROWS, Long.MAX_VALUE}) {
        assertThrows(CifException.class, () -> delete.delete(row));
      }
      assertEquals(0, delete.addTo(fs, change));
      change.commit();
    }
    assertEquals(ROWS, liveRows(split));
  }

  @Test
  void rowsOfSeveralTasks_areDeletedTogether() throws IOException {
    java.nio.file.Path list = folder.resolve("list");
    try (SplitReader reader = SplitReader.open(fs, split)) {
      StringBuilder lines = new StringBuilder();
      for (int task = 0; task < 3; task++) {
        SplitDelete some = SplitDelete.of(reader, List.of("n"));
        some.delete(10 - task);
        some.delete(task);
        lines.append(some.toJson()).append('\n');
      }
      Files.writeString(list, lines);
    }
    TaskChanges changes = new TaskChanges();
    changes.add(fs, fs.getFileStatus(new Path(list.toUri())));
    List<SplitDelete> read = List.copyOf(changes.deletes());
    assertEquals(1, read.size());
    try (TableChange change =
        TableChange.begin(fs, table, TableChange.newId(), List.of(TableChange.ROWS), List.of())) {
      assertEquals(6, read.get(0).addTo(fs, change));
      change.commit();
    }
    BitSet deleted = rowsOf(0, 3);
    deleted.set(8, 11);
    try (SplitReader reader = SplitReader.open(fs, split)) {
      assertEquals(live(deleted, 0, ROWS), scan(Scan.of(reader), 1_000));
    }
    Files.writeString(list, "{\"directory\":\"x\"}\n");
    assertThrows(
        CifException.class, () -> changes.add(fs, fs.getFileStatus(new Path(list.toUri()))));
  }

  @Test
  void compaction_writesTheRowsThatAreLeft() throws IOException {
    Path other = new Path(table, "b");
    write(other);
    BitSet few = rowsOf(3, 9);
    delete(few, split, other);
    assertEquals(List.of(), compact(1));
    BitSet many = rowsOf(0, 2_000);
    delete(many, other);
    List<Path> written = compact(1);
    assertEquals(1, written.size());
    try (SplitReader reader = SplitReader.open(fs, written.get(0))) {
      assertEquals(ROWS - 2_000, reader.rows());
      assertEquals(0, reader.deletedRows().count());
      try (Table all = Table.open(fs, table, ReadOptions.DEFAULT)) {
        assertEquals(2L * ROWS - 2_006, DataSet.read(fs, table, ReadOptions.DEFAULT).rows());
        assertEquals(List.of(1L), found(all, 2_500L).subList(0, 1));
        assertEquals(List.of(), found(all, 5L));
      }
    }
    written = compact(1L << 40);
    try (SplitReader reader = SplitReader.open(fs, written.get(0))) {
      assertEquals(2L * ROWS - 2_006, reader.rows());
      List<Integer> numbers = scanValues(reader);
      List<Integer> expected = new ArrayList<>(live(few, 0, ROWS));
      expected.addAll(live(many, 0, ROWS));
      assertEquals(expected, numbers);
    }
  }

  private static List<Long> found(Table all, long number) throws IOException {
    List<Long> found = new ArrayList<>();
    all.lookup(
        List.of(java.util.Map.of("n", number)),
        List.of(ColumnPath.of("n")),
        values -> found.add(values[0].asLong() == number ? 1L : 0L));
    return found;
  }

  private static List<Integer> scanValues(SplitReader reader) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (long row = 0; row < reader.rows(); row++) {
      numbers.add((int) reader.column("n").value(row).asLong());
    }
    return numbers;
  }

  private List<Path> compact(long splitBytes) throws IOException {
    List<Path> written = new ArrayList<>();
    try (Compaction compaction =
        Compaction.begin(fs, table, splitBytes, CompactionPlan.WORN, name -> "")) {
      for (SplitGroup group : compaction.plan().groups()) {
        written.add(compaction.join(group, name -> null, (rows, bytes) -> {}));
      }
    }
    return written;
  }

  @Test
  void aDamagedOrMissingFile_isAnErrorThatNamesIt() throws IOException {
    delete(rowsOf(2, 5), split);
    java.nio.file.Path file = folder.resolve("table/a").resolve(files().get(0));
    byte[] good = Files.readAllBytes(file);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= 1;
      Files.write(file, bad);
      expectError(file, "checksum");
    }
    Files.write(file, java.util.Arrays.copyOf(good, good.length - 1));
    expectError(file, "truncated");
    Files.write(file, java.util.Arrays.copyOf(good, good.length + 1));
    expectError(file, "goes on");
    Files.delete(file);
    expectError(file, "does not exist");
    // The count needs no file.
    try (SplitReader reader = SplitReader.open(fs, split)) {
      assertEquals(ROWS - 3, reader.liveRows());
    }
  }

  private void expectError(java.nio.file.Path file, String what) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split)) {
      CifException e = assertThrows(CifException.class, () -> Scan.of(reader).open());
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
      assertTrue(e.getMessage().contains(what), e.getMessage());
    }
  }
}
