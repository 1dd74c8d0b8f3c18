package dev.cif.spark.write;

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
import dev.cif.spark.table.SparkTypes;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Appends Spark's values of one type to a vector. Stateless. */
abstract class Appender {
  private static final long MICROS = 1_000_000;

  /** Appends a value of a row or an array. */
  final void append(SpecializedGetters values, int i, ColumnVector out) {
    if (values.isNullAt(i)) {
      out.appendNull();
    } else {
      appendPresent(values, i, out);
    }
  }

  abstract void appendPresent(SpecializedGetters values, int i, ColumnVector out);

  /** Appender of primitive values. */
  private interface Primitive {
    void append(SpecializedGetters values, int i, ColumnVector out);
  }

  private static Appender of(Primitive primitive) {
    return new Appender() {
      @Override
      void appendPresent(SpecializedGetters values, int i, ColumnVector out) {
        primitive.append(values, i, out);
      }
    };
  }

  /**
   * Returns the appender of values to vectors of the type's counterpart.
   *
   * @throws IllegalArgumentException if it has none
   */
  static Appender of(DataType type) {
    CifType cif = SparkTypes.cif(type);
    return switch (cif.kind()) {
      case BOOLEAN -> of((v, i, out) -> ((LongVector) out).append(v.getBoolean(i) ? 1 : 0));
      case TINYINT -> of((v, i, out) -> ((LongVector) out).append(v.getByte(i)));
      case SMALLINT -> of((v, i, out) -> ((LongVector) out).append(v.getShort(i)));
      case INT, DATE -> of((v, i, out) -> ((LongVector) out).append(v.getInt(i)));
      case BIGINT -> of((v, i, out) -> ((LongVector) out).append(v.getLong(i)));
      case FLOAT -> of((v, i, out) -> ((DoubleVector) out).append(v.getFloat(i)));
      case DOUBLE -> of((v, i, out) -> ((DoubleVector) out).append(v.getDouble(i)));
      case DECIMAL ->
          of((v, i, out) -> decimal(v.getDecimal(i, cif.precision(), cif.scale()), out));
      case STRING -> of((v, i, out) -> text(v.getUTF8String(i), (BytesVector) out));
      case BINARY -> of((v, i, out) -> ((BytesVector) out).append(v.getBinary(i)));
      case TIMESTAMP, TIMESTAMP_LTZ -> of((v, i, out) -> time(v.getLong(i), (TimestampVector) out));
      case ARRAY -> new OfArray(of(((ArrayType) type).elementType()));
      case MAP -> new OfMap(of(((MapType) type).keyType()), of(((MapType) type).valueType()));
      case STRUCT -> new OfStruct((StructType) type);
      case VARCHAR, CHAR, UNION -> throw new AssertionError(cif);
    };
  }

  private static void decimal(Decimal value, ColumnVector out) {
    if (out.type().isDecimal64()) {
      long unscaled = value.toUnscaledLong();
      ((DecimalVector) out).append(unscaled >> 63, unscaled);
    } else {
      ((DecimalVector) out).append(value.toJavaBigDecimal().unscaledValue());
    }
  }

  private static void text(UTF8String text, BytesVector out) {
    if (text.getBaseObject() instanceof byte[] bytes) {
      int start = (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
      out.append(bytes, start, text.numBytes());
    } else {
      out.append(text.getBytes());
    }
  }

  private static void time(long micros, TimestampVector out) {
    out.append(Math.floorDiv(micros, MICROS), (int) Math.floorMod(micros, MICROS) * 1000);
  }

  private static final class OfArray extends Appender {
    private final Appender element;

    OfArray(Appender element) {
      this.element = element;
    }

    @Override
    void appendPresent(SpecializedGetters values, int i, ColumnVector out) {
      ArrayData array = values.getArray(i);
      ListVector list = (ListVector) out;
      int length = array.numElements();
      list.append(length);
      for (int k = 0; k < length; k++) {
        element.append(array, k, list.elements());
      }
    }
  }

  private static final class OfMap extends Appender {
    private final Appender key;
    private final Appender value;

    OfMap(Appender key, Appender value) {
      this.key = key;
      this.value = value;
    }

    @Override
    void appendPresent(SpecializedGetters values, int i, ColumnVector out) {
      MapData entries = values.getMap(i);
      MapVector map = (MapVector) out;
      int length = entries.numElements();
      map.append(length);
      ArrayData keys = entries.keyArray();
      ArrayData ofKeys = entries.valueArray();
      for (int k = 0; k < length; k++) {
        key.append(keys, k, map.keys());
        value.append(ofKeys, k, map.values());
      }
    }
  }

  private static final class OfStruct extends Appender {
    private final Appender[] fields;

    OfStruct(StructType type) {
      fields = new Appender[type.fields().length];
      for (int k = 0; k < fields.length; k++) {
        fields[k] = of(type.fields()[k].dataType());
      }
    }

    @Override
    void appendPresent(SpecializedGetters values, int i, ColumnVector out) {
      InternalRow row = values.getStruct(i, fields.length);
      StructVector struct = (StructVector) out;
      struct.append();
      for (int k = 0; k < fields.length; k++) {
        fields[k].append(row, k, struct.field(k));
      }
    }
  }
}
