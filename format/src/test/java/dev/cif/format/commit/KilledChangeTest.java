package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that changes a table without end is killed, many times: the table is always whole. */
@Tag("nightly")
class KilledChangeTest {
  private static final int SPLITS = 12;
  private static final int KILLS = 50;
  private static final int ROWS = 200;

  /** Number of split-directories that a change inserts, of one row, of two, and so on. */
  private static final int INSERTED = 3;

  @TempDir java.nio.file.Path folder;

  private static Path split(Path table, int i) {
    return new Path(table, "p=" + i % 3 + "/s" + i);
  }

  private static void create(FileSystem fs, Path table) throws IOException {
    for (int i = 0; i < SPLITS; i++) {
      write(fs, split(table, i), ROWS, 0);
    }
  }

  private static void write(FileSystem fs, Path split, int rows, long value) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < rows; row++) {
        ((LongVector) writer.column(0)).append(value);
        writer.endRow();
      }
    }
  }

  /** Deletes the rows that the change before has inserted, and inserts others. */
  private static void replaceInserted(
      FileSystem fs, Path table, TableChange change, List<FoundSplit> found, long value)
      throws IOException {
    for (FoundSplit split : found) {
      if (!isInserted(split)) {
        continue;
      }
      try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
        SplitDelete delete = SplitDelete.of(reader, List.of("n"));
        for (long row = 0; row < reader.rows() && reader.liveRows() > 0; row++) {
          delete.delete(row);
        }
        delete.addTo(fs, change);
      }
    }
    Path work = TableChange.workFolder(table, change.id());
    for (int i = 0; i < INSERTED; i++) {
      Path written = new Path(work, "new-" + i);
      write(fs, written, i + 1, value);
      change.add(new InsertedSplit(written, "p=new " + i, i + 1));
    }
  }

  private static boolean isInserted(FoundSplit split) {
    return split.directory().getName().startsWith("insert-");
  }

  private static List<FoundSplit> find(FileSystem fs, Path table) throws IOException {
    return SplitFinder.find(List.of(new SplitFinder.Root(fs, table)), ReadOptions.UNCACHED);
  }

  /**
   * The process that is killed: adds one to every value, and replaces the rows that it has
   * inserted, again and again.
   */
  public static void main(String[] args) throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path table = new Path(args[0]);
    while (true) {
      try (TableChange change = TableChange.begin(fs, table, List.of("n", TableChange.ROWS))) {
        long value = 0;
        List<FoundSplit> found = find(fs, table);
        for (int i = 0; i < SPLITS; i++) {
          try (SplitReader split = SplitReader.open(fs, split(table, i));
              AddedColumnWriter writer =
                  AddedColumnWriter.create(
                      fs,
                      split,
                      "n",
                      CifType.BIGINT,
                      ColumnOptions.DEFAULT,
                      List.of("n"),
                      change.id())) {
            value = split.column("n").value(0).asLong();
            for (int row = 0; row < ROWS; row++) {
              ((LongVector) writer.vector()).append(value + 1);
              writer.endRow();
            }
            writer.finish().addTo(change);
          }
        }
        replaceInserted(fs, table, change, found, value + 1);
        change.commit();
      }
      System.out.println("committed");
    }
  }

  private static long value(FileSystem fs, Path table) throws IOException {
    Set<Long> values = new HashSet<>();
    long rows = 0;
    long inserted = 0;
    for (FoundSplit split : find(fs, table)) {
      try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
        if (reader.liveRows() > 0) {
          values.add(reader.column("n").value(reader.rows() - 1).asLong());
          rows += isInserted(split) ? 0 : reader.liveRows();
          inserted += isInserted(split) ? reader.liveRows() : 0;
        }
      }
    }
    assertEquals(1, values.size(), values::toString);
    assertEquals(SPLITS * ROWS, rows);
    long value = values.iterator().next();
    assertEquals(value == 0 ? 0 : INSERTED * (INSERTED + 1) / 2, inserted);
    return value;
  }

  @Test
  void aProcessThatIsKilledAtAnyMoment_hasChangedAllOrNothing() throws Exception {
    FileSystem fs = LocalFiles.fs();
    Path table = new Path(folder.resolve("table").toUri());
    create(fs, table);
    Random random = new Random(5);
    File log = folder.resolve("log").toFile();
    long last = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process process =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/java",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  KilledChangeTest.class.getName(),
                  table.toString())
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start();
      // Some time after it is at work.
      while (process.isAlive() && !Files.readString(log.toPath()).contains("committed")) {
        Thread.sleep(10);
      }
      Thread.sleep(random.nextInt(400));
      assertTrue(process.isAlive(), () -> "see " + log);
      process.destroyForcibly();
      assertTrue(process.waitFor(1, TimeUnit.MINUTES));
      assertFalse(Files.readString(log.toPath()).contains("Exception"), () -> "see " + log);
      long now = value(fs, table);
      assertTrue(now > last, last + " and then " + now);
      last = now;
      if (kill % 10 == 9) {
        TableChange.vacuum(fs, table, Duration.ZERO);
        assertEquals(last, value(fs, table));
      }
    }
  }
}
