package dev.cif.spark.read;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.RangeVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** Vector of CIF in Spark's form: a view, which copies no values. Not thread-safe. */
final class CifVector extends ColumnVector {
  private static final long MICROS = 1_000_000;

  private final dev.cif.format.vector.ColumnVector values;

  /** All bits if each row has a value, none if all rows have the first. */
  private final int mask;

  /** Views of the parts of a complex type; empty for others. */
  private final CifVector[] parts;

  private CifVector(DataType type, dev.cif.format.vector.ColumnVector values, int mask) {
    super(type);
    this.values = values;
    this.mask = mask;
    parts = parts(type, values);
  }

  private static CifVector[] parts(DataType type, dev.cif.format.vector.ColumnVector values) {
    if (values instanceof ListVector list) {
      return new CifVector[] {of(((ArrayType) type).elementType(), list.elements())};
    }
    if (values instanceof MapVector map) {
      MapType of = (MapType) type;
      return new CifVector[] {of(of.keyType(), map.keys()), of(of.valueType(), map.values())};
    }
    if (values instanceof StructVector struct) {
      StructType of = (StructType) type;
      CifVector[] fields = new CifVector[of.fields().length];
      for (int k = 0; k < fields.length; k++) {
        fields[k] = of(of.fields()[k].dataType(), struct.field(k));
      }
      return fields;
    }
    return new CifVector[0];
  }

  /**
   * Returns the view of a vector.
   *
   * @param type type of the values in Spark, whose fields are those of the vector's type
   */
  static CifVector of(DataType type, dev.cif.format.vector.ColumnVector values) {
    return new CifVector(type, values, -1);
  }

  /** Returns a vector that has a single value in each row. */
  static CifVector constant(DataType type, dev.cif.format.vector.ColumnVector value) {
    return new CifVector(type, value, 0);
  }

  dev.cif.format.vector.ColumnVector values() {
    return values;
  }

  @Override
  public void close() {}

  @Override
  public boolean hasNull() {
    return values.hasNulls;
  }

  @Override
  public int numNulls() {
    return values.nullCount();
  }

  @Override
  public boolean isNullAt(int row) {
    return values.hasNulls && values.nulls[row & mask];
  }

  private long integer(int row) {
    return ((LongVector) values).values[row & mask];
  }

  @Override
  public boolean getBoolean(int row) {
    return integer(row) != 0;
  }

  @Override
  public byte getByte(int row) {
    return (byte) integer(row);
  }

  @Override
  public short getShort(int row) {
    return (short) integer(row);
  }

  @Override
  public int getInt(int row) {
    return (int) integer(row);
  }

  @Override
  public long getLong(int row) {
    return values instanceof TimestampVector times ? micros(times, row & mask) : integer(row);
  }

  private static long micros(TimestampVector times, int i) {
    try {
      return micros(times.seconds[i], times.nanos[i]);
    } catch (ArithmeticException e) {
      throw new ArithmeticException(
          "a timestamp of "
              + times.seconds[i]
              + " seconds since 1970 is beyond Spark's range of years -290308 to 294247");
    }
  }

  /**
   * Returns the microseconds since 1970 in which a moment lies.
   *
   * @throws ArithmeticException if they are beyond 64 bits
   */
  static long micros(long seconds, int nanos) {
    return Math.addExact(Math.multiplyExact(seconds, MICROS), nanos / 1000);
  }

  @Override
  public float getFloat(int row) {
    return (float) getDouble(row);
  }

  @Override
  public double getDouble(int row) {
    return ((DoubleVector) values).values[row & mask];
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    if (isNullAt(row)) {
      return null;
    }
    DecimalVector decimals = (DecimalVector) values;
    return precision <= Decimal.MAX_LONG_DIGITS()
        ? Decimal.createUnsafe(decimals.low[row & mask], precision, scale)
        : Decimal.apply(decimals.decimal(row & mask), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int row) {
    if (isNullAt(row)) {
      return null;
    }
    BytesVector bytes = (BytesVector) values;
    return UTF8String.fromBytes(bytes.data, bytes.starts[row & mask], bytes.lengths[row & mask]);
  }

  @Override
  public byte[] getBinary(int row) {
    return isNullAt(row) ? null : ((BytesVector) values).bytes(row & mask);
  }

  @Override
  public ColumnarArray getArray(int row) {
    if (isNullAt(row)) {
      return null;
    }
    RangeVector ranges = (RangeVector) values;
    return new ColumnarArray(parts[0], ranges.starts[row], ranges.lengths[row]);
  }

  @Override
  public ColumnarMap getMap(int row) {
    if (isNullAt(row)) {
      return null;
    }
    RangeVector ranges = (RangeVector) values;
    return new ColumnarMap(parts[0], parts[1], ranges.starts[row], ranges.lengths[row]);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return parts[ordinal];
  }
}
