package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SplitReader#encodings} tells how blocks are encoded. */
class BlockEncodingsTest {
  private static final Set<String> NAMES =
      Set.of(
          "constant",
          "packed",
          "delta",
          "run-length",
          "dictionary",
          "plain",
          "scaled",
          "digits",
          "symbols",
          "zlib",
          "snappy",
          "lz4",
          "zstd",
          "lzo",
          "skiplist",
          "dcsl");

  @TempDir java.nio.file.Path folder;

  @Test
  void encodings_ofChosenValues_areThoseThatFitThem() throws Exception {
    FileSystem local = LocalFiles.fs();
    Path split = new Path(folder.toString(), "split");
    CifSchema schema =
        CifSchema.of(
            List.of("same", "next", "few", "none"),
            List.of(CifType.INT, CifType.BIGINT, CifType.parse("string"), CifType.INT));
    int rows = 1000;
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(rows / 10));
    try (SplitWriter writer = SplitWriter.create(local, split, schema, options)) {
      for (int row = 0; row < rows; row++) {
        Model.append(7, writer.column(0));
        Model.append(1000L * row, writer.column(1));
        String text = row * row % 7 % 2 == 0 ? "a longer text" : "another text";
        ((BytesVector) writer.column(2)).append(text);
        Model.append(null, writer.column(3));
        writer.endRow();
      }
    }
    try (SplitReader reader = SplitReader.open(local, split)) {
      assertEquals(Map.of("constant", 10), reader.encodings(0, 64));
      assertEquals(Map.of("constant", 3), reader.encodings(0, 3));
      assertEquals(Map.of("delta", 10), reader.encodings(1, 64));
      assertEquals(Map.of("dictionary", 10), reader.encodings(2, 64));
      assertEquals(Map.of(), reader.encodings(3, 64));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"auto", "encodings", "map-columns", "block-zstd", "plain", "skiplist", "dcsl"})
  void encodings_ofGoldenTables_haveNames(String name) throws IOException {
    Set<String> found = new TreeSet<>();
    try (SplitReader reader =
        SplitReader.open(LocalFiles.fs(), new Path("../testdata/v1/" + name))) {
      for (int i = 0; i < reader.schema().size(); i++) {
        int blocks = reader.describe(i).blocks().size();
        reader
            .encodings(i, Integer.MAX_VALUE)
            .forEach(
                (encoding, count) -> {
                  found.add(encoding);
                  assertTrue(count >= 1 && count <= blocks, encoding);
                });
      }
    }
    assertTrue(NAMES.containsAll(found) && !found.isEmpty(), found::toString);
  }
}
