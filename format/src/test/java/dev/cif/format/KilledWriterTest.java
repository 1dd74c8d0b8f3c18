package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.SortOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer that fails or dies at any step leaves nothing that a reader would see. */
class KilledWriterTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(
          List.of("n", "s", "m"),
          List.of(CifType.INT, CifType.STRING, CifType.parse("map<string,int>")));
  private static final int ROWS = 250;

  @TempDir java.nio.file.Path folder;
  private ColumnGroups groups = ColumnGroups.OFF;
  private SortOptions sorting = SortOptions.NONE;
  private long memory = WriteOptions.DEFAULT_MEMORY;
  private CifSchema schema = SCHEMA;
  private StoragePolicy policy = StoragePolicy.NONE;

  private void write(FileSystem fs, Path split) throws IOException {
    ColumnOptions options =
        ColumnOptions.DEFAULT.withBlockRows(100).withPartStatistics(true).withStoragePolicy(policy);
    WriteOptions write =
        WriteOptions.of(options)
            .withColumnGroups(groups)
            .withFilters(List.of(List.of("n"), List.of("s", "n")))
            .withSorting(sorting)
            .withMemory(memory);
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, write)) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(i);
        ((BytesVector) writer.column(1)).append("row " + i);
        Model.append(List.of(Model.entry(Model.text("key"), (long) i)), writer.column(2));
        for (int k = SCHEMA.size(); k < schema.size(); k++) {
          ((LongVector) writer.column(k)).append(k);
        }
        writer.endRow();
      }
    }
  }

  private static void expectWhole(FileSystem fs, Path split) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split)) {
      assertEquals(ROWS, reader.rows());
      ColumnVector n = ColumnVector.create(CifType.INT);
      reader.column("n").read(0, ROWS, n);
      assertEquals(ROWS - 1L, Model.of(n, ROWS - 1));
      ColumnVector s = ColumnVector.create(CifType.STRING);
      reader.column("s").read(0, ROWS, s);
      assertEquals(Model.text("row 0"), Model.of(s, 0));
      assertEquals(1, reader.parts(2).count());
      for (int i = 0; i < SCHEMA.size(); i++) {
        reader.verify(i);
      }
      assertEquals(2, reader.filters().size());
    }
  }

  private int runUntilSuccess(boolean dies, FileSystem below) throws IOException {
    return runUntilSuccess(dies, below, 0);
  }

  private int runUntilSuccess(boolean dies, FileSystem below, int first) throws IOException {
    FileSystem local = LocalFiles.fs();
    for (int step = first; ; step++) {
      Path table =
          local.makeQualified(new Path(folder.toString(), (dies ? "dies-" : "fails-") + step));
      local.mkdirs(table);
      Path split = new Path(table, "000000_0");
      FailingFileSystem fs = new FailingFileSystem(below, step, dies);
      boolean success = true;
      try {
        write(fs, placed(below, split));
      } catch (IOException e) {
        success = false;
        assertTrue(fs.hasFailed(), e.toString());
      }
      if (success) {
        assertEquals(List.of(split), SplitDirectories.list(local, table));
        expectWhole(local, split);
        return step;
      }
      assertEquals(List.of(), SplitDirectories.list(local, table), "step " + step);
      if (!dies) {
        assertFalse(local.exists(split), "an error leaves no files behind, step " + step);
      }
      // Files of a dead writer do not hinder a second attempt under another name.
      Path retry = new Path(table, "000000_1");
      write(local, retry);
      assertEquals(List.of(retry), SplitDirectories.list(local, table));
      expectWhole(local, retry);
    }
  }

  /** A local folder by its name in a file system that stands on local files. */
  private static Path placed(FileSystem fs, Path folder) {
    return fs.makeQualified(new Path(folder.toUri().getPath()));
  }

  private static FileSystem files(boolean inHdfs) throws IOException {
    return inHdfs ? new SteppedFiles() : LocalFiles.fs();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerThatFailsAtAnyStepLeavesNothing(boolean inHdfs) throws IOException {
    assertTrue(runUntilSuccess(false, files(inHdfs)) > 15, "the steps of a split are all tried");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerThatDiesAtAnyStepLeavesNothingVisible(boolean inHdfs) throws IOException {
    assertTrue(runUntilSuccess(true, files(inHdfs)) > 15, "the steps of a split are all tried");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerOfFilesWithAPolicyThatEndsAtAnyStepLeavesNothing(boolean dies) throws IOException {
    int without = countSteps("without");
    policy = StoragePolicy.ALL_SSD;
    int last = countSteps("with");
    assertEquals(without + 6, last, "three column files, one with parts, and two filter files");
    assertEquals(last, runUntilSuccess(dies, files(true)));
  }

  private int countSteps(String name) throws IOException {
    FailingFileSystem counting = new FailingFileSystem(files(true), Integer.MAX_VALUE, false);
    write(counting, placed(counting, new Path(folder.toString(), name)));
    return Integer.MAX_VALUE - counting.stepsLeft();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerOfAGroupFileThatEndsAtAnyStepLeavesNothing(boolean dies) throws IOException {
    groups = ColumnGroups.of("all");
    assertTrue(runUntilSuccess(dies, files(true)) > 10, "the steps of a split are all tried");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerOfSortedRowsThatEndsAtAnyStepLeavesNothing(boolean dies) throws IOException {
    sorting = new SortOptions(SortOrder.parse("n"), folder.toString());
    memory = 16 << 10;
    assertTrue(runUntilSuccess(dies, files(true)) > 15, "the steps of a split are all tried");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writerOfAnIndexThatEndsAtAnyStepLeavesNothing(boolean dies) throws IOException {
    groups = ColumnGroups.of("all");
    List<Column> columns = new ArrayList<>(SCHEMA.columns());
    for (int i = columns.size(); i < 1_000; i++) {
      columns.add(new Column(i + 1, "wide" + i, CifType.INT));
    }
    schema = CifSchema.of(columns);
    int last = countSteps("counted");
    // The steps before belong to the column files.
    assertEquals(last, runUntilSuccess(dies, files(true), last - 10));
  }
}
