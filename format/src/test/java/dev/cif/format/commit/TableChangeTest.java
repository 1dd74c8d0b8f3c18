package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.Model;
import dev.cif.format.SteppedFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change of many split-directories is seen in all of them or in none. */
class TableChangeTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
  private static final List<String> SPLITS = List.of("p=0/a", "p=0/b", "p=1/a", "p=1/b");
  private static final int ROWS = 250;
  private static final Duration NONE = Duration.ofMillis(-1);
  private static final int KILLS = 1_000;

  /** Every step ends a process by night. */
  private static final int STEPS = Boolean.getBoolean("cif.nightly") ? 1 : 5;

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
      write(new Path(place, split), "row ");
    }
    return place;
  }

  private void write(Path split, String text) throws IOException {
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(100);
    try (SplitWriter writer = SplitWriter.create(local, split, SCHEMA, WriteOptions.of(options))) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(i);
        ((BytesVector) writer.column(1)).append(text + i);
        writer.endRow();
      }
    }
  }

  /**
   * Writes column s anew, as another text, or column d, which is new, for all split-directories.
   */
  private static void compute(FileSystem fs, Path table, TableChange change, String... columns)
      throws IOException {
    for (String name : SPLITS) {
      for (String column : columns) {
        try (SplitReader split = SplitReader.open(fs, new Path(table, name));
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs,
                    split,
                    column,
                    CifType.STRING,
                    ColumnOptions.DEFAULT,
                    List.of("s", "n"),
                    change.id())) {
          ColumnVector s = ColumnVector.create(CifType.STRING);
          split.column("s", CifType.STRING).read(0, ROWS, s);
          for (int i = 0; i < ROWS; i++) {
            ((BytesVector) writer.vector()).append(column + "<" + text(s, i));
            writer.endRow();
          }
          // Stands for another process that commits it.
          AddedColumn.fromJson(writer.finish().toJson()).addTo(change);
        }
      }
    }
  }

  private static void update(FileSystem fs, Path table) throws IOException {
    try (TableChange change = TableChange.begin(fs, table, List.of("s", "d"))) {
      compute(fs, table, change, "s", "d");
      change.commit();
    }
  }

  private static List<FoundSplit> find(FileSystem fs, Path table) throws IOException {
    return SplitFinder.find(List.of(new SplitFinder.Root(fs, table)), ReadOptions.DEFAULT);
  }

  /** The last values of s and d, which are the same in all split-directories. */
  private static String read(List<FoundSplit> found) throws IOException {
    Set<String> values = new HashSet<>();
    for (FoundSplit split : found) {
      try (SplitReader reader = split.read(ReadOptions.DEFAULT);
          SplitReader planned = split.open(ReadOptions.DEFAULT)) {
        assertEquals(planned.schema(), reader.schema());
        assertEquals(ROWS, reader.rows());
        values.add(value(reader, "s") + " " + value(reader, "d"));
      }
    }
    assertEquals(1, values.size(), values::toString);
    assertEquals(SPLITS.size(), found.size());
    return values.iterator().next();
  }

  private static String value(SplitReader split, String column) throws IOException {
    ColumnVector vector = ColumnVector.create(CifType.STRING);
    split.column(column, CifType.STRING).read(ROWS - 1, 1, vector);
    return text(vector, 0);
  }

  private static String text(ColumnVector texts, int i) {
    ByteBuffer bytes = (ByteBuffer) Model.of(texts, i);
    return bytes == null ? "-" : StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }

  private String latest(Path place) throws IOException {
    Set<String> values = new HashSet<>();
    for (String name : SPLITS) {
      try (SplitReader reader = SplitReader.open(local, new Path(place, name))) {
        values.add(value(reader, "s") + " " + value(reader, "d"));
      }
    }
    assertEquals(1, values.size(), values::toString);
    String one = values.iterator().next();
    assertEquals(one, read(find(local, place)));
    return one;
  }

  /** Names, lengths and times of all files below a folder but those of locks. */
  private Map<String, String> files(Path place) throws IOException {
    Map<String, String> files = new TreeMap<>();
    java.nio.file.Path root = java.nio.file.Path.of(place.toUri().getPath());
    try (Stream<java.nio.file.Path> all = Files.walk(root)) {
      for (java.nio.file.Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(file).toString(),
            Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  private static final String OLD = "row " + (ROWS - 1) + " -";

  @Test
  void aChange_isInAllSplitDirectories_andTouchesNoOtherFile() throws IOException {
    assertEquals(OLD, latest(table));
    Map<String, String> before = files(table);
    update(local, table);
    String once = latest(table);
    assertFalse(once.equals(OLD), once);
    Map<String, String> after = files(table);
    before.forEach(
        (name, state) -> {
          if (!name.endsWith(SplitDirectories.SCHEMA_FILE)) {
            assertEquals(state, after.get(name), name);
          }
        });
    assertTrue(after.containsKey("p=0/a/2-s.g1.col"), after.keySet()::toString);
    assertTrue(after.containsKey("p=1/b/3-d.col"), after.keySet()::toString);
    update(local, table);
    assertFalse(latest(table).equals(once));
  }

  @Test
  void aPlan_readsWhatWasCommittedBeforeIt_whateverComesThen() throws IOException {
    List<FoundSplit> first = find(local, table);
    update(local, table);
    List<FoundSplit> second = find(local, table);
    String once = read(second);
    update(local, table);
    assertEquals(OLD, read(first));
    assertEquals(once, read(second));
    assertEquals(latest(table), read(find(local, table)));
    List<FoundSplit> third = find(local, table);
    assertEquals(third.get(0).snapshot(), Snapshot.parse(third.get(0).snapshot().toString()));
    assertEquals(first.get(0).snapshot(), Snapshot.parse(first.get(0).snapshot().toString()));
  }

  /** Commits while the folders are being listed. */
  private static final class Overtaken extends FilterFileSystem {
    private final Path at;
    private final SteppedFiles.Action action;
    private boolean done;

    Overtaken(FileSystem fs, Path at, SteppedFiles.Action action) {
      super(fs);
      this.at = at;
      this.action = action;
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
      boolean acts;
      synchronized (this) {
        acts = !done && path.equals(at);
        done |= acts;
      }
      if (acts) {
        action.run();
      }
      return super.listStatus(path);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p=0/a", "p=1/b", "p=1"})
  void aPlanThatIsOvertaken_seesAllOrNothing(String at) throws IOException {
    FileSystem overtaken =
        new Overtaken(local, new Path(table, at), () -> update(LocalFiles.fs(), table));
    String seen = read(find(overtaken, table));
    assertTrue(seen.equals(OLD) || seen.equals(latest(table)), seen);
    assertEquals(latest(table), read(find(overtaken, table)));
  }

  @Test
  void aChangeWhoseWorkAVacuumRemoved_fails() throws IOException {
    try (TableChange change = TableChange.begin(local, table, List.of("n"))) {
      local.mkdirs(new Path(TableChange.workFolder(table, change.id()), "files"));
      TableChange.vacuum(local, table, NONE);
      for (Executable asking : List.<Executable>of(change::expectNoVacuum, change::commit)) {
        String message = assertThrows(CifException.class, asking).getMessage();
        assertTrue(message.contains("a vacuum has removed"), message);
      }
    }
    assertEquals(OLD, latest(table));
  }

  @Test
  void vacuum_leavesATableWithoutChanges() throws IOException {
    update(local, table);
    update(local, table);
    String twice = latest(table);
    List<FoundSplit> planned = find(local, table);
    TableChange.vacuum(local, table, Duration.ofHours(1));
    assertEquals(2, changes(new Path(table, "p=0/a")));
    TableChange.Vacuumed done = TableChange.vacuum(local, table, NONE);
    assertEquals(new TableChange.Vacuumed(4, 2, done.bytes()), done);
    assertEquals(0, changes(new Path(table, "p=0/a")));
    assertEquals(twice, latest(table));
    assertEquals(twice, read(planned));
    assertEquals(
        Set.of("1-n.col", "2-s.g2.col", "3-d.g1.col", "schema.cif"),
        names(new Path(table, "p=0/a")));
    assertEquals(Set.of(), names(new Path(table, "_cif_changes")));
    assertFalse(
        Files.readString(java.nio.file.Path.of(folder + "/table/p=0/a/schema.cif"))
            .contains("requires"));
    update(local, table);
    assertFalse(latest(table).equals(twice));
  }

  /** A partition may be exchanged, or dropped and taken out of the trash. */
  @Test
  void vacuum_keepsTheStatusOfAChange_whileOneOfItsSplitDirectoriesIsAway() throws IOException {
    update(local, table);
    String once = latest(table);
    Path away = local.makeQualified(new Path(folder.toString(), "away"));
    assertTrue(local.rename(new Path(table, "p=1"), away));
    for (int i = 0; i < 2; i++) {
      TableChange.Vacuumed done = TableChange.vacuum(local, table, NONE);
      assertEquals(new TableChange.Vacuumed(2, 0, done.bytes()), done);
    }
    assertTrue(local.rename(away, new Path(table, "p=1")));
    assertEquals(once, latest(table));
    TableChange.Vacuumed done = TableChange.vacuum(local, table, NONE);
    assertEquals(new TableChange.Vacuumed(4, 1, done.bytes()), done);
    assertEquals(once, latest(table));
    assertEquals(Set.of(), names(new Path(table, "_cif_changes")));
  }

  @Test
  void fold_makesAFolderReadableWithoutItsTable_andLeavesTheOthersAsTheyAre() throws IOException {
    update(local, table);
    update(local, table);
    String twice = latest(table);
    Map<String, String> before = files(new Path(table, "p=0"));
    TableChange.fold(local, new Path(table, "p=1"));
    assertEquals(before, files(new Path(table, "p=0")));
    assertEquals(twice, latest(table));
    Path away = local.makeQualified(new Path(folder.toString(), "elsewhere/away"));
    local.mkdirs(away.getParent());
    assertTrue(local.rename(new Path(table, "p=1"), away));
    for (String split : List.of("a", "b")) {
      try (SplitReader reader = SplitReader.open(local, new Path(away, split))) {
        assertEquals(twice, value(reader, "s") + " " + value(reader, "d"));
      }
      assertEquals(0, changes(new Path(away, split)));
    }
    TableChange.fold(local, away);
    TableChange.fold(local, new Path(table, "nowhere"));
  }

  @Test
  void fold_ofSplitDirectoriesWithChangesOfATableAbove_isRefused() throws IOException {
    update(local, table);
    Path inner = new Path(table, "p=1");
    TableChange.vacuum(local, inner, NONE);
    String message =
        assertThrows(CifException.class, () -> TableChange.fold(local, inner)).getMessage();
    assertTrue(message.contains("none of this table's"), message);
  }

  private int changes(Path split) throws IOException {
    return names(split).stream().mapToInt(n -> n.startsWith("_cif_change.") ? 1 : 0).sum();
  }

  private Set<String> names(Path place) throws IOException {
    Set<String> names = new HashSet<>();
    for (FileStatus file : local.listStatus(place)) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  /** Ages all locks: their holders have been asleep for long. */
  private void expireLocks(Path place) throws IOException {
    for (String name : files(place).keySet()) {
      if (name.contains("lock")) {
        local.setTimes(new Path(place, "./" + name), 1_000_000_000_000L, -1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangeThatEndsAtAnyStep_happensOrNot(boolean dies) throws IOException {
    int committed = 0;
    for (int step = 0; ; step += STEPS) {
      assertTrue(step < KILLS);
      Path place = create((dies ? "dies-" : "fails-") + step);
      FailingFileSystem fs = new FailingFileSystem(new SteppedFiles(), step, dies);
      boolean success = true;
      try {
        update(fs, place);
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      expireLocks(place);
      String now = latest(place);
      assertTrue(!success || !now.equals(OLD));
      // Another comes, and sees what the first has left.
      update(local, place);
      String next = latest(place);
      assertFalse(next.equals(now));
      expireLocks(place);
      TableChange.vacuum(local, place, NONE);
      assertEquals(next, latest(place));
      for (String split : SPLITS) {
        assertEquals(
            4, names(new Path(place, split)).size(), names(new Path(place, split))::toString);
      }
      if (success && !fs.hasFailed()) {
        assertTrue(step > 60, "the steps of a change are all tried: " + step);
        assertTrue(dies || committed == 0, "an error means that nothing happened");
        return;
      }
      committed += !success && !now.equals(OLD) ? 1 : 0;
    }
  }

  /** Another commits while one sleeps before its own commit. */
  @Test
  void whoSleepsBeforeTheCommit_failsAndTheOtherCounts() throws IOException {
    SteppedFiles fs = new SteppedFiles();
    try (TableChange change = TableChange.begin(fs, table, List.of("s"))) {
      compute(fs, table, change, "s");
      fs.before(
          SteppedFiles.Step.RENAME,
          change.id() + ".pending",
          () -> {
            expireLocks(table);
            update(local, table);
          });
      assertThrows(IOException.class, change::commit);
    }
    try (SplitReader split = SplitReader.open(local, new Path(table, "p=1/a"))) {
      assertEquals(3, split.schema().size());
    }
    String once = latest(table);
    TableChange.vacuum(local, table, NONE);
    assertEquals(once, latest(table));
    assertEquals(4, names(new Path(table, "p=1/a")).size());
  }

  @Test
  void oneColumnIsChangedByOneAtATime() throws IOException {
    try (TableChange first = TableChange.begin(local, table, List.of("s"))) {
      assertThrows(LockedException.class, () -> TableChange.begin(local, table, List.of("x", "S")));
      try (TableChange other = TableChange.begin(local, table, List.of("d"))) {
        compute(local, table, other, "d");
        compute(local, table, first, "s");
        first.commit();
        // It was computed from the s that was.
        CifException e = assertThrows(CifException.class, other::commit);
        assertTrue(e.getMessage().contains("compute it again"), e.getMessage());
      }
    }
    assertTrue(latest(table).endsWith(" -"));
    update(local, table);
    assertFalse(latest(table).endsWith(" -"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSplitDirectoryThatIsReplacedMeanwhile_endsTheChange(boolean isBack) throws IOException {
    try (TableChange change = TableChange.begin(local, table, List.of("s"))) {
      compute(local, table, change, "s");
      Path split = new Path(table, "p=1/a");
      local.delete(split, true);
      if (isBack) {
        write(split, "row 0 ");
      }
      CifException e = assertThrows(CifException.class, change::commit);
      assertTrue(e.getMessage().contains("p=1/a"), e.getMessage());
      local.delete(split, true);
      write(split, "row ");
    }
    assertEquals(OLD, latest(table));
    assertEquals(Set.of("1-n.col", "2-s.col", "schema.cif"), names(new Path(table, "p=0/a")));
  }

  @Test
  void aCopyWithoutItsTable_isAnError() throws IOException {
    update(local, table);
    Path copy = new Path(folder.toString(), "copy/p=0/a");
    local.mkdirs(copy.getParent());
    local.rename(new Path(table, "p=0/a"), copy);
    for (var attempt :
        List.<org.junit.jupiter.api.function.Executable>of(
            () -> SplitReader.open(local, copy), () -> find(local, copy))) {
      CifException e = assertThrows(CifException.class, attempt);
      assertTrue(e.getMessage().contains("copied or moved without its table"), e.getMessage());
      assertTrue(e.getMessage().contains("copy/_cif_changes"), e.getMessage());
    }
  }

  /** Some tools leave out files whose names begin with an underscore. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCopyWithoutHiddenFiles_isAnErrorOrHasTheNewValues(boolean isOneOnly) throws IOException {
    update(local, table);
    String changed = latest(table);
    for (String name : isOneOnly ? SPLITS.subList(0, 1) : SPLITS) {
      for (FileStatus file : local.listStatus(new Path(table, name))) {
        if (file.getPath().getName().startsWith("_")) {
          local.delete(file.getPath(), false);
        }
      }
    }
    if (isOneOnly) {
      // Others tell of the change.
      assertEquals(changed, latest(table));
      return;
    }
    for (boolean hasStatus : new boolean[] {true, false}) {
      if (!hasStatus) {
        local.delete(new Path(table, "_cif_changes"), true);
      }
      List<FoundSplit> found = find(local, table);
      for (Executable attempt :
          List.<Executable>of(
              () -> found.get(0).open(ReadOptions.DEFAULT),
              () -> found.get(0).read(ReadOptions.DEFAULT))) {
        CifException e = assertThrows(CifException.class, attempt);
        assertTrue(e.getMessage().contains("copied without its hidden files"), e.getMessage());
      }
    }
  }

  /** Follows the advice of the error: first a vacuum, then the copy. */
  @Test
  void aCopyWithoutHiddenFiles_ofATableThatWasTidied_isReadAsTheTable() throws IOException {
    update(local, table);
    String changed = latest(table);
    TableChange.vacuum(local, table, NONE);
    local.delete(new Path(table, "_cif_changes"), true);
    for (String name : SPLITS) {
      assertFalse(
          names(new Path(table, name)).stream().anyMatch(file -> file.startsWith("_")), name);
    }
    assertEquals(changed, latest(table));
  }

  @Test
  void aSplitDirectoryElsewhere_isNotPartOfAChange() throws IOException {
    Path elsewhere = create("elsewhere");
    try (TableChange change = TableChange.begin(local, table, List.of("s"))) {
      compute(local, elsewhere, change, "s");
      CifException e = assertThrows(CifException.class, change::commit);
      assertTrue(e.getMessage().contains("not below the table's folder"), e.getMessage());
    }
    assertEquals(OLD, latest(table));
  }

  @Test
  void anAddedColumn_isOfTheSplitAfterItsChanges() throws IOException {
    update(local, table);
    Path place = new Path(table, "p=0/a");
    String once = latest(table);
    for (String name : List.of("d", "e")) {
      try (SplitReader split = SplitReader.open(local, place);
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  local, split, name, CifType.STRING, ColumnOptions.DEFAULT, List.of(), "test")) {
        for (int i = 0; i < ROWS; i++) {
          ((BytesVector) writer.vector()).append("added");
          writer.endRow();
        }
        assertEquals(name.equals("e"), writer.finish().publish(local));
      }
    }
    assertEquals(once, latest(table));
    try (SplitReader split = SplitReader.open(local, place)) {
      assertEquals("added", value(split, "e"));
    }
    update(local, table);
    TableChange.vacuum(local, table, NONE);
    try (SplitReader split = SplitReader.open(local, place)) {
      assertEquals("added", value(split, "e"));
      assertEquals(4, split.schema().size());
    }
  }
}
