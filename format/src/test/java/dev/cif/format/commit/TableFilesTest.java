package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.SteppedFiles;
import dev.cif.format.SteppedFiles.Step;
import dev.cif.format.commit.TableFiles.OwnersTable;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table file is the old one or the new one, whenever its writer dies and whoever else writes. */
class TableFilesTest {
  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path table;

  @BeforeEach
  void prepare() throws IOException {
    fs = LocalFiles.fs();
    table = new Path(folder.toString());
  }

  private static TableDescription of(String... columns) {
    return new TableDescription(
        1,
        null,
        Stream.of(columns).map(name -> new TableColumn(name, CifType.INT, null, null)).toList(),
        null,
        List.of(),
        List.of(),
        null,
        Map.of());
  }

  /** Adds a column. */
  private static TableDescription with(TableDescription before, String column) {
    List<String> names = new ArrayList<>(before.names());
    names.add(column);
    return of(names.toArray(String[]::new));
  }

  private List<String> leftovers() throws IOException {
    try (Stream<java.nio.file.Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("_cif_table."))
          .toList();
    }
  }

  @Test
  void revisions_grow_andNothingIsWrittenThatSaysTheSame() throws IOException {
    assertNull(TableFiles.read(fs, table));
    assertNull(TableFiles.update(fs, table, before -> null));
    assertNull(TableFiles.read(fs, table));
    assertEquals(1, TableFiles.update(fs, table, before -> of("a")).revision());
    assertEquals(2, TableFiles.update(fs, table, before -> with(before, "b")).revision());
    assertEquals(2, TableFiles.update(fs, table, before -> of("a", "b")).revision());
    assertEquals(9, TableFiles.update(fs, table, b -> of("c").withRevision(9)).revision());
    assertEquals(10, TableFiles.update(fs, table, b -> of("d").withRevision(3)).revision());
    assertEquals(List.of("d"), TableFiles.read(fs, table).names());
    assertEquals(List.of(), leftovers());
  }

  @Test
  void membersThatAreUnknown_stay() throws IOException {
    String json =
        "{\"formatVersion\":1,\"revision\":1,\"moon\":{\"a\":[1]},"
            + "\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"unit\":\"s\"},"
            + "{\"name\":\"b\",\"type\":\"int\",\"unit\":\"m\"}]}";
    CRC32C crc = new CRC32C();
    crc.update(json.getBytes(StandardCharsets.UTF_8));
    String head = String.format(Locale.ROOT, "CIFT1 %d %08x%n", json.length(), crc.getValue());
    Files.writeString(folder.resolve("_cif_table"), head + json + "\n");
    TableFiles.update(fs, table, before -> of("b", "c"));
    String now = Files.readString(folder.resolve("_cif_table")).replaceAll("\\s+", "");
    assertTrue(now.contains("\"moon\":{\"a\":[1]}"), now);
    assertTrue(now.contains("{\"name\":\"b\",\"type\":\"int\",\"unit\":\"m\"}"), now);
    assertTrue(now.contains("{\"name\":\"c\",\"type\":\"int\"}"), now);
  }

  /** Each step may be the last of its process. The next writer goes on from what is there. */
  @Test
  void writerThatDiesAtAnyStep_leavesTheOldFileOrTheNew() throws IOException {
    record Place(Step step, String name) {}

    for (boolean isFirst : new boolean[] {true, false}) {
      for (boolean after : new boolean[] {false, true}) {
        for (Place place :
            List.of(
                new Place(Step.CREATE, "_cif_table."),
                new Place(Step.RENAME, "_cif_table."),
                new Place(Step.REPLACE, "_cif_table."),
                new Place(Step.RENAME, "_commit.lock."),
                new Place(Step.OPEN, "_cif_table"))) {
          Path one = new Path(table, isFirst + "-" + after + "-" + place.step + "-" + place.name);
          fs.mkdirs(one);
          if (!isFirst) {
            TableFiles.update(fs, one, before -> of("a"));
          }
          boolean[] died = new boolean[1];
          try (SteppedFiles stepped = new SteppedFiles()) {
            SteppedFiles.Action death =
                () -> {
                  died[0] = true;
                  throw new IllegalStateException("killed");
                };
            if (after) {
              stepped.after(place.step, place.name, death);
            } else {
              stepped.before(place.step, place.name, death);
            }
            try {
              TableFiles.update(stepped, one, b -> b == null ? of("a") : with(b, "b"));
            } catch (IllegalStateException e) {
              assertTrue(died[0]);
            }
          }
          TableDescription now = TableFiles.read(fs, one);
          List<String> names = now == null ? null : now.names();
          assertTrue(
              isFirst
                  ? names == null || names.equals(List.of("a"))
                  : names.equals(List.of("a")) || names.equals(List.of("a", "b")),
              place + " " + names);
          // The lock of a process that has ended is nobody's.
          fs.delete(new Path(one, "_cif_changes/_commit.lock"), false);
          TableFiles.update(fs, one, before -> of("z"));
          assertEquals(List.of("z"), TableFiles.read(fs, one).names(), place.toString());
        }
      }
    }
  }

  @Test
  void writersAtATime_loseNoChange() throws Exception {
    for (int round = 0; round < 10; round++) {
      writersAtATime(new Path(table, "t" + round));
    }
  }

  private void writersAtATime(Path table) throws Exception {
    fs.mkdirs(table);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String column = "c" + i;
        all.add(
            pool.submit(
                () ->
                    TableFiles.update(
                        fs, table, before -> before == null ? of(column) : with(before, column))));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    assertEquals(24, TableFiles.read(fs, table).names().size());
    assertEquals(24, TableFiles.read(fs, table).revision());
  }

  /** Table of a metastore, which is read and then stored. */
  private static final class Metastore implements TableFiles.Owner<IOException> {
    private final AtomicReference<OwnersTable> stored;
    private OwnersTable read;

    Metastore(AtomicReference<OwnersTable> stored) {
      this.stored = stored;
    }

    @Override
    public OwnersTable read(TableDescription file) {
      read = stored.get();
      return read;
    }

    @Override
    public void store(long revision) {
      stored.set(new OwnersTable(read.description(), revision, true));
    }
  }

  @Test
  void fileFollowsItsOwner() throws IOException {
    AtomicReference<OwnersTable> stored = new AtomicReference<>(new OwnersTable(of("a"), 0, true));
    Metastore owner = new Metastore(stored);
    assertTrue(TableFiles.follow(fs, table, owner));
    assertFalse(TableFiles.follow(fs, table, owner));
    assertEquals(1, stored.get().revision());
    // The owner's change may have the next revision already, or none.
    stored.set(new OwnersTable(of("a", "b"), 5, true));
    assertTrue(TableFiles.follow(fs, table, owner));
    assertEquals(5, TableFiles.read(fs, table).revision());
    stored.set(new OwnersTable(of("b"), 5, true));
    assertTrue(TableFiles.follow(fs, table, owner));
    assertEquals(6, TableFiles.read(fs, table).revision());
    assertEquals(6, stored.get().revision());
    assertEquals(List.of("b"), TableFiles.read(fs, table).names());
    stored.set(new OwnersTable(of("b"), 2, true));
    assertTrue(TableFiles.follow(fs, table, owner));
    assertEquals(7, stored.get().revision());
  }

  /** Followers of statements at a time leave what the last statement says, whoever is last. */
  @Test
  void followersAtATime_writeWhatTheOwnerSays() throws Exception {
    AtomicReference<OwnersTable> stored = new AtomicReference<>(new OwnersTable(of("a"), 0, true));
    TableFiles.follow(fs, table, new Metastore(stored));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String column = "c" + i;
        all.add(
            pool.submit(
                () -> {
                  try (LockFile statement = TableFiles.lock(fs, table)) {
                    OwnersTable said = stored.get();
                    stored.set(
                        new OwnersTable(
                            with(said.description(), column), said.revision() + 1, true));
                    statement.expectHeld();
                  }
                  return TableFiles.follow(fs, table, new Metastore(stored));
                }));
      }
      for (Future<Boolean> one : all) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    TableDescription file = TableFiles.read(fs, table);
    assertEquals(25, file.names().size());
    assertTrue(file.isSameTable(stored.get().description()));
    assertEquals(file.revision(), stored.get().revision());
  }

  @Test
  void writerThatSlept_replacesNothing() throws IOException {
    TableFiles.update(fs, table, before -> of("a"));
    try (SteppedFiles stepped = new SteppedFiles()) {
      // Another takes the lock over, and has written, before the sleeper's rename.
      stepped.before(
          Step.REPLACE,
          "_cif_table.",
          () -> {
            fs.delete(new Path(table, "_cif_changes/_commit.lock"), false);
            TableFiles.update(fs, table, before -> of("theirs"));
          });
      assertThrows(
          IOException.class, () -> TableFiles.update(stepped, table, before -> of("mine")));
    }
    assertEquals(List.of("theirs"), TableFiles.read(fs, table).names());
  }
}
