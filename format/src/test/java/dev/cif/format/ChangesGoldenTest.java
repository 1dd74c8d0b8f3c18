package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden table of {@code testdata/changes}: three changes, of which one is committed, one
 * pending and one aborted. {@link #main} has made it; like the other golden files it is never
 * written again.
 */
class ChangesGoldenTest {
  private static final java.nio.file.Path FOLDER =
      Golden.FOLDER.resolveSibling("changes").toAbsolutePath().normalize();
  private static final List<String> SPLITS = List.of("p=0/a", "p=0/b", "p=1/a");
  private static final int ROWS = 5;

  @TempDir java.nio.file.Path folder;

  private static String text(SplitReader split, String column, long row) throws IOException {
    var value = split.column(column, CifType.STRING).value(row);
    return value.isNull() ? "null" : "\"" + value.asString() + "\"";
  }

  private static String read(java.nio.file.Path table) throws IOException {
    FileSystem fs = LocalFiles.fs();
    StringBuilder lines = new StringBuilder();
    SplitFinder.Root root = new SplitFinder.Root(fs, new Path(table.toUri()));
    for (FoundSplit found : SplitFinder.find(List.of(root), ReadOptions.DEFAULT)) {
      try (SplitReader split = found.read(ReadOptions.DEFAULT);
          SplitReader alone = SplitReader.open(fs, found.directory())) {
        assertEquals(split.schema(), alone.schema());
        for (int row = 0; row < split.rows(); row++) {
          lines.append("{\"n\":").append(split.column("n").value(row).asLong());
          lines.append(",\"s\":").append(text(split, "s", row));
          lines.append(",\"d\":").append(text(split, "d", row)).append("}\n");
        }
      }
    }
    return lines.toString();
  }

  private static String expected(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name + ".jsonl"), StandardCharsets.UTF_8);
  }

  @Test
  void theCommittedChangeCounts_andNoOther() throws Exception {
    assertEquals(expected("committed"), read(FOLDER.resolve("table")));
  }

  private java.nio.file.Path copy() throws IOException {
    java.nio.file.Path from = FOLDER.resolve("table");
    java.nio.file.Path to = Files.createTempDirectory(folder, "copy");
    try (Stream<java.nio.file.Path> tree = Files.walk(from)) {
      for (java.nio.file.Path file : tree.filter(Files::isRegularFile).toList()) {
        java.nio.file.Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    return to;
  }

  @Test
  void statusFilesDecide() throws Exception {
    java.nio.file.Path all = copy();
    java.nio.file.Path status = all.resolve("_cif_changes");
    Files.move(status.resolve("second.pending"), status.resolve("second.committed"));
    assertEquals(expected("both"), read(all));
    java.nio.file.Path none = copy();
    status = none.resolve("_cif_changes");
    Files.move(status.resolve("first.committed"), status.resolve("first.aborted"));
    assertEquals(expected("none"), read(none));
    Files.delete(status.resolve("first.aborted"));
    CifException e = assertThrows(CifException.class, () -> read(none));
    assertTrue(e.getMessage().contains("change first"), e.getMessage());
  }

  /** The next change takes back pending files. */
  @Test
  void aNextChange_leavesOnlyWhatCounts() throws Exception {
    java.nio.file.Path table = copy();
    change(new Path(table.toUri()), "next", "d", "next ");
    String now = expected("committed").replaceAll("\"d\":\"first (.*?)\"", "\"d\":\"next $1\"");
    assertEquals(now, read(table));
    assertEquals(
        List.of("first.committed", "next.committed"),
        Stream.of(table.resolve("_cif_changes").toFile().list())
            .filter(name -> !name.endsWith(".crc"))
            .sorted()
            .toList());
  }

  private static void change(Path table, String id, String column, String text) throws IOException {
    FileSystem fs = LocalFiles.fs();
    try (TableChange change = TableChange.begin(fs, table, id, List.of(column), List.of())) {
      for (String name : SPLITS) {
        try (SplitReader split = SplitReader.open(fs, new Path(table, name));
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs,
                    split,
                    column,
                    CifType.STRING,
                    ColumnOptions.DEFAULT,
                    List.of(),
                    change.id())) {
          for (int row = 0; row < ROWS; row++) {
            ((BytesVector) writer.vector()).append(text + name + " " + row);
            writer.endRow();
          }
          writer.finish().addTo(change);
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
    for (String name : SPLITS) {
      Path place = new Path(table, name);
      try (SplitWriter writer = SplitWriter.create(fs, place, schema, WriteOptions.DEFAULT)) {
        for (int row = 0; row < ROWS; row++) {
          ((LongVector) writer.column(0)).append(row);
          ((BytesVector) writer.column(1)).append("old " + name + " " + row);
          writer.endRow();
        }
      }
    }
    java.nio.file.Path status = FOLDER.resolve("table/_cif_changes");
    Files.writeString(FOLDER.resolve("none.jsonl"), read(FOLDER.resolve("table")));
    // For readers that are overtaken.
    Files.copy(FOLDER.resolve("table/p=0/a/schema.cif"), FOLDER.resolve("before.cif"));
    change(table, "first", "d", "first ");
    Files.writeString(FOLDER.resolve("committed.jsonl"), read(FOLDER.resolve("table")));
    change(table, "second", "s", "second ");
    Files.writeString(FOLDER.resolve("both.jsonl"), read(FOLDER.resolve("table")));
    change(table, "third", "n_1", "third ");
    for (Map.Entry<String, String> other :
        new TreeMap<>(Map.of("second", "pending", "third", "aborted")).entrySet()) {
      Files.move(
          status.resolve(other.getKey() + ".committed"),
          status.resolve(other.getKey() + "." + other.getValue()));
    }
    Golden.removeWritersFiles(FOLDER);
  }
}
