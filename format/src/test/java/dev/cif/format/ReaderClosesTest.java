package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader leaves no file open, whichever step throws. */
class ReaderClosesTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("a", "b", "c"), List.of(CifType.INT, CifType.INT, CifType.INT));

  @TempDir java.nio.file.Path folder;
  private Path split;
  private OpenStreams fs;

  @BeforeEach
  void write() throws IOException {
    split = new Path(folder.toString(), "split");
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), split, SCHEMA, WriteOptions.DEFAULT)) {
      for (int i = 0; i < SCHEMA.size(); i++) {
        ((LongVector) writer.column(i)).append(i);
      }
      writer.endRow();
    }
    fs = new OpenStreams(LocalFiles.fs());
  }

  @Test
  void close_ofFilesThatFail_closesTheOthers() throws IOException {
    SplitReader reader = SplitReader.open(fs, split);
    for (Column column : SCHEMA.columns()) {
      assertEquals(1, reader.column(column.name()).value(0).isNull() ? 0 : 1);
    }
    assertEquals(List.of("1-a.col", "2-b.col", "3-c.col"), fs.open());
    fs.failToClose();
    IOException e = assertThrows(IOException.class, reader::close);
    assertEquals(2, e.getSuppressed().length, e.toString());
    assertEquals(List.of(), fs.open());
  }

  @Test
  void read_thatThrowsAnError_leavesTheFileClosed() throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split)) {
      Error error = new OutOfMemoryError("as the test wants it");
      fs.failToRead(() -> error);
      assertSame(error, assertThrows(Error.class, () -> reader.describe(0)));
      assertEquals(List.of(), fs.open());
    }
  }

  @Test
  void open_ofASchemaFileThatCannotBeClosed_leavesNothingOpen() {
    fs.failToClose();
    assertThrows(IOException.class, () -> SplitReader.open(fs, split));
    assertEquals(List.of(), fs.open());
  }
}
