package dev.cif.hive.serde;

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
import dev.cif.hive.version.HiveTimes;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ByteObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DoubleObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.FloatObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveCharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveVarcharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.IntObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ShortObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.io.Text;

/**
 * Appends values of Hive's to vectors. It is a tree, built once for an inspector and a type, that
 * runs without looking at either.
 */
public abstract class ObjectWriter {
  /** Returns the writer of values that the inspector describes, to vectors of the type. */
  public static ObjectWriter of(ObjectInspector inspector, CifType type) {
    return switch (type.kind()) {
      case ARRAY -> new OfList((ListObjectInspector) inspector, type);
      case MAP -> new OfMap((MapObjectInspector) inspector, type);
      case STRUCT -> new OfStruct((StructObjectInspector) inspector, type);
      case UNION -> new OfUnion((UnionObjectInspector) inspector, type);
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> primitive(inspector, type);
      case DECIMAL, STRING, VARCHAR, CHAR, BINARY, DATE, TIMESTAMP -> primitive(inspector, type);
      case TIMESTAMP_LTZ -> primitive(inspector, type);
    };
  }

  /** Appends a value; null is NULL. */
  public final void append(Object value, ColumnVector vector) {
    if (value == null) {
      vector.appendNull();
    } else {
      appendPresent(value, vector);
    }
  }

  abstract void appendPresent(Object value, ColumnVector vector);

  private interface ToLong {
    long of(Object value);
  }

  private interface ToDouble {
    double of(Object value);
  }

  private static ObjectWriter longs(ToLong conversion) {
    return new ObjectWriter() {
      @Override
      void appendPresent(Object value, ColumnVector vector) {
        ((LongVector) vector).append(conversion.of(value));
      }
    };
  }

  private static ObjectWriter doubles(ToDouble conversion) {
    return new ObjectWriter() {
      @Override
      void appendPresent(Object value, ColumnVector vector) {
        ((DoubleVector) vector).append(conversion.of(value));
      }
    };
  }

  private static ObjectWriter primitive(ObjectInspector inspector, CifType type) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        BooleanObjectInspector booleans = (BooleanObjectInspector) inspector;
        yield longs(v -> booleans.get(v) ? 1 : 0);
      }
      case TINYINT -> longs(((ByteObjectInspector) inspector)::get);
      case SMALLINT -> longs(((ShortObjectInspector) inspector)::get);
      case INT -> longs(((IntObjectInspector) inspector)::get);
      case BIGINT -> longs(((LongObjectInspector) inspector)::get);
      case FLOAT -> doubles(((FloatObjectInspector) inspector)::get);
      case DOUBLE -> doubles(((DoubleObjectInspector) inspector)::get);
      case DATE -> new OfDate((PrimitiveObjectInspector) inspector);
      case DECIMAL -> new OfDecimal((HiveDecimalObjectInspector) inspector, type);
      case STRING -> {
        StringObjectInspector strings = (StringObjectInspector) inspector;
        yield texts(strings, strings::getPrimitiveWritableObject, strings::getPrimitiveJavaObject);
      }
      case VARCHAR -> {
        HiveVarcharObjectInspector varchars = (HiveVarcharObjectInspector) inspector;
        yield texts(
            varchars,
            v -> varchars.getPrimitiveWritableObject(v).getTextValue(),
            v -> varchars.getPrimitiveJavaObject(v).getValue());
      }
      case CHAR -> {
        HiveCharObjectInspector chars = (HiveCharObjectInspector) inspector;
        yield texts(
            chars,
            v -> chars.getPrimitiveWritableObject(v).getStrippedValue(),
            v -> chars.getPrimitiveJavaObject(v).getStrippedValue());
      }
      case BINARY -> {
        BinaryObjectInspector binaries = (BinaryObjectInspector) inspector;
        yield new ObjectWriter() {
          @Override
          void appendPresent(Object value, ColumnVector vector) {
            ((BytesVector) vector).append(binaries.getPrimitiveJavaObject(value));
          }
        };
      }
      case TIMESTAMP -> new OfTimestamp((PrimitiveObjectInspector) inspector);
      case TIMESTAMP_LTZ -> new OfInstant((TimestampLocalTZObjectInspector) inspector);
      case ARRAY, MAP, STRUCT, UNION ->
          throw new IllegalArgumentException("not a primitive type: " + type);
    };
  }

  /** Returns a writer of texts, by the one of two conversions that the inspector prefers. */
  private static ObjectWriter texts(
      PrimitiveObjectInspector inspector,
      Function<Object, Text> ofWritable,
      Function<Object, String> ofJava) {
    if (!inspector.preferWritable()) {
      return new ObjectWriter() {
        @Override
        void appendPresent(Object value, ColumnVector vector) {
          ((BytesVector) vector).append(ofJava.apply(value));
        }
      };
    }
    return new ObjectWriter() {
      @Override
      void appendPresent(Object value, ColumnVector vector) {
        Text text = ofWritable.apply(value);
        ((BytesVector) vector).append(text.getBytes(), 0, text.getLength());
      }
    };
  }

  private static final class OfDate extends ObjectWriter {
    private final PrimitiveObjectInspector inspector;

    OfDate(PrimitiveObjectInspector inspector) {
      this.inspector = inspector;
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      ((LongVector) vector).append(HiveTimes.OF_HIVE.epochDay(value, inspector));
    }
  }

  /**
   * Writer of decimals: a value that does not fit the type's precision becomes NULL, as everywhere
   * in Hive.
   */
  private static final class OfDecimal extends ObjectWriter {
    private final HiveDecimalObjectInspector inspector;
    private final CifType type;

    /**
     * True if values come in Hive's own form and 64 bits hold those of the type: no object is made.
     */
    private final boolean isShort;

    OfDecimal(HiveDecimalObjectInspector inspector, CifType type) {
      this.inspector = inspector;
      this.type = type;
      isShort = inspector.preferWritable() && type.isDecimal64();
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      DecimalVector decimals = (DecimalVector) vector;
      if (isShort) {
        HiveDecimalWritable written = inspector.getPrimitiveWritableObject(value);
        if (written != null && fits(written)) {
          long unscaled = written.serialize64(type.scale());
          decimals.append(unscaled >> 63, unscaled);
          return;
        }
      }
      HiveDecimal decimal = inspector.getPrimitiveJavaObject(value);
      HiveDecimal fitted =
          decimal == null
              ? null
              : HiveDecimal.enforcePrecisionScale(decimal, type.precision(), type.scale());
      if (fitted == null) {
        vector.appendNull();
      } else {
        decimals.append(fitted.bigDecimalValue().setScale(type.scale()).unscaledValue());
      }
    }

    /** Returns true if a value has no more digits than the type on either side of the point. */
    private boolean fits(HiveDecimalWritable value) {
      return value.isSet()
          && value.scale() <= type.scale()
          && value.precision() - value.scale() <= type.precision() - type.scale();
    }
  }

  private static final class OfTimestamp extends ObjectWriter {
    private final PrimitiveObjectInspector inspector;

    OfTimestamp(PrimitiveObjectInspector inspector) {
      this.inspector = inspector;
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      Object time = inspector.getPrimitiveJavaObject(value);
      ((TimestampVector) vector)
          .append(HiveTimes.OF_HIVE.seconds(time), HiveTimes.OF_HIVE.nanos(time));
    }
  }

  private static final class OfInstant extends ObjectWriter {
    private final TimestampLocalTZObjectInspector inspector;

    OfInstant(TimestampLocalTZObjectInspector inspector) {
      this.inspector = inspector;
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      TimestampTZ time = inspector.getPrimitiveJavaObject(value);
      ((TimestampVector) vector).append(time.getEpochSecond(), time.getNanos());
    }
  }

  private static final class OfList extends ObjectWriter {
    private final ListObjectInspector inspector;
    private final ObjectWriter element;

    OfList(ListObjectInspector inspector, CifType type) {
      this.inspector = inspector;
      this.element = of(inspector.getListElementObjectInspector(), type.child(0));
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      ListVector list = (ListVector) vector;
      int length = inspector.getListLength(value);
      if (length < 0) {
        vector.appendNull();
        return;
      }
      list.append(length);
      for (int i = 0; i < length; i++) {
        element.append(inspector.getListElement(value, i), list.elements());
      }
    }
  }

  private static final class OfMap extends ObjectWriter {
    private final MapObjectInspector inspector;
    private final ObjectWriter key;
    private final ObjectWriter value;

    OfMap(MapObjectInspector inspector, CifType type) {
      this.inspector = inspector;
      this.key = of(inspector.getMapKeyObjectInspector(), type.child(0));
      this.value = of(inspector.getMapValueObjectInspector(), type.child(1));
    }

    @Override
    void appendPresent(Object object, ColumnVector vector) {
      Map<?, ?> entries = inspector.getMap(object);
      if (entries == null) {
        vector.appendNull();
        return;
      }
      MapVector map = (MapVector) vector;
      map.append(entries.size());
      for (Map.Entry<?, ?> e : entries.entrySet()) {
        key.append(e.getKey(), map.keys());
        value.append(e.getValue(), map.values());
      }
    }
  }

  private static final class OfStruct extends ObjectWriter {
    private final StructObjectInspector inspector;
    private final StructField[] fields;
    private final ObjectWriter[] writers;

    OfStruct(StructObjectInspector inspector, CifType type) {
      this.inspector = inspector;
      List<? extends StructField> refs = inspector.getAllStructFieldRefs();
      fields = new StructField[type.children().size()];
      writers = new ObjectWriter[fields.length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = refs.get(i);
        writers[i] = of(fields[i].getFieldObjectInspector(), type.child(i));
      }
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      StructVector struct = (StructVector) vector;
      struct.append();
      for (int i = 0; i < fields.length; i++) {
        writers[i].append(inspector.getStructFieldData(value, fields[i]), struct.field(i));
      }
    }
  }

  private static final class OfUnion extends ObjectWriter {
    private final UnionObjectInspector inspector;
    private final ObjectWriter[] branches;

    OfUnion(UnionObjectInspector inspector, CifType type) {
      this.inspector = inspector;
      branches = new ObjectWriter[type.children().size()];
      for (int i = 0; i < branches.length; i++) {
        branches[i] = of(inspector.getObjectInspectors().get(i), type.child(i));
      }
    }

    @Override
    void appendPresent(Object value, ColumnVector vector) {
      UnionVector union = (UnionVector) vector;
      int tag = inspector.getTag(value);
      union.append(tag);
      branches[tag].append(inspector.getField(value), union.branch(tag));
    }
  }
}
