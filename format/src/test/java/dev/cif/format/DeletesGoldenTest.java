package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * The golden table of {@code testdata/deletes}: rows deleted by a change that was tidied away, by
 * one that is committed, and by one that is pending, in all kinds of parts of a bitmap. {@link
 * #main} has made it; like the other golden files it is never written again.
 */
class DeletesGoldenTest {
  private static final java.nio.file.Path FOLDER =
      Golden.FOLDER.resolveSibling("deletes").toAbsolutePath().normalize();

  /** Split-directories with their numbers of rows. */
  private static final Map<String, Integer> ROWS = new LinkedHashMap<>();

  static {
    ROWS.put("p=0/a", 100);
    ROWS.put("p=0/b", 70_000);
    ROWS.put("p=1/a", 100);
    ROWS.put("p=1/b", 10);
  }

  private static final Map<String, IntPredicate> TIDIED =
      Map.of("p=0/a", n -> n == 3 || n == 7 || (n >= 50 && n < 60));
  private static final Map<String, IntPredicate> COMMITTED =
      Map.of(
          "p=0/a", n -> n == 99,
          "p=0/b", n -> n % 3 == 0 || n > 69_000,
          "p=1/a", n -> true,
          "p=1/b", n -> n == 0);
  private static final Map<String, IntPredicate> PENDING = Map.of("p=1/b", n -> n < 5);

  /** Returns the rows that a reader finds in each split-directory, and the sum of their numbers. */
  static String read(java.nio.file.Path table) throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path root = new Path(table.toUri());
    StringBuilder lines = new StringBuilder();
    for (FoundSplit found :
        SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), ReadOptions.DEFAULT)) {
      try (SplitReader split = found.read(ReadOptions.DEFAULT)) {
        Scan scan = Scan.of(split).open();
        long rows = 0;
        long sum = 0;
        while (scan.next(1000)) {
          LongVector numbers = (LongVector) scan.column(ColumnPath.of("n")).values();
          rows += numbers.size();
          sum += IntStream.range(0, numbers.size()).mapToLong(i -> numbers.values[i]).sum();
        }
        assertEquals(split.liveRows(), rows);
        Path place = found.directory();
        lines.append(place.getParent().getName()).append('/').append(place.getName());
        lines.append(' ').append(rows).append(' ').append(sum).append('\n');
      }
    }
    return lines.toString();
  }

  private static String expected() {
    StringBuilder lines = new StringBuilder();
    ROWS.forEach(
        (name, rows) -> {
          IntPredicate none = n -> false;
          IntPredicate deleted =
              TIDIED.getOrDefault(name, none).or(COMMITTED.getOrDefault(name, none));
          int[] left = IntStream.range(0, rows).filter(deleted.negate()).toArray();
          lines.append(name).append(' ').append(left.length).append(' ');
          lines.append(IntStream.of(left).asLongStream().sum()).append('\n');
        });
    return lines.toString();
  }

  @Test
  void rowsThatAreLeft() throws IOException {
    assertEquals(expected(), read(FOLDER.resolve("table")));
    assertEquals(expected(), Files.readString(FOLDER.resolve("rows.txt")));
  }

  private static void delete(Path table, String id, Map<String, IntPredicate> rows)
      throws IOException {
    FileSystem fs = LocalFiles.fs();
    try (TableChange change =
        TableChange.begin(fs, table, id, List.of(TableChange.ROWS), List.of())) {
      for (String name : rows.keySet()) {
        Path place = new Path(table, name);
        try (SplitReader reader = SplitReader.open(fs, place)) {
          SplitDelete delete = SplitDelete.of(reader, List.of());
          for (int row = 0; row < ROWS.get(name); row++) {
            if (rows.get(name).test(row)) {
              delete.delete(row);
            }
          }
          delete.addTo(fs, change);
        }
      }
      change.commit();
    }
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    FileSystem fs = LocalFiles.fs();
    Path table = new Path(FOLDER.resolve("table").toUri());
    CifSchema schema = CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
    for (String name : ROWS.keySet()) {
      Path place = new Path(table, name);
      try (SplitWriter writer = SplitWriter.create(fs, place, schema, WriteOptions.DEFAULT)) {
        for (int row = 0; row < ROWS.get(name); row++) {
          ((LongVector) writer.column(0)).append(row);
          ((BytesVector) writer.column(1)).append("text " + row % 7);
          writer.endRow();
        }
      }
    }
    delete(table, "first", TIDIED);
    TableChange.vacuum(fs, table, Duration.ofMillis(-1));
    delete(table, "second", COMMITTED);
    delete(table, "third", PENDING);
    java.nio.file.Path status = FOLDER.resolve("table/_cif_changes");
    Files.move(status.resolve("third.committed"), status.resolve("third.pending"));
    Files.writeString(FOLDER.resolve("rows.txt"), read(FOLDER.resolve("table")));
    Golden.removeWritersFiles(FOLDER);
  }
}
