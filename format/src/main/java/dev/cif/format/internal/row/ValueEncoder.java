package dev.cif.format.internal.row;

import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.vector.UnionVector;

/**
 * Encodes values of one vector, FORMAT.md section 7.1. There is one object per node of the type.
 */
abstract class ValueEncoder {
  private final ColumnVector vector;

  ValueEncoder(ColumnVector vector) {
    this.vector = vector;
  }

  static ValueEncoder of(ColumnVector vector) {
    return switch (vector.type().physical()) {
      case INT -> new OfLong((LongVector) vector);
      case FLOAT, DOUBLE -> new OfDouble((DoubleVector) vector);
      case DECIMAL -> new OfDecimal((DecimalVector) vector);
      case BYTES -> new OfBytes((BytesVector) vector);
      case TIMESTAMP -> new OfTimestamp((TimestampVector) vector);
      case LIST -> new OfList((ListVector) vector);
      case MAP -> new OfMap((MapVector) vector);
      case STRUCT -> new OfStruct((StructVector) vector);
      case UNION -> new OfUnion((UnionVector) vector);
    };
  }

  /** Writes value {@code i} with its marker. */
  final void value(int i, Output out) {
    if (vector.isNull(i)) {
      out.u8(0);
    } else {
      out.u8(2);
      content(i, out);
    }
  }

  /** Writes value {@code i}, which is not NULL, without a marker. */
  abstract void content(int i, Output out);

  /** Writes the key of a map. */
  final void key(int i, Output out) {
    if (vector.isNull(i)) {
      throw new IllegalArgumentException(
          "a map has a NULL key of type " + vector.type() + "; keys must not be NULL");
    }
    content(i, out);
  }

  /** Returns the width in bits of a kind of class INT. */
  static int bits(CifType.Kind kind) {
    return switch (kind) {
      case BOOLEAN -> 1;
      case TINYINT -> 8;
      case SMALLINT -> 16;
      case BIGINT -> 64;
      case INT, DATE -> 32;
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY -> throw new AssertionError(kind);
      case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(kind);
    };
  }

  private static final class OfLong extends ValueEncoder {
    private final LongVector vector;
    private final boolean isBoolean;
    private final int shift;

    OfLong(LongVector vector) {
      super(vector);
      this.vector = vector;
      this.isBoolean = vector.type().kind() == CifType.Kind.BOOLEAN;
      this.shift = 64 - bits(vector.type().kind());
    }

    @Override
    void content(int i, Output out) {
      long value = vector.values[i];
      if (isBoolean ? value >>> 1 != 0 : (value << shift) >> shift != value) {
        throw new IllegalArgumentException(value + " is no " + vector.type());
      }
      if (isBoolean) {
        out.u8((int) value);
      } else {
        out.svarint(value);
      }
    }
  }

  private static final class OfDouble extends ValueEncoder {
    private final DoubleVector vector;
    private final boolean isFloat;

    OfDouble(DoubleVector vector) {
      super(vector);
      this.vector = vector;
      this.isFloat = vector.type().kind() == CifType.Kind.FLOAT;
    }

    @Override
    void content(int i, Output out) {
      double value = vector.values[i];
      if (isFloat) {
        out.u32(Float.floatToRawIntBits((float) value));
      } else {
        out.i64(Double.doubleToRawLongBits(value));
      }
    }
  }

  private static final class OfDecimal extends ValueEncoder {
    private final DecimalVector vector;
    private final boolean isDecimal64;

    OfDecimal(DecimalVector vector) {
      super(vector);
      this.vector = vector;
      this.isDecimal64 = vector.type().isDecimal64();
    }

    @Override
    void content(int i, Output out) {
      long low = vector.low[i];
      long high = isDecimal64 ? low >> 63 : vector.high[i];
      int length = high == low >> 63 ? bytes(low) : 8 + bytes(high);
      out.svarint(length);
      for (int k = length - 1; k >= 0; k--) {
        out.u8((int) (k >= 8 ? high >> (8 * (k - 8)) : low >> (8 * k)));
      }
    }

    /** Returns the minimum size in bytes of a number with its sign. */
    private static int bytes(long value) {
      return (64 - Long.numberOfLeadingZeros(value ^ (value >> 63))) / 8 + 1;
    }
  }

  private static final class OfBytes extends ValueEncoder {
    private final BytesVector vector;

    OfBytes(BytesVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void content(int i, Output out) {
      int length = vector.lengths[i];
      out.svarint(length);
      out.raw(vector.data, vector.starts[i], length);
    }
  }

  private static final class OfTimestamp extends ValueEncoder {
    private final TimestampVector vector;

    OfTimestamp(TimestampVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void content(int i, Output out) {
      int nanos = vector.nanos[i];
      if (nanos < 0 || nanos > 999_999_999) {
        throw new IllegalArgumentException("a timestamp with " + nanos + " nanoseconds");
      }
      out.svarint(vector.seconds[i]);
      out.svarint(nanos);
    }
  }

  private static final class OfList extends ValueEncoder {
    private final ListVector vector;
    private final ValueEncoder elements;
    private final Output items = new Output();

    OfList(ListVector vector) {
      super(vector);
      this.vector = vector;
      this.elements = of(vector.elements());
    }

    @Override
    void content(int i, Output out) {
      int start = vector.starts[i];
      int count = vector.lengths[i];
      items.reset();
      for (int k = start; k < start + count; k++) {
        elements.value(k, items);
      }
      items(count, items, out);
    }
  }

  private static final class OfMap extends ValueEncoder {
    private final MapVector vector;
    private final ValueEncoder keys;
    private final ValueEncoder values;
    private final Output items = new Output();

    OfMap(MapVector vector) {
      super(vector);
      this.vector = vector;
      this.keys = of(vector.keys());
      this.values = of(vector.values());
    }

    @Override
    void content(int i, Output out) {
      int start = vector.starts[i];
      int count = vector.lengths[i];
      items.reset();
      for (int k = start; k < start + count; k++) {
        keys.key(k, items);
        values.value(k, items);
      }
      items(count, items, out);
    }
  }

  /** Writes the items of a list or map as one block of Avro's. */
  private static void items(int count, Output items, Output out) {
    if (count > 0) {
      out.svarint(-count);
      out.svarint(items.size());
      out.raw(items.array(), 0, items.size());
    }
    out.u8(0);
  }

  private static final class OfStruct extends ValueEncoder {
    private final ValueEncoder[] fields;

    OfStruct(StructVector vector) {
      super(vector);
      fields = new ValueEncoder[vector.fieldCount()];
      for (int k = 0; k < fields.length; k++) {
        fields[k] = of(vector.field(k));
      }
    }

    @Override
    void content(int i, Output out) {
      for (ValueEncoder field : fields) {
        field.value(i, out);
      }
    }
  }

  private static final class OfUnion extends ValueEncoder {
    private final UnionVector vector;
    private final ValueEncoder[] branches;

    OfUnion(UnionVector vector) {
      super(vector);
      this.vector = vector;
      branches = new ValueEncoder[vector.branchCount()];
      for (int k = 0; k < branches.length; k++) {
        branches[k] = of(vector.branch(k));
      }
    }

    @Override
    void content(int i, Output out) {
      int tag = vector.tags[i];
      out.svarint(tag);
      branches[tag].value(vector.indexes[i], out);
    }
  }
}
