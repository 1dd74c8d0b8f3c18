package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.SteppedFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A change that sets a column, deletes rows and inserts others, as a MERGE does, happens as a whole
 * or not.
 */
class RowsAndColumnsChangeTest {
  private static final List<String> SPLITS = List.of("p=0/a", "p=1/a");
  private static final int ROWS = 20;
  private static final int DELETED = 7;
  private static final int STEPS = 1_000;

  @TempDir java.nio.file.Path folder;

  private Path create(FileSystem fs, String name) throws IOException {
    Path place = fs.makeQualified(new Path(folder.toString(), name));
    for (String split : SPLITS) {
      write(fs, new Path(place, split), LongStream.range(0, ROWS).toArray());
    }
    return place;
  }

  private static void write(FileSystem fs, Path split, long... values) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (long value : values) {
        ((LongVector) writer.column(0)).append(value);
        writer.endRow();
      }
    }
  }

  /**
   * Adds 100 to each value of the first split-directories, deletes a row of them, and inserts two
   * rows beside one, and one in a new folder.
   */
  private static void change(FileSystem fs, Path place, long row) throws IOException {
    try (TableChange change =
        TableChange.begin(
            fs, place, TableChange.newId(), List.of("n", TableChange.ROWS), List.of())) {
      for (String name : SPLITS) {
        try (SplitReader split = SplitReader.open(fs, new Path(place, name));
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs,
                    split,
                    "n",
                    CifType.BIGINT,
                    ColumnOptions.DEFAULT,
                    List.of("n"),
                    change.id())) {
          for (int i = 0; i < ROWS; i++) {
            ((LongVector) writer.vector()).append(split.column("n").value(i).asLong() + 100);
            writer.endRow();
          }
          writer.finish().addTo(change);
          SplitDelete delete = SplitDelete.of(split, List.of("n"));
          delete.delete(row);
          delete.addTo(fs, change);
        }
      }
      Path work = TableChange.workFolder(place, change.id());
      write(fs, new Path(work, "p=1/x"), 1000 + row, 2000 + row);
      change.add(new InsertedSplit(new Path(work, "p=1/x"), "p=1", 2));
      write(fs, new Path(work, "p=2/x"), 3000 + row);
      change.add(new InsertedSplit(new Path(work, "p=2/x"), "p=2", 1));
      change.commit();
    }
  }

  private static List<Long> rows(FileSystem fs, Path place) throws IOException {
    List<Long> rows = new ArrayList<>();
    for (FoundSplit found :
        SplitFinder.find(List.of(new SplitFinder.Root(fs, place)), ReadOptions.UNCACHED)) {
      try (SplitReader split = found.read(ReadOptions.UNCACHED)) {
        Scan scan = Scan.of(split).open();
        while (scan.next(ROWS)) {
          LongVector numbers = (LongVector) scan.column(ColumnPath.of("n")).values();
          LongStream.of(numbers.values).limit(numbers.size()).forEach(rows::add);
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  /** Rows after changes that have deleted some numbers of both split-directories. */
  private static List<Long> expected(long more, List<Long> deleted) {
    List<Long> one =
        LongStream.range(0, ROWS)
            .filter(row -> !deleted.contains(row))
            .map(row -> row + more)
            .boxed()
            .toList();
    List<Long> inserted =
        deleted.stream().flatMap(row -> Stream.of(1000 + row, 2000 + row, 3000 + row)).toList();
    return Stream.of(one, one, inserted).flatMap(List::stream).sorted().toList();
  }

  /** Ends the terms of locks that dead writers hold. */
  private static void expireLocks(FileSystem fs, Path place) throws IOException {
    var found = fs.listFiles(place, true);
    while (found.hasNext()) {
      FileStatus file = found.next();
      if (file.getPath().getName().contains("lock")) {
        fs.setTimes(file.getPath(), 1_000_000_000_000L, -1);
      }
    }
  }

  @Test
  void aWriterThatDiesAtAStep_hasChangedAllOrNothing() throws IOException {
    endAtSteps(true, 5);
  }

  @Tag("nightly")
  @Test
  void aWriterThatDiesAtAnyStep_hasChangedAllOrNothing() throws IOException {
    endAtSteps(true, 1);
  }

  @Tag("nightly")
  @Test
  void aWriterThatFailsAtAnyStep_hasChangedAllOrNothing() throws IOException {
    endAtSteps(false, 1);
  }

  /** Ends the writer at a step, then at one that is {@code every} steps later, up to the last. */
  private void endAtSteps(boolean dies, int every) throws IOException {
    FileSystem local = LocalFiles.fs();
    List<Long> before = expected(0, List.of());
    List<Long> after = expected(100, List.of((long) DELETED));
    for (int step = 0; ; step += every) {
      assertTrue(step < STEPS);
      Path place = create(local, (dies ? "dies-" : "fails-") + step);
      FailingFileSystem fs = new FailingFileSystem(new SteppedFiles(), step, dies);
      boolean success = true;
      try {
        change(fs, place, DELETED);
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      List<Long> now = rows(local, place);
      assertTrue(now.equals(after) || (!success && now.equals(before)), step + ": " + now);
      expireLocks(local, place);
      change(local, place, 3);
      List<Long> next =
          now.equals(after)
              ? expected(200, List.of(3L, (long) DELETED))
              : expected(100, List.of(3L));
      assertEquals(next, rows(local, place), "after step " + step);
      expireLocks(local, place);
      TableChange.vacuum(local, place, Duration.ofMillis(-1));
      assertEquals(next, rows(local, place), "after step " + step);
      List<String> left =
          Stream.of(local.listStatus(new Path(place, SPLITS.get(0))))
              .map(file -> file.getPath().getName())
              .filter(name -> !name.endsWith(".crc"))
              .toList();
      assertEquals(3, left.size(), left::toString);
      if (success && !fs.hasFailed()) {
        assertTrue(step > 10, "the steps of a change are all tried: " + step);
        return;
      }
    }
  }

  private static void fails(String text, TableChange change) {
    try (change) {
      CifException e = assertThrows(CifException.class, change::commit);
      assertTrue(e.getMessage().contains(text), e.getMessage());
    }
  }

  @Test
  void changeThatWasCommittedSinceTheRowsWereRead_isFound() throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path place = create(fs, "t");
    Set<String> before = TableChange.committed(fs, place);
    assertEquals(Set.of(), before);
    change(fs, place, DELETED);
    String id = TableChange.newId();
    List<String> rows = List.of(TableChange.ROWS);
    fails("try again", TableChange.begin(fs, place, id, rows, List.of("n"), before));
    assertEquals(1, TableChange.committed(fs, place).size());
    String next = TableChange.newId();
    Set<String> now = TableChange.committed(fs, place);
    try (TableChange change = TableChange.begin(fs, place, next, rows, List.of("n"), now)) {
      change.commit();
    }
  }

  /** The values would be of rows that were deleted, and the new rows would lack them. */
  @Test
  void rowsThatAreReplaced_failAChangeOfTheirColumns() throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path place = create(fs, "t");
    TableChange column = TableChange.begin(fs, place, TableChange.newId(), List.of("n"), List.of());
    TableChange other = TableChange.begin(fs, place, TableChange.newId(), List.of("m"), List.of());
    try (TableChange rows =
        TableChange.begin(fs, place, TableChange.newId(), List.of(TableChange.ROWS), List.of())) {
      rows.setReplaced(List.of("n"));
      rows.commit();
    }
    fails("another change of the column was committed", column);
    try (other) {
      other.commit();
    }
  }
}
