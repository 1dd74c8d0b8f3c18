package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers and writers hold one block a column, and nothing of columns that are not wanted. */
@Isolated("it looks at the heap of the whole process")
class MemoryTest {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int FEW_BLOCKS = 3;
  private static final int MANY_BLOCKS = 24;

  /**
   * Bytes by which the heap may differ for reasons of its own, such as a buffer that has doubled. A
   * writer or reader that kept its blocks would hold more than 20 of them.
   */
  private static final long NOISE = 4 << 20;

  @TempDir java.nio.file.Path folder;

  /** Counts the files that are opened. */
  private static final class Opened extends FilterFileSystem {
    private final List<String> names = new ArrayList<>();

    Opened() throws IOException {
      super(LocalFiles.fs());
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      names.add(path.getName());
      return super.open(path, bufferSize);
    }
  }

  private Path split(String name) {
    return new Path(folder.toString(), name);
  }

  private Path writeWide(int columns) throws IOException {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      names.add("column " + c);
      types.add(c % 2 == 0 ? CifType.INT : CifType.STRING);
    }
    Path path = split("wide " + columns);
    try (SplitWriter writer =
        SplitWriter.create(
            LocalFiles.fs(), path, CifSchema.of(names, types), WriteOptions.DEFAULT)) {
      for (int row = 0; row < 300; row++) {
        for (int c = 0; c < columns; c++) {
          Model.append(
              c % 2 == 0 ? (Object) (long) row : Model.text("row " + row), writer.column(c));
        }
        writer.endRow();
      }
    }
    return path;
  }

  /** Bytes allocated to open a split, and to read three columns of it. */
  private static long[] project(Path path, int columns, Opened fs) throws IOException {
    long start = HandMade.allocated();
    try (SplitReader reader = SplitReader.open(fs, path)) {
      long opened = HandMade.allocated();
      for (int c : new int[] {0, columns / 2 + 1, columns - 1}) {
        ColumnReader column = reader.column("column " + c);
        ColumnVector values = ColumnVector.create(column.type());
        column.read(0, 300, values);
        assertEquals(c % 2 == 0 ? (Object) 299L : Model.text("row 299"), Model.of(values, 299));
      }
      long read = HandMade.allocated();
      assertEquals(3, reader.metrics().filesOpened());
      return new long[] {opened - start, read - opened};
    }
  }

  @Test
  void projectionOfThreeColumnsCostsNothingOfTheOthers() throws IOException {
    Path narrow = writeWide(10);
    Path wide = writeWide(1000);
    for (int warm = 0; warm < 20; warm++) {
      project(narrow, 10, new Opened());
      project(wide, 1000, new Opened());
    }
    Opened files = new Opened();
    long[] few = project(narrow, 10, new Opened());
    long[] many = project(wide, 1000, files);
    assertEquals(
        new TreeSet<>(
            List.of("schema.cif", "1-column_0.col", "502-column_501.col", "1000-column_999.col")),
        new TreeSet<>(files.names));
    assertEquals(4, files.names.size());
    assertTrue(many[1] < 2 * few[1], many[1] + " bytes to read 3 of 1,000, of 10 " + few[1]);
    // The schema file is read whole: its cost is in proportion to the columns, and small.
    assertTrue(many[0] < 200 * few[0], many[0] + " bytes to open, with 10 columns " + few[0]);
    assertTrue(many[0] < 16 << 20, many[0] + " bytes to open a split of 1,000 columns");
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  /** Appends a map of one key to incompressible text of about 1,000 bytes. */
  private static void append(MapVector maps, Random random) {
    maps.append(1);
    ((BytesVector) maps.keys()).append("k" + random.nextInt(5));
    byte[] bytes = new byte[1000];
    random.nextBytes(bytes);
    ((BytesVector) maps.values()).append(bytes);
  }

  private static CifSchema maps() {
    return CifSchema.of(List.of("m"), List.of(CifType.parse("map<string,binary>")));
  }

  private static WriteOptions options(Layout layout) {
    return WriteOptions.of(
        ColumnOptions.DEFAULT
            .withLayout(layout)
            .withCompression(Compression.LZ4)
            .withBlockBytes(BLOCK_BYTES));
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void writerHoldsOneBlock(Layout layout) throws IOException {
    Random random = new Random(1);
    SplitWriter writer = SplitWriter.create(LocalFiles.fs(), split("s"), maps(), options(layout));
    MapVector maps = (MapVector) writer.column(0);
    long few = 0;
    while (writer.bytesWritten() < (long) MANY_BLOCKS * BLOCK_BYTES) {
      append(maps, random);
      writer.endRow();
      assertTrue(maps.size() <= BLOCK_BYTES / 1000, maps.size() + " rows are held");
      if (few == 0 && writer.bytesWritten() >= (long) FEW_BLOCKS * BLOCK_BYTES) {
        few = heap();
      }
    }
    long grown = heap() - few;
    assertTrue(grown < NOISE, grown + " more bytes after " + MANY_BLOCKS + " blocks");
    int capacity = ((BytesVector) maps.values()).data.length;
    assertTrue(capacity <= 2 * BLOCK_BYTES, "a buffer of " + capacity + " bytes");
    assertTrue(maps.starts.length <= 4 * BLOCK_BYTES / 1000, maps.starts.length + " slots");
    writer.close();
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void readerHoldsOneBlock(Layout layout) throws IOException {
    Random random = new Random(2);
    int rows = MANY_BLOCKS * BLOCK_BYTES / 1000;
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), split("s"), maps(), options(layout))) {
      for (int row = 0; row < rows; row++) {
        append((MapVector) writer.column(0), random);
        writer.endRow();
      }
    }
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split("s"))) {
      ColumnReader column = reader.column("m");
      long few = 0;
      for (int row = 0; row < rows; row += 100) {
        ColumnVector values = ColumnVector.create(column.type());
        column.read(row, Math.min(100, rows - row), values);
        assertEquals(1, column.value(row).size());
        if (few == 0 && reader.metrics().blocksRead() > FEW_BLOCKS) {
          values.reset();
          few = heap();
        }
      }
      assertTrue(reader.metrics().blocksRead() >= MANY_BLOCKS - 1);
      long grown = heap() - few;
      assertTrue(grown < NOISE, grown + " more bytes after " + MANY_BLOCKS + " blocks");
    }
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), split("s"))) {
      reader.column("m").value(rows / 2);
      assertEquals(1, reader.metrics().blocksRead());
      assertTrue(reader.metrics().bytesRead() < 2 * BLOCK_BYTES, "one block and the footer");
    }
  }
}
