package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks grow where strings recur, and nowhere else. */
class BlockGrowthTest {
  private static final int LENGTH = 64;
  private static final int ROWS = 600_000;
  private static final int ROWS_OF_A_BLOCK = ColumnOptions.DEFAULT.blockBytes() / LENGTH;

  @TempDir java.nio.file.Path folder;

  private final Random random = new Random(11);

  private byte[] text() {
    byte[] text = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private List<byte[]> texts(int count) {
    List<byte[]> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  private byte[] oneOf(List<byte[]> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  /** The first row behind the first block of a column of strings, which are read back. */
  private long firstBlock(Layout layout, int rows, IntFunction<byte[]> value) throws IOException {
    return firstBlock(ColumnOptions.DEFAULT.withLayout(layout), rows, value);
  }

  private long firstBlock(ColumnOptions column, int rows, IntFunction<byte[]> value)
      throws IOException {
    List<byte[]> values = new ArrayList<>();
    Path path = new Path(folder.toString(), "strings");
    CifSchema schema = CifSchema.of(List.of("s"), List.of(CifType.STRING));
    WriteOptions options = WriteOptions.of(column);
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), path, schema, options)) {
      for (int row = 0; row < rows; row++) {
        values.add(value.apply(row));
        ((BytesVector) writer.column(0)).append(values.get(row));
        writer.endRow();
      }
    }
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), path, ReadOptions.DEFAULT)) {
      BytesVector read = (BytesVector) ColumnVector.create(CifType.STRING);
      reader.column("s").read(0, rows, read);
      for (int row = 0; row < rows; row++) {
        assertEquals(new String(values.get(row), StandardCharsets.UTF_8), read.string(row));
      }
      return reader.column("s").endOfBlock(0);
    }
  }

  @Test
  void stringsThatRecurOverManyBlocks_shareOne() throws IOException {
    List<byte[]> texts = texts(20_000);
    assertEquals(32L * ROWS_OF_A_BLOCK, firstBlock(Layout.AUTO, ROWS, row -> oneOf(texts)));
  }

  @Test
  void block_growsNoFurtherWhereItsDistinctStringsWouldTakeTooMuch() throws IOException {
    List<byte[]> texts = texts(120_000);
    ColumnOptions large = ColumnOptions.DEFAULT.withBlockBytes(ColumnOptions.MAX_BLOCK_BYTES);
    int rows = ColumnOptions.MAX_BLOCK_BYTES / LENGTH;
    assertEquals(rows, firstBlock(large, 2 * rows, row -> oneOf(texts)));
  }

  @Test
  void stringsThatOccurOnce_shareNothing() throws IOException {
    assertEquals(ROWS_OF_A_BLOCK, firstBlock(Layout.AUTO, 3 * ROWS_OF_A_BLOCK, row -> text()));
  }

  @Test
  void stringsOfWhichABlockHasTooFewToSave_shareNothing() throws IOException {
    List<byte[]> texts = texts(500);
    assertEquals(
        ROWS_OF_A_BLOCK, firstBlock(Layout.AUTO, 3 * ROWS_OF_A_BLOCK, row -> oneOf(texts)));
  }

  @Test
  void stringsThatRecurOnlyNearEachOther_shareNothing() throws IOException {
    List<byte[]> texts = texts(3 * ROWS_OF_A_BLOCK / 10 + 1);
    assertEquals(
        ROWS_OF_A_BLOCK, firstBlock(Layout.AUTO, 3 * ROWS_OF_A_BLOCK, row -> texts.get(row / 10)));
  }

  @Test
  void block_growsNoFurtherOnceStringsCeaseToRecur() throws IOException {
    List<byte[]> texts = texts(5_000);
    assertEquals(
        2L * ROWS_OF_A_BLOCK,
        firstBlock(
            Layout.AUTO,
            4 * ROWS_OF_A_BLOCK,
            row -> row < ROWS_OF_A_BLOCK ? oneOf(texts) : text()));
  }

  @Test
  void stringsInListsAndMaps_count() throws IOException {
    List<byte[]> texts = texts(20_000);
    Path path = new Path(folder.toString(), "nested");
    CifSchema schema =
        CifSchema.of(
            List.of("l", "m"),
            List.of(CifType.parse("array<string>"), CifType.parse("map<string,string>")));
    int rows = ROWS / 10;
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), path, schema, WriteOptions.DEFAULT)) {
      ListVector lists = (ListVector) writer.column(0);
      MapVector maps = (MapVector) writer.column(1);
      for (int row = 0; row < rows; row++) {
        lists.append(10);
        maps.append(10);
        for (int k = 0; k < 10; k++) {
          ((BytesVector) lists.elements()).append(oneOf(texts));
          ((BytesVector) maps.keys()).append("key " + k);
          ((BytesVector) maps.values()).append(oneOf(texts));
        }
        writer.endRow();
      }
    }
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), path, ReadOptions.DEFAULT)) {
      long most = 4L * ColumnOptions.MAX_BLOCK_BYTES;
      int list = 4 + 10 * LENGTH;
      int map = list + 10 * "key 0".length();
      assertEquals((most + list - 1) / list, reader.column("l").endOfBlock(0));
      assertEquals((most + map - 1) / map, reader.column("m").endOfBlock(0));
    }
  }

  @Test
  void otherLayouts_haveNoDictionariesAndDoNotGrow() throws IOException {
    List<byte[]> texts = texts(20_000);
    assertEquals(
        ROWS_OF_A_BLOCK, firstBlock(Layout.PLAIN, 3 * ROWS_OF_A_BLOCK, row -> oneOf(texts)));
  }
}
