package dev.cif.format.internal.sort;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.SortOrder;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;

/**
 * Encodes the sort key of a row as bytes. Their unsigned comparison, from the first on, is the
 * order of the rows. So sorting and merging need not know types, directions and NULLs.
 */
final class SortKey {
  private final SortOrder order;
  private final ColumnVector[] vectors;

  /**
   * Creates an encoder.
   *
   * @param rows vector of each column of the schema
   */
  SortKey(CifSchema schema, SortOrder order, ColumnVector[] rows) {
    this.order = order;
    vectors = new ColumnVector[order.keys().size()];
    for (int k = 0; k < vectors.length; k++) {
      vectors[k] = rows[schema.indexOf(order.keys().get(k).column())];
    }
  }

  /** Appends the key of a row. */
  void write(int row, Output out) {
    for (int k = 0; k < vectors.length; k++) {
      SortOrder.Key key = order.keys().get(k);
      if (vectors[k].isNull(row)) {
        out.u8(key.nullsFirst() ? 0 : 2);
        continue;
      }
      out.u8(1);
      int start = out.size();
      value(vectors[k], row, out);
      if (!key.ascending()) {
        byte[] array = out.array();
        for (int i = start; i < out.size(); i++) {
          array[i] = (byte) ~array[i];
        }
      }
    }
  }

  private static void value(ColumnVector vector, int row, Output out) {
    CifType type = vector.type();
    switch (type.physical()) {
      case INT -> signed(((LongVector) vector).values[row], bytes(type.kind()), out);
      case FLOAT, DOUBLE -> number(((DoubleVector) vector).values[row], out);
      case DECIMAL -> {
        DecimalVector decimals = (DecimalVector) vector;
        if (type.isDecimal64()) {
          signed(decimals.low[row], Long.BYTES, out);
        } else {
          signed(decimals.high[row], Long.BYTES, out);
          bigEndian(decimals.low[row], Long.BYTES, out);
        }
      }
      case TIMESTAMP -> {
        TimestampVector moments = (TimestampVector) vector;
        signed(moments.seconds[row], Long.BYTES, out);
        bigEndian(moments.nanos[row], Integer.BYTES, out);
      }
      case BYTES -> text((BytesVector) vector, row, out);
      case LIST, MAP, STRUCT, UNION -> throw new AssertionError(type);
    }
  }

  private static int bytes(CifType.Kind kind) {
    return switch (kind) {
      case BOOLEAN, TINYINT -> 1;
      case SMALLINT -> 2;
      case BIGINT -> Long.BYTES;
      case INT, DATE -> Integer.BYTES;
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY -> throw new AssertionError(kind);
      case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(kind);
    };
  }

  private static void signed(long value, int bytes, Output out) {
    bigEndian(value ^ (1L << (8 * bytes - 1)), bytes, out);
  }

  /** Treats -0.0 as 0.0, and sorts NaN above all other numbers. */
  private static void number(double value, Output out) {
    long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
    bigEndian(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, Long.BYTES, out);
  }

  private static void bigEndian(long value, int bytes, Output out) {
    int at = out.extend(bytes);
    byte[] array = out.array();
    for (int i = 0; i < bytes; i++) {
      array[at + i] = (byte) (value >> (8 * (bytes - 1 - i)));
    }
  }

  /**
   * Appends a text. 255 follows each zero, and two zeros end the text, so that it sorts before
   * longer ones.
   */
  private static void text(BytesVector vector, int row, Output out) {
    byte[] data = vector.data;
    int end = vector.starts[row] + vector.lengths[row];
    int copied = vector.starts[row];
    for (int i = copied; i < end; i++) {
      if (data[i] == 0) {
        out.raw(data, copied, i + 1 - copied);
        out.u8(255);
        copied = i + 1;
      }
    }
    out.raw(data, copied, end - copied);
    out.u8(0);
    out.u8(0);
  }
}
