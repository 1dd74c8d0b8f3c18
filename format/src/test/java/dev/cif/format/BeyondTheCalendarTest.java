package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.value.JsonValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timestamps that the format stores and no calendar has. */
class BeyondTheCalendarTest {
  private static final TimestampValue BEYOND = new TimestampValue(Long.MAX_VALUE, 5);

  @TempDir Path folder;

  private SplitReader split() throws IOException {
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(folder.resolve("split").toString());
    CifSchema schema = CifSchema.of(List.of("t"), List.of(CifType.TIMESTAMP));
    try (SplitWriter writer = SplitWriter.create(Golden.fs(), path, schema, WriteOptions.DEFAULT)) {
      Model.append(new TimestampValue(0, 0), writer.column(0));
      writer.endRow();
      Model.append(BEYOND, writer.column(0));
      writer.endRow();
    }
    return SplitReader.open(Golden.fs(), path);
  }

  @Test
  void theyAreReadAsTimestamps() throws IOException {
    try (SplitReader reader = split()) {
      assertEquals(BEYOND, Model.of(reader.column("t").value(1)));
    }
  }

  @Test
  void theyAreNoText() throws IOException {
    try (SplitReader reader = split()) {
      ColumnReader texts = reader.column("t", CifType.STRING);
      BytesVector text = new BytesVector(CifType.STRING);
      texts.read(0, 1, text);
      assertEquals("1970-01-01 00:00:00", text.string(0));
      ColumnVector out = ColumnVector.create(CifType.STRING);
      CifException e = assertThrows(CifException.class, () -> texts.read(0, 2, out));
      assertTrue(e.getMessage().contains("1-t.col"), e.getMessage());
      assertTrue(e.getMessage().contains("column 't': row 1 cannot be read"), e.getMessage());
    }
  }

  @Test
  void theyAreNoJson() throws IOException {
    try (SplitReader reader = split()) {
      assertThrows(
          CifException.class,
          () ->
              JsonValue.write(
                  reader.column("t").value(1),
                  new JsonFactory().createGenerator(new StringWriter())));
    }
  }
}
