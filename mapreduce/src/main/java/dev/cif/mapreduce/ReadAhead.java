package dev.cif.mapreduce;

import dev.cif.format.AvroSchemas;
import dev.cif.format.ColumnReader;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;

/**
 * A column of primitive values whose rows are asked for one by one. As long as each follows the one
 * before, it decodes ahead, in batches that grow: never more rows than were asked for in one piece
 * before. A program that asks for each row gets the speed of vectors, and one that passes over rows
 * decodes hardly more than it asks for. Not thread-safe.
 */
final class ReadAhead {
  private static final int MAX_ROWS = 1024;
  private static final long MAX_BYTES = 1 << 20;

  /** How values become Avro's objects. */
  private enum Form {
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    /** Avro's Utf8. */
    TEXT,
    /** Java's String, where the schema asks for it. */
    STRING,
    /** By {@link AvroValues}. */
    OTHER
  }

  private final ColumnReader reader;
  private final Schema schema;
  private final AvroValues values;
  private final ColumnVector vector;
  private final Form form;
  private final int maxRows;
  private long first;
  private int count;
  private int ahead;

  /**
   * @param bytesOfRow the size of a value, about
   */
  ReadAhead(ColumnReader reader, Schema schema, AvroValues values, long bytesOfRow) {
    this.reader = reader;
    this.schema = schema;
    this.values = values;
    vector = ColumnVector.create(reader.type());
    form = form(AvroSchemas.present(schema), vector);
    maxRows = (int) Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / Math.max(1, bytesOfRow)));
  }

  private static Form form(Schema present, ColumnVector vector) {
    if (present == null || present.getLogicalType() != null) {
      return Form.OTHER;
    }
    switch (present.getType()) {
      case INT:
        return vector instanceof LongVector ? Form.INT : Form.OTHER;
      case LONG:
        return vector instanceof LongVector ? Form.LONG : Form.OTHER;
      case FLOAT:
        return vector instanceof DoubleVector ? Form.FLOAT : Form.OTHER;
      case DOUBLE:
        return vector instanceof DoubleVector ? Form.DOUBLE : Form.OTHER;
      case STRING:
        if (!(vector instanceof BytesVector)) {
          return Form.OTHER;
        }
        return "String".equals(present.getProp(GenericData.STRING_PROP)) ? Form.STRING : Form.TEXT;
      default:
        return Form.OTHER;
    }
  }

  /**
   * The Avro object of a row.
   *
   * @param end first row that is not to be decoded ahead
   */
  Object value(long row, long end) throws IOException {
    if (row < first || row >= first + count) {
      load(row, end);
    }
    int i = (int) (row - first);
    if (form == Form.OTHER || vector.isNull(i)) {
      return values.of(Value.of(vector, i), schema);
    }
    switch (form) {
      case INT:
        return (int) ((LongVector) vector).values[i];
      case LONG:
        return ((LongVector) vector).values[i];
      case FLOAT:
        return (float) ((DoubleVector) vector).values[i];
      case DOUBLE:
        return ((DoubleVector) vector).values[i];
      case TEXT:
        BytesVector texts = (BytesVector) vector;
        int start = texts.starts[i];
        return new Utf8(Arrays.copyOfRange(texts.data, start, start + texts.lengths[i]));
      default:
        BytesVector strings = (BytesVector) vector;
        return new String(
            strings.data, strings.starts[i], strings.lengths[i], StandardCharsets.UTF_8);
    }
  }

  private void load(long row, long end) throws IOException {
    ahead = row == first + count ? Math.min(maxRows, Math.max(1, 2 * ahead)) : 1;
    int rows = (int) Math.min(ahead, end - row);
    count = 0;
    vector.reset();
    reader.read(row, rows, vector);
    first = row;
    count = rows;
  }
}
