package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows end where blocks do: 25 rows of texts, "a" in blocks of 10 and "b" in blocks of 4. */
class ScanWindowTest {
  private static final int ROWS = 25;

  @TempDir java.nio.file.Path folder;
  private FileSystem files;
  private Path split;

  @BeforeEach
  void write() throws IOException {
    split = new Path(folder.resolve("split").toString());
    files = split.getFileSystem(new Configuration(false));
    CifSchema schema = CifSchema.of(List.of("a", "b"), List.of(CifType.STRING, CifType.STRING));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(10))
            .with("b", ColumnOptions.DEFAULT.withBlockRows(4));
    try (SplitWriter writer = SplitWriter.create(files, split, schema, options)) {
      for (int row = 0; row < ROWS; row++) {
        ((BytesVector) writer.column(0)).append("a" + row + "a");
        ((BytesVector) writer.column(1)).append("b" + row + "b");
        writer.endRow();
      }
    }
  }

  private static Predicate has(String column, String part) {
    return new Predicate.Like(ColumnPath.of(column), "%" + part + "%");
  }

  /** The rows at which windows end, and how many rows survive in all. */
  private static List<Long> ends(Scan scan, int survivors) throws IOException {
    List<Long> ends = new ArrayList<>();
    int count = 0;
    while (scan.next(1000)) {
      ends.add(scan.nextRow());
      count += scan.count();
    }
    assertEquals(survivors, count);
    return ends;
  }

  @Test
  void aFiltersWindow_endsWithTheBlockOfItsFirstColumn() throws IOException {
    try (SplitReader reader = SplitReader.open(files, split)) {
      Predicate filter = Predicate.and(List.of(has("b", "b1"), has("a", "a1")));
      assertEquals(List.of(4L, 12L, 16L, 20L), ends(Scan.of(reader).filter(filter).open(), 11));
    }
  }

  @Test
  void aWindowWithoutFilter_crossesBlocks() throws IOException {
    try (SplitReader reader = SplitReader.open(files, split)) {
      assertEquals(List.of(25L), ends(Scan.of(reader).open(), ROWS));
    }
  }

  @Test
  void aColumnThatTheFilterNeedNotRead_isNotOpened() throws IOException {
    try (SplitReader reader = SplitReader.open(files, split)) {
      Predicate filter = Predicate.and(List.of(has("a", "none"), has("b", "b1")));
      assertEquals(List.of(), ends(Scan.of(reader).prefilter(filter).open(), 0));
      assertFalse(reader.metrics().columns().containsKey("b"));
    }
  }
}
