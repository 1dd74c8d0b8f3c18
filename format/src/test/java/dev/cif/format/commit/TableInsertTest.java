package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that the tasks of a statement write are seen when it commits, and all at once. */
class TableInsertTest {
  private static final CifSchema SCHEMA = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
  private static final int KILLS = 300;

  /** Every step ends a process by night. */
  private static final int STEPS = Boolean.getBoolean("cif.nightly") ? 1 : 4;

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
    write(local, new Path(place, "p=0/a"), 1);
    write(local, new Path(place, "p=1/a"), 2);
    write(local, new Path(place, "p=1/b"), 3);
    return place;
  }

  private static void write(FileSystem fs, Path split, long value) throws IOException {
    try (SplitWriter writer = SplitWriter.create(fs, split, SCHEMA, WriteOptions.DEFAULT)) {
      ((LongVector) writer.column(0)).append(value);
      writer.endRow();
    }
  }

  /** The values of all rows that a reader sees, ascending. */
  private List<Long> rows(Path place) throws IOException {
    List<Long> rows = new ArrayList<>();
    for (Path split : SplitDirectories.listStrictly(local, place)) {
      try (SplitReader reader = SplitReader.open(local, split)) {
        rows.add(reader.column("n").value(0).asLong());
      }
    }
    Collections.sort(rows);
    return rows;
  }

  private static void attempt(
      FileSystem fs, TableInsert insert, String attempt, String place, long value)
      throws IOException {
    write(fs, new Path(insert.attemptFolder(attempt), place), value);
  }

  /** Two tasks, with rows for two folders. */
  private static TableInsert written(FileSystem fs, Path place) throws IOException {
    TableInsert insert = TableInsert.of(fs, place, TableChange.newId());
    attempt(fs, insert, "t1_0", "p=1/0", 11);
    attempt(fs, insert, "t1_0", "p=2/0", 12);
    insert.endTask("t1_0", "t1");
    attempt(fs, insert, "t2_0", "p=1/0", 13);
    insert.endTask("t2_0", "t2");
    return insert;
  }

  private List<String> files(Path place) throws IOException {
    java.nio.file.Path root = java.nio.file.Path.of(place.toUri().getPath());
    try (Stream<java.nio.file.Path> tree = Files.walk(root)) {
      return tree.filter(Files::isRegularFile).map(f -> root.relativize(f).toString()).toList();
    }
  }

  @Test
  void append_showsAllRowsByOneRename() throws IOException {
    TableInsert insert = written(local, table);
    assertEquals(List.of(1L, 2L, 3L), rows(table));
    insert.append();
    assertEquals(List.of(1L, 2L, 3L, 11L, 12L, 13L), rows(table));
    assertTrue(
        files(table).stream().noneMatch(file -> file.startsWith("_cif_changes")),
        "nothing is left behind");
    // Rows of one folder alone: the folder is the table's own.
    TableInsert one = TableInsert.of(local, table, "one");
    attempt(local, one, "a", "p=7/0", 14);
    one.endTask("a", "t");
    one.append();
    assertTrue(local.exists(new Path(table, "p=7/insert-one")));
    assertEquals(List.of(1L, 2L, 3L, 11L, 12L, 13L, 14L), rows(table));
  }

  @Test
  void twoAttemptsOfATask_giveOneOutput() throws IOException {
    TableInsert insert = TableInsert.of(local, table, TableChange.newId());
    attempt(local, insert, "t_0", "0", 11);
    attempt(local, insert, "t_1", "0", 12);
    attempt(local, insert, "dead", "0", 13);
    assertTrue(insert.endTask("t_1", "t"));
    assertFalse(insert.endTask("t_0", "t"));
    insert.append();
    assertEquals(List.of(1L, 2L, 3L, 12L), rows(table));
  }

  @Test
  void replace_ofFolders_leavesTheOthers() throws IOException {
    written(local, table).replace(split -> split.toString().contains("/p=1/"));
    assertEquals(List.of(1L, 11L, 12L, 13L), rows(table));
    // By nothing.
    TableInsert.of(local, table, TableChange.newId()).replace(split -> true);
    assertEquals(List.of(), rows(table));
    assertEquals(List.of(), files(table));
  }

  @Test
  void anInsertBesideAVacuumThatSparesNothing_failsAndLosesNothing() throws IOException {
    for (boolean replaces : new boolean[] {false, true}) {
      TableInsert insert = written(local, table);
      TableChange.vacuum(local, table, Duration.ofDays(1));
      assertTrue(local.exists(insert.attemptFolder("x").getParent()), "it is young");
      TableChange.vacuum(local, table, Duration.ofSeconds(-1));
      // A task that had not ended by then.
      attempt(local, insert, "t3_0", "p=1/0", 14);
      insert.endTask("t3_0", "t3");
      CifException e =
          assertThrows(
              CifException.class,
              () -> {
                if (replaces) {
                  insert.replace(split -> true);
                } else {
                  insert.append();
                }
              });
      assertTrue(e.getMessage().contains("a vacuum has removed"), e.getMessage());
      assertEquals(List.of(1L, 2L, 3L), rows(table));
      Path gone = new Path(table, "_cif_changes/_" + id(insert) + ".gone");
      local.setTimes(gone, System.currentTimeMillis() - Duration.ofDays(9).toMillis(), -1);
      TableChange.vacuum(local, table, Duration.ofDays(1));
      assertFalse(local.exists(gone), "it is not kept for ever");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReplacementThatEndsAtAnyStep_happensOrNot(boolean dies) throws IOException {
    List<Long> old = List.of(1L, 2L, 3L);
    List<Long> replaced = List.of(11L, 12L, 13L);
    for (int step = 0; ; step += STEPS) {
      assertTrue(step < KILLS);
      Path place = create((dies ? "dies-" : "fails-") + step);
      FailingFileSystem fs = new FailingFileSystem(local, step, dies);
      TableInsert insert = written(local, place);
      boolean success = true;
      try {
        TableInsert.of(fs, place, id(insert)).replace(split -> true);
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      List<Long> now = rows(place);
      assertTrue(now.equals(replaced) || old.containsAll(now), now::toString);
      assertTrue(!success || now.equals(replaced), now::toString);
      assertTrue(dies || now.equals(old) || now.equals(replaced), now::toString);
      // Another comes, and ends what the first has left.
      expireLocks(place);
      TableInsert next = TableInsert.of(local, place, TableChange.newId());
      attempt(local, next, "n", "0", 20);
      next.endTask("n", "n");
      next.append();
      List<Long> expected = new ArrayList<>(now.equals(replaced) ? replaced : old);
      expected.add(20L);
      assertEquals(expected, rows(place));
      expireLocks(place);
      TableChange.vacuum(local, place, Duration.ofMillis(-1));
      assertEquals(expected, rows(place));
      assertTrue(files(place).stream().noneMatch(f -> f.contains("/tasks/")), "nothing is left");
      if (success && !fs.hasFailed()) {
        assertTrue(step > 10, "the steps are all tried: " + step);
        return;
      }
    }
  }

  @Test
  void insertIntoEachFolder_isWhereAMetastoreLooks() throws IOException {
    TableInsert insert = written(local, table);
    insert.intoEachFolder().append();
    assertEquals(List.of(1L, 2L, 3L, 11L, 12L, 13L), rows(table));
    assertEquals(List.of(2L, 3L, 11L, 13L), rows(new Path(table, "p=1")));
    assertEquals(List.of(12L), rows(new Path(table, "p=2")));
    TableInsert other = written(local, table);
    other.intoEachFolder().replace(split -> split.toString().contains("p=1"));
    assertEquals(List.of(11L, 13L), rows(new Path(table, "p=1")));
    assertEquals(List.of(12L, 12L), rows(new Path(table, "p=2")));
    assertTrue(files(table).stream().noneMatch(file -> file.startsWith("_cif_changes")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void insertIntoEachFolder_thatDiesAtAnyStep_happensOrNot(boolean replaces) throws IOException {
    List<Long> before = List.of(1L, 2L, 3L);
    List<Long> after = replaces ? List.of(11L, 12L, 13L) : List.of(1L, 2L, 3L, 11L, 12L, 13L);
    int committed = 0;
    for (int step = 0; ; step += STEPS) {
      assertTrue(step < KILLS);
      Path place = create("each-" + step);
      FailingFileSystem fs = new FailingFileSystem(local, step, true);
      TableInsert insert = written(local, place);
      try {
        TableInsert dying = TableInsert.of(fs, place, id(insert)).intoEachFolder();
        if (replaces) {
          dying.replace(split -> true);
        } else {
          dying.append();
        }
      } catch (IOException e) {
        assertTrue(fs.hasFailed(), e.toString());
      }
      List<Long> seen = rows(place);
      boolean hasOld = seen.stream().anyMatch(before::contains);
      boolean hasNew = seen.stream().anyMatch(row -> !before.contains(row));
      assertTrue(!replaces || !hasOld || !hasNew, "old rows beside new ones: " + seen);
      expireLocks(place);
      TableInsert next = TableInsert.of(local, place, TableChange.newId());
      attempt(local, next, "n", "0", 20);
      next.endTask("n", "n");
      next.append();
      List<Long> now = new ArrayList<>(rows(place));
      assertTrue(now.remove(20L));
      assertTrue(now.equals(after) || (!hasNew && now.equals(before)), now::toString);
      committed += fs.hasFailed() && now.equals(after) ? 1 : 0;
      if (!fs.hasFailed()) {
        assertTrue(committed * STEPS > 2, "some die between the folders: " + committed);
        return;
      }
    }
  }

  /** The id is in the path of where an attempt would write. */
  private static String id(TableInsert insert) {
    return insert.attemptFolder("x").getParent().getParent().getName().substring(1);
  }

  private void expireLocks(Path place) throws IOException {
    for (String name : files(place)) {
      if (name.contains("lock")) {
        local.setTimes(new Path(place, "./" + name), 1_000_000_000_000L, -1);
      }
    }
  }
}
