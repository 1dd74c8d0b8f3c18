package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.Model;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Key filters of dcsl blocks: blocks that lack a key are not read, and no key is ever missed. */
class KeyFilterTest {
  private static final int BLOCK_ROWS = 1000;
  private static final int BLOCKS = 10;
  private static final int KEYS = 3;

  @TempDir Path folder;

  @Test
  void hash_ofTheExampleInTheSpecification() {
    byte[] key = "ab".getBytes(StandardCharsets.UTF_8);
    assertEquals(0xDA71CBD11DD9BDE4L, KeyFilter.hash(key, 0, key.length));
  }

  @Test
  void lookUp_ofTextKeys_readsTheBlocksThatHaveThem() throws IOException {
    check("map<string,int>", i -> Model.text("key " + i), i -> MapKey.of("key " + i));
  }

  @Test
  void lookUp_ofNumbers_readsTheBlocksThatHaveThem() throws IOException {
    check("map<bigint,int>", i -> -5_000_000_007L * i, i -> MapKey.of(-5_000_000_007L * i));
  }

  /** Writes maps of keys that occur once each, and looks some of them up. */
  private void check(String type, IntFunction<Object> key, IntFunction<MapKey> wanted)
      throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration(false)).getRaw();
    org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path(folder.toString(), "split");
    int rows = BLOCK_ROWS * BLOCKS;
    CifSchema schema = CifSchema.of(List.of("m"), List.of(CifType.parse(type)));
    ColumnOptions options = ColumnOptions.DEFAULT.withLayout(Layout.DCSL).withBlockRows(BLOCK_ROWS);
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.of(options))) {
      for (int row = 0; row < rows; row++) {
        Object map =
            List.of(
                Model.entry(key.apply(KEYS * row), (long) row),
                Model.entry(key.apply(KEYS * row + 1), 1L),
                Model.entry(key.apply(KEYS * row + 2), null));
        Model.append(map, writer.column(0));
        writer.endRow();
      }
    }
    int lookUps = 200;
    long blocksRead = 0;
    for (int k = 0; k < lookUps; k++) {
      int row = k * (rows / lookUps);
      try (SplitReader reader = SplitReader.open(fs, split)) {
        ColumnReader column = reader.column("m");
        ColumnVector found = ColumnVector.create(CifType.INT);
        column.readKey(0, rows, wanted.apply(KEYS * row), found);
        for (int i = 0; i < rows; i++) {
          assertEquals(i == row ? (Object) (long) row : null, Model.of(found, i), "row " + i);
        }
        blocksRead += reader.metrics().blocksRead();
      }
    }
    // Each look-up has to read one block; a filter passes about one in 30 of the others.
    assertTrue(blocksRead >= lookUps, "blocks read: " + blocksRead);
    assertTrue(blocksRead < 2L * lookUps, "blocks read: " + blocksRead);
  }
}
