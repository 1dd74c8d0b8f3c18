package dev.cif.cli.source;

import dev.cif.cli.text.TextValues;
import dev.cif.format.CifType;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;

/**
 * How values of an Avro schema become those of a type. A union of null and one type is that type, a
 * union of more a uniontype of them without null; timestamp-* are moments and become timestamps in
 * UTC, as in Hive's own Avro tables; enum and uuid become string, time-* whole numbers. Immutable.
 *
 * @param name of the column
 * @param type in CIF
 * @param appender appends values that are not null
 */
record AvroColumn(String name, CifType type, Appender appender) {
  /** Appends a value that is not null to a vector of the type. */
  interface Appender {
    void append(Object value, ColumnVector out);
  }

  private static final int MAX_DECIMAL_PRECISION = 38;

  static AvroColumn of(String name, Schema schema) {
    return new Builder(name).build(schema);
  }

  void append(Object value, ColumnVector out) {
    if (value == null) {
      out.appendNull();
    } else {
      appender.append(value, out);
    }
  }

  /** Builds a column and its parts; keeps the records that it is inside of. */
  private static final class Builder {
    private final String name;
    private final List<Schema> inside = new ArrayList<>();

    Builder(String name) {
      this.name = name;
    }

    private AvroColumn column(CifType type, Appender appender) {
      return new AvroColumn(name, type, appender);
    }

    private IllegalArgumentException unfit(String why) {
      return new IllegalArgumentException("field '" + name + "' " + why);
    }

    AvroColumn build(Schema schema) {
      switch (schema.getType()) {
        case BOOLEAN:
          return column(
              CifType.BOOLEAN, (v, out) -> ((LongVector) out).append((Boolean) v ? 1 : 0));
        case INT:
          boolean date = schema.getLogicalType() instanceof LogicalTypes.Date;
          return integer(date ? CifType.DATE : CifType.INT);
        case LONG:
          return ofLong(schema);
        case FLOAT:
          return column(CifType.FLOAT, AvroColumn::floating);
        case DOUBLE:
          return column(CifType.DOUBLE, AvroColumn::floating);
        case STRING:
          return column(CifType.STRING, AvroColumn::text);
        case ENUM:
          return column(CifType.STRING, (v, out) -> ((BytesVector) out).append(v.toString()));
        case BYTES:
        case FIXED:
          return binary(schema);
        case NULL:
          return column(
              CifType.STRING,
              (v, out) -> {
                throw unfit("is of type null but has a value");
              });
        case ARRAY:
          return array(build(schema.getElementType()));
        case MAP:
          return map(build(schema.getValueType()));
        case RECORD:
          return record(schema);
        case UNION:
          return union(schema);
      }
      throw new AssertionError(schema);
    }

    private AvroColumn integer(CifType type) {
      return column(type, (v, out) -> ((LongVector) out).append(((Number) v).longValue()));
    }

    private AvroColumn ofLong(Schema schema) {
      String logical = schema.getLogicalType() == null ? "" : schema.getLogicalType().getName();
      switch (logical) {
        case "timestamp-millis":
        case "local-timestamp-millis":
          return timestamp(1_000);
        case "timestamp-micros":
        case "local-timestamp-micros":
          return timestamp(1_000_000);
        default:
          return integer(CifType.BIGINT);
      }
    }

    private AvroColumn timestamp(long perSecond) {
      long nanos = 1_000_000_000 / perSecond;
      return column(
          CifType.TIMESTAMP,
          (v, out) -> {
            long value = (Long) v;
            long seconds = Math.floorDiv(value, perSecond);
            int fraction = (int) (Math.floorMod(value, perSecond) * nanos);
            ((TimestampVector) out).append(seconds, fraction);
          });
    }

    private AvroColumn binary(Schema schema) {
      if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
        if (decimal.getPrecision() > MAX_DECIMAL_PRECISION) {
          throw unfit("has " + decimal.getPrecision() + " digits; 38 is the most");
        }
        return column(
            CifType.decimal(decimal.getPrecision(), decimal.getScale()),
            (v, out) ->
                TextValues.decimal(
                    new BigDecimal(new BigInteger(bytes(v)), decimal.getScale()),
                    (DecimalVector) out));
      }
      return column(CifType.BINARY, (v, out) -> ((BytesVector) out).append(bytes(v)));
    }

    private AvroColumn array(AvroColumn element) {
      return column(
          CifType.array(element.type()),
          (v, out) -> {
            Collection<?> values = (Collection<?>) v;
            ListVector list = (ListVector) out;
            list.append(values.size());
            for (Object value : values) {
              element.append(value, list.elements());
            }
          });
    }

    private AvroColumn map(AvroColumn of) {
      return column(
          CifType.map(CifType.STRING, of.type()),
          (v, out) -> {
            Map<?, ?> values = (Map<?, ?>) v;
            MapVector map = (MapVector) out;
            map.append(values.size());
            for (Map.Entry<?, ?> entry : values.entrySet()) {
              text(entry.getKey(), map.keys());
              of.append(entry.getValue(), map.values());
            }
          });
    }

    private AvroColumn record(Schema schema) {
      if (inside.contains(schema)) {
        throw unfit("holds a record " + schema.getFullName() + " inside itself, which has no end");
      }
      if (schema.getFields().isEmpty()) {
        throw unfit("holds a record " + schema.getFullName() + " without fields");
      }
      inside.add(schema);
      List<AvroColumn> fields = new ArrayList<>();
      for (Schema.Field field : schema.getFields()) {
        fields.add(build(field.schema()));
      }
      inside.remove(inside.size() - 1);
      return column(
          CifType.struct(
              schema.getFields().stream().map(Schema.Field::name).toList(),
              fields.stream().map(AvroColumn::type).toList()),
          (v, out) -> {
            StructVector struct = (StructVector) out;
            struct.append();
            for (int k = 0; k < fields.size(); k++) {
              fields.get(k).append(((IndexedRecord) v).get(k), struct.field(k));
            }
          });
    }

    private AvroColumn union(Schema schema) {
      List<AvroColumn> branches = new ArrayList<>();
      int[] tags = new int[schema.getTypes().size()];
      for (int i = 0; i < tags.length; i++) {
        tags[i] = branches.size();
        if (schema.getTypes().get(i).getType() != Schema.Type.NULL) {
          branches.add(build(schema.getTypes().get(i)));
        }
      }
      if (branches.isEmpty()) {
        return build(Schema.create(Schema.Type.NULL));
      }
      if (branches.size() == 1) {
        return branches.get(0);
      }
      return column(
          CifType.union(branches.stream().map(AvroColumn::type).toList()),
          (v, out) -> {
            int tag = tags[GenericData.get().resolveUnion(schema, v)];
            UnionVector union = (UnionVector) out;
            union.append(tag);
            branches.get(tag).append(v, union.branch(tag));
          });
    }
  }

  private static void floating(Object value, ColumnVector out) {
    ((DoubleVector) out).append(((Number) value).doubleValue());
  }

  private static void text(Object value, ColumnVector out) {
    if (value instanceof Utf8 utf8) {
      ((BytesVector) out).append(utf8.getBytes(), 0, utf8.getByteLength());
    } else {
      ((BytesVector) out).append(value.toString());
    }
  }

  private static byte[] bytes(Object value) {
    if (value instanceof GenericFixed fixed) {
      return fixed.bytes();
    }
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
