package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.SteppedFiles;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest change of a table is taken back in all split-directories or in none. */
class ChangeUndoTest {
  private static final List<String> SPLITS = List.of("p=0/a", "p=0/b", "p=1/a");
  private static final int ROWS = 100;
  private static final int STEPS = 1_000;
  private static final Duration NONE = Duration.ofMillis(-1);
  private static final ChangeOrigin ALICE =
      new ChangeOrigin("alice", "a test", "UPDATE `t` SET n = n + 1");

  @TempDir java.nio.file.Path folder;
  private FileSystem local;
  private Path table;

  @BeforeEach
  void prepare() throws IOException {
    local = LocalFiles.fs();
    table = create("table");
  }

  private Path create(String name) throws IOException {
    Path place = local.makeQualified(new Path(folder.toString(), name));
    for (String split : SPLITS) {
      write(new Path(place, split));
    }
    return place;
  }

  private void write(Path split) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(local, split, schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(0);
        writer.endRow();
      }
    }
  }

  /** Adds one to each value, or sets a new column to it. */
  private static void compute(FileSystem fs, Path place, TableChange change, String column)
      throws IOException {
    for (String name : SPLITS) {
      try (SplitReader split = SplitReader.open(fs, new Path(place, name));
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  fs,
                  split,
                  column,
                  CifType.BIGINT,
                  ColumnOptions.DEFAULT,
                  List.of("n"),
                  change.id())) {
        long value = split.column("n").value(0).asLong();
        for (int row = 0; row < ROWS; row++) {
          ((LongVector) writer.vector()).append(value + 1);
          writer.endRow();
        }
        writer.finish().addTo(change);
      }
    }
  }

  private static void update(FileSystem fs, Path place, String column) throws IOException {
    try (TableChange change = TableChange.begin(fs, place, List.of(column))) {
      change.setOrigin(ALICE);
      compute(fs, place, change, column);
      change.commit();
    }
  }

  private static ChangeHistory.Entry undo(FileSystem fs, Path place) throws IOException {
    return ChangeUndo.newest(fs, place, new ChangeOrigin("bob", null, null), change -> {});
  }

  /** Commits may be quicker than the clock of the file system. */
  @Test
  void changesOfOneMoment_areTakenBackOneByOne() throws IOException {
    long moment = System.currentTimeMillis() + 3_600_000;
    for (int i = 0; i < 6; i++) {
      update(local, table, "n");
      for (FileStatus file : local.listStatus(new Path(table, ChangeFiles.FOLDER))) {
        if (Status.COMMITTED.id(file.getPath()) != null) {
          local.setTimes(file.getPath(), moment, -1);
        }
      }
    }
    for (long value = 5; value >= 0; value--) {
      undo(local, table);
      try (SplitReader split = SplitReader.open(local, new Path(table, SPLITS.get(0)))) {
        assertEquals(value, split.column("n").value(0).asLong());
      }
    }
  }

  private static List<FoundSplit> find(FileSystem fs, Path place) throws IOException {
    return SplitFinder.find(List.of(new SplitFinder.Root(fs, place)), ReadOptions.UNCACHED);
  }

  /** The value of n, which is the same in all rows. */
  private static long read(List<FoundSplit> found) throws IOException {
    Set<Long> values = new HashSet<>();
    for (FoundSplit split : found) {
      try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
        values.add(reader.column("n").value(ROWS - 1).asLong());
      }
    }
    assertEquals(1, values.size(), values::toString);
    return values.iterator().next();
  }

  private long latest(Path place) throws IOException {
    long value = read(find(local, place));
    try (SplitReader reader = SplitReader.open(local, new Path(place, SPLITS.get(0)))) {
      assertEquals(value, reader.column("n").value(0).asLong());
    }
    return value;
  }

  private String refused(Path place) {
    return assertThrows(CifException.class, () -> undo(local, place)).getMessage();
  }

  private Set<String> names(Path place) throws IOException {
    Set<String> names = new HashSet<>();
    for (FileStatus file : local.listStatus(place)) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  private void expireLocks(Path place) throws IOException {
    try (Stream<java.nio.file.Path> all =
        Files.walk(java.nio.file.Path.of(place.toUri().getPath()))) {
      for (java.nio.file.Path file : all.filter(f -> f.toString().contains("lock")).toList()) {
        local.setTimes(new Path(file.toUri()), 1_000_000_000_000L, -1);
      }
    }
  }

  @Test
  void undo_takesBackOneChangeAfterTheOther_theNewestFirst() throws IOException {
    update(local, table, "n");
    update(local, table, "n");
    assertEquals(2, latest(table));
    ChangeHistory.Entry undone = undo(local, table);
    assertEquals(ALICE, undone.origin());
    assertEquals(1, latest(table));
    undo(local, table);
    assertEquals(0, latest(table));
    assertTrue(refused(table).contains("no change can be taken back"), refused(table));
    Path partition = new Path(table, "p=0");
    assertTrue(refused(partition).contains("a change of " + table), refused(partition));
    assertTrue(refused(create("other")).contains("no change can be taken back"));
    assertEquals(Set.of("p=0", "p=1"), names(new Path(table.getParent(), "other")));
    update(local, table, "n");
    assertEquals(1, latest(table));
    undo(local, table);
    assertEquals(0, latest(table));
  }

  @Test
  void undo_ofAColumnThatWasNew_leavesNone() throws IOException {
    update(local, table, "d");
    undo(local, table);
    for (FoundSplit split : find(local, table)) {
      try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
        assertEquals(1, reader.schema().size());
      }
    }
  }

  @Test
  void history_saysWhoChangedWhatAndWhen() throws IOException {
    assertEquals(List.of(), ChangeHistory.of(local, table));
    update(local, table, "n");
    update(local, table, "d");
    undo(local, table);
    List<ChangeHistory.Entry> all = ChangeHistory.of(local, table);
    assertEquals(3, all.size());
    assertEquals(List.of("n"), all.get(0).columns());
    assertEquals(ALICE, all.get(0).origin());
    assertEquals((long) ROWS * SPLITS.size(), all.get(0).rows());
    assertEquals(SPLITS.size(), all.get(0).splits());
    assertEquals(List.of("d"), all.get(1).columns());
    assertEquals(all.get(2).id(), all.get(1).undoneBy());
    assertEquals(all.get(1).id(), all.get(2).undoes());
    assertEquals("bob", all.get(2).origin().user());
    for (int i = 1; i < all.size(); i++) {
      assertTrue(all.get(i - 1).time() < all.get(i).time());
    }
    assertTrue(Math.abs(System.currentTimeMillis() - all.get(2).time()) < 600_000);
  }

  @Test
  void history_ofStatusFilesOfOlderWriters_knowsWhen_andOfDamagedOnesSaysSo() throws IOException {
    update(local, table, "n");
    String id = ChangeHistory.of(local, table).get(0).id();
    java.nio.file.Path status = folder.resolve("table/_cif_changes/" + id + ".committed");
    Files.writeString(status, "{\"id\":\"x\",\"columns\":[\"n\"],\"splits\":[]}");
    ChangeHistory.Entry old = ChangeHistory.of(local, table).get(0);
    assertEquals(Files.getLastModifiedTime(status).toMillis(), old.time());
    assertEquals(ChangeOrigin.UNKNOWN, old.origin());
    assertEquals(-1, old.rows());
    for (String damaged :
        List.of("", "[]", "{\"rows\":-1}", "{\"time\":1e400}", "{\"undoes\":\"../x\"}")) {
      Files.writeString(status, damaged, StandardCharsets.UTF_8);
      String damage = ChangeHistory.of(local, table).get(0).damage();
      assertTrue(damage.contains("no status file"), damage);
      assertTrue(refused(table).contains("no status file"), refused(table));
    }
    assertEquals(1, latest(table));
  }

  /** A statement of some size is kept; a huge one is cut, not within a character. */
  @Test
  void origin_keepsTheBeginOfALongStatement() {
    String smile = "😀";
    String text = "x" + smile.repeat(100_000);
    String kept = new ChangeOrigin(null, null, text).statement();
    assertTrue(kept.length() < 70_000 && kept.endsWith(smile + "..."), kept.length() + "");
  }

  /** Readers that planned before an undo read the files that it took away, until a vacuum. */
  @Test
  void undo_leavesReadersTheirFiles_andAVacuumRemovesThem() throws IOException {
    update(local, table, "n");
    List<FoundSplit> before = find(local, table);
    undo(local, table);
    List<FoundSplit> after = find(local, table);
    update(local, table, "n");
    update(local, table, "n");
    TableChange.vacuum(local, table, Duration.ofHours(1));
    assertEquals(1, read(before));
    assertEquals(0, read(after));
    assertEquals(2, latest(table));
    TableChange.Vacuumed done = TableChange.vacuum(local, table, NONE);
    assertTrue(done.bytes() > 0);
    assertEquals(2, latest(table));
    assertEquals(Set.of(), names(new Path(table, "_cif_changes")));
    assertEquals(2, names(new Path(table, SPLITS.get(0))).size());
  }

  @Test
  void aVacuumOfAnOldUndo_keepsYoungerChanges() throws IOException {
    update(local, table, "n");
    undo(local, table);
    for (FileStatus file : local.listStatus(new Path(table, "_cif_changes"))) {
      local.setTimes(file.getPath(), 1_000_000_000_000L, -1);
    }
    update(local, table, "n");
    TableChange.vacuum(local, table, Duration.ofHours(1));
    assertEquals(1, names(new Path(table, "_cif_changes")).size());
    undo(local, table);
    assertEquals(0, latest(table));
  }

  @Test
  void undo_isRefused_whereTheFilesFromBeforeAreGone() throws IOException {
    update(local, table, "n");
    TableChange.fold(local, new Path(table, "p=1"));
    assertTrue(refused(table).contains("a vacuum has removed"), refused(table));
    Path away = new Path(table, SPLITS.get(2));
    local.delete(away, true);
    assertTrue(refused(table).contains("removed or replaced"), refused(table));
    write(away);
    assertTrue(refused(table).contains(SPLITS.get(2)), refused(table));
    TableChange.vacuum(local, table, NONE);
    assertTrue(refused(table).contains("since the last vacuum"), refused(table));
  }

  @Test
  void undo_isRefused_byACondition() throws IOException {
    update(local, table, "n");
    assertThrows(
        IllegalStateException.class,
        () ->
            ChangeUndo.newest(
                local,
                table,
                ALICE,
                change -> {
                  throw new IllegalStateException(change.id());
                }));
    assertEquals(1, latest(table));
    assertEquals(1, names(new Path(table, "_cif_changes")).size());
  }

  /** Its values were computed from those that are taken back. */
  @Test
  void aChangeThatBeganBeforeAnUndo_fails() throws IOException {
    update(local, table, "n");
    try (TableChange change = TableChange.begin(local, table, List.of("n"))) {
      compute(local, table, change, "n");
      undo(local, table);
      String message = assertThrows(CifException.class, change::commit).getMessage();
      assertTrue(message.contains("try again"), message);
    }
    assertEquals(0, latest(table));
  }

  @Test
  void fold_leavesNoTraceOfAChangeThatWasTakenBack() throws IOException {
    update(local, table, "n");
    update(local, table, "n");
    undo(local, table);
    TableChange.fold(local, table);
    Path away = local.makeQualified(new Path(folder.toString(), "away"));
    assertTrue(local.rename(new Path(table, "p=0"), away));
    try (SplitReader reader = SplitReader.open(local, new Path(away, "a"))) {
      assertEquals(1, reader.column("n").value(0).asLong());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anUndoThatEndsAtAnyStep_happensOrNot(boolean dies) throws IOException {
    for (int step = 0; ; step++) {
      assertTrue(step < STEPS);
      Path place = create((dies ? "dies-" : "fails-") + step);
      update(local, place, "n");
      update(local, place, "n");
      FailingFileSystem fs = new FailingFileSystem(new SteppedFiles(), step, dies);
      boolean success = true;
      try {
        undo(fs, place);
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      expireLocks(place);
      long now = latest(place);
      assertTrue(now == 1 || (!success && now == 2), "step " + step + ": " + now);
      // Another comes, and ends what the first has left.
      TableChange.between(local, place, () -> null);
      update(local, place, "n");
      long next = latest(place);
      assertTrue(next == now + 1 || next == 2, now + " " + next);
      expireLocks(place);
      TableChange.vacuum(local, place, NONE);
      assertEquals(next, latest(place));
      assertEquals(Set.of(), names(new Path(place, "_cif_changes")));
      assertEquals(2, names(new Path(place, SPLITS.get(0))).size());
      if (success && !fs.hasFailed()) {
        assertTrue(step > 5, "the steps of an undo are all tried: " + step);
        return;
      }
    }
  }

  /** Another ends the undo of one that sleeps, and commits; the sleeper finds nothing to do. */
  @Test
  void whoSleepsBeforeTheRename_takesNothingElseBack() throws IOException {
    update(local, table, "n");
    String id = ChangeHistory.of(local, table).get(0).id();
    SteppedFiles fs = new SteppedFiles();
    fs.before(
        SteppedFiles.Step.RENAME,
        id + ".committed",
        () -> {
          expireLocks(table);
          assertThrows(CifException.class, () -> update(local, table, "d"));
          update(local, table, "n");
        });
    undo(fs, table);
    assertEquals(1, latest(table));
    assertEquals(3, ChangeHistory.of(local, table).size());
  }

  /** Another commits before the sleeper has written what it wants. */
  @Test
  void whoSleepsBeforeItDecides_changesNothing() throws IOException {
    update(local, table, "n");
    SteppedFiles fs = new SteppedFiles();
    String message =
        assertThrows(
                CifException.class,
                () ->
                    ChangeUndo.newest(
                        fs,
                        table,
                        ALICE,
                        change -> {
                          expireLocks(table);
                          update(local, table, "n");
                        }))
            .getMessage();
    assertTrue(message.contains("try again"), message);
    assertEquals(2, latest(table));
    assertEquals(2, ChangeHistory.of(local, table).size());
  }
}
