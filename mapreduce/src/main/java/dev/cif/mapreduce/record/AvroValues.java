package dev.cif.mapreduce.record;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.mapreduce.avro.AvroSchemas;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;

/**
 * Converts values of CIF to Avro's in-memory objects. A value's type is the one that {@link
 * AvroSchemas#type} gives for the schema. Immutable.
 */
public final class AvroValues {
  private static final long MICROS = 1_000_000;
  private static final int NANOS_PER_MICRO = 1000;
  private static final long MILLIS = 1000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final GenericData model;
  private final boolean lazy;

  /**
   * Creates a converter.
   *
   * @param model model that creates records, enums and fixed, and knows the conversions of logical
   *     types
   * @param lazy true if maps, lists and nested records decode their parts on demand
   */
  public AvroValues(GenericData model, boolean lazy) {
    this.model = model;
    this.lazy = lazy;
  }

  /** Returns true if maps, lists and nested records decode their parts on demand. */
  boolean isLazy() {
    return lazy;
  }

  /** Returns true if texts, or the keys of a map, are to be String instead of Utf8. */
  static boolean isJavaString(Schema schema) {
    return "String".equals(schema.getProp(GenericData.STRING_PROP));
  }

  /**
   * Returns the Avro object for a value.
   *
   * @throws AvroTypeException if the schema can't hold the value, such as NULL
   */
  Object of(Value value, Schema schema) {
    if (value.isNull()) {
      if (!schema.isNullable()) {
        throw new AvroTypeException("it is NULL, for which the schema has no place: " + schema);
      }
      return null;
    }
    Schema present = AvroSchemas.present(schema);
    if (present == null) {
      Value branch = value.branch();
      return branch.isNull() ? null : of(branch, AvroSchemas.branches(schema).get(value.tag()));
    }
    Object raw = present(value, present);
    Conversion<?> conversion = conversion(present);
    return conversion == null
        ? raw
        : Conversions.convertToLogicalType(raw, present, present.getLogicalType(), conversion);
  }

  /**
   * Returns true if values of a schema become objects of the model's own classes, such as
   * LocalDate.
   */
  boolean converts(Schema present) {
    return conversion(present) != null;
  }

  private Conversion<?> conversion(Schema present) {
    LogicalType logical = present.getLogicalType();
    return logical == null ? null : model.getConversionFor(logical);
  }

  private Object present(Value value, Schema schema) {
    switch (schema.getType()) {
      case BOOLEAN:
        return value.asLong() != 0;
      case INT:
        return (int) value.asLong();
      case LONG:
        return value.type().physical() == CifType.Physical.TIMESTAMP
            ? moment(value, schema)
            : value.asLong();
      case FLOAT:
        return (float) value.asDouble();
      case DOUBLE:
        return value.asDouble();
      case STRING:
        return isJavaString(schema) ? value.asString() : new Utf8(value.asBytes());
      case ENUM:
        return symbol(value.asString(), schema);
      case BYTES:
        return ByteBuffer.wrap(bytes(value));
      case FIXED:
        return model.createFixed(null, padded(value, schema), schema);
      case ARRAY:
        return value.type().kind() == CifType.Kind.MAP
            ? entries(value, schema)
            : list(value, schema);
      case MAP:
        return map(value, schema);
      case RECORD:
        return value.type().kind() == CifType.Kind.UNION
            ? union(value, schema)
            : record(value, schema);
      default:
        throw new AvroTypeException("not a type of CIF: " + schema);
    }
  }

  private static Object moment(Value value, Schema schema) {
    LogicalType logical = schema.getLogicalType();
    boolean millis = logical != null && logical.getName().endsWith("-millis");
    long perSecond = millis ? MILLIS : MICROS;
    int nanos = millis ? NANOS_PER_MILLI : NANOS_PER_MICRO;
    try {
      return Math.addExact(Math.multiplyExact(value.seconds(), perSecond), value.nanos() / nanos);
    } catch (ArithmeticException e) {
      throw new AvroTypeException(
          "the moment of second " + value.seconds() + " is beyond Avro's " + schema, e);
    }
  }

  private Object symbol(String text, Schema schema) {
    if (!schema.hasEnumSymbol(text)) {
      throw new AvroTypeException("'" + text + "' is no symbol of " + schema);
    }
    return model.createEnum(text, schema);
  }

  private static byte[] bytes(Value value) {
    return value.type().kind() == CifType.Kind.DECIMAL
        ? value.asDecimal().unscaledValue().toByteArray()
        : value.asBytes();
  }

  /** Returns the bytes of a fixed; a decimal is extended by its sign. */
  private static byte[] padded(Value value, Schema schema) {
    byte[] bytes = bytes(value);
    int size = schema.getFixedSize();
    if (bytes.length == size) {
      return bytes;
    }
    if (bytes.length > size || value.type().kind() != CifType.Kind.DECIMAL) {
      throw new AvroTypeException(bytes.length + " bytes do not fit " + schema);
    }
    byte[] filled = new byte[size];
    byte sign = (byte) (new BigInteger(bytes).signum() < 0 ? -1 : 0);
    Arrays.fill(filled, 0, size - bytes.length, sign);
    System.arraycopy(bytes, 0, filled, size - bytes.length, bytes.length);
    return filled;
  }

  private List<Object> list(Value value, Schema schema) {
    Schema element = schema.getElementType();
    return listOf(value.size(), i -> of(value.element(i), element));
  }

  /** Returns a map whose keys aren't strings: records of key and value. */
  private List<Object> entries(Value value, Schema schema) {
    Schema entry = schema.getElementType();
    return listOf(
        value.size(),
        i -> {
          GenericData.Record pair = new GenericData.Record(entry);
          pair.put(0, of(value.key(i), entry.getFields().get(0).schema()));
          pair.put(1, of(value.value(i), entry.getFields().get(1).schema()));
          return pair;
        });
  }

  private List<Object> listOf(int size, java.util.function.IntFunction<Object> elements) {
    List<Object> view = new LazyList(size, elements);
    return lazy ? view : new ArrayList<>(view);
  }

  private Object map(Value value, Schema schema) {
    LazyMap view = new LazyMap(value, schema, this);
    return lazy ? view : new EagerMap(view.decode(), view.hasTextKeys());
  }

  private Object record(Value value, Schema schema) {
    if (lazy) {
      return new NestedRecord(value, schema, this);
    }
    IndexedRecord record = (IndexedRecord) model.newRecord(null, schema);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.pos(), of(value.field(field.pos()), field.schema()));
    }
    return record;
  }

  private Object union(Value value, Schema schema) {
    GenericData.Record record = new GenericData.Record(schema);
    int tag = value.tag();
    record.put(0, tag);
    record.put(tag + 1, of(value.branch(), schema.getFields().get(tag + 1).schema()));
    return record;
  }
}
