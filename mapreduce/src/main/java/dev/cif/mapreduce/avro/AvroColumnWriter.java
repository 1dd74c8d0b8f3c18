package dev.cif.mapreduce.avro;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.TextValues;
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
import dev.cif.format.vector.Utf8Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;

/**
 * Appends Avro's in-memory objects to vectors. A vector's type is the one that {@link
 * AvroSchemas#type} gives for the schema. An object that does not fit raises {@link
 * AvroTypeException}; the vector may then hold a part of the value. For one thread.
 */
public final class AvroColumnWriter {
  private static final int LONGEST_IN_MESSAGE = 100;

  /** Positions, in records of a given schema, of the fields that are written. */
  private static final class Positions {
    private final Schema given;
    private final int[] ofFields;

    Positions(Schema given, int[] ofFields) {
      this.given = given;
      this.ofFields = ofFields;
    }
  }

  private final GenericData model;

  /** Positions for the latest records, by the schema that is written. */
  private final IdentityHashMap<Schema, Positions> known = new IdentityHashMap<>();

  /**
   * Creates a writer.
   *
   * @param model model that knows the conversions of logical types, and tells the branch of a union
   *     that an object belongs to
   */
  public AvroColumnWriter(GenericData model) {
    this.model = model;
  }

  /** Appends an object of the schema. */
  public void append(Object datum, Schema schema, ColumnVector out) {
    Schema present = AvroSchemas.present(schema);
    if (datum == null) {
      if (!schema.isNullable()) {
        throw new AvroTypeException("null, for which the schema has no place: " + schema);
      }
      out.appendNull();
    } else if (present == null) {
      appendBranch(datum, schema, (UnionVector) out);
    } else {
      appendPresent(datum, present, out);
    }
  }

  private void appendBranch(Object datum, Schema union, UnionVector out) {
    Schema branch;
    try {
      branch = union.getTypes().get(model.resolveUnion(union, datum));
    } catch (AvroRuntimeException e) {
      throw misfit(datum, union, e);
    }
    int tag = AvroSchemas.branches(union).indexOf(branch);
    out.append(tag);
    append(datum, branch, out.branch(tag));
  }

  private void appendPresent(Object given, Schema schema, ColumnVector out) {
    try {
      Object datum = raw(given, schema);
      switch (out.type().physical()) {
        case INT -> ((LongVector) out).append(number(datum, out.type()));
        case FLOAT -> ((DoubleVector) out).append((Float) datum);
        case DOUBLE -> ((DoubleVector) out).append((Double) datum);
        case DECIMAL -> ((DecimalVector) out).append(unscaled(datum, out.type()));
        case BYTES -> appendBytes(datum, schema, (BytesVector) out);
        case TIMESTAMP -> appendMoment((Long) datum, schema, (TimestampVector) out);
        case LIST -> appendList((Collection<?>) datum, schema, (ListVector) out);
        case MAP -> appendMap(datum, schema, (MapVector) out);
        case STRUCT -> appendStruct((IndexedRecord) datum, schema, (StructVector) out);
        case UNION -> appendTagged((IndexedRecord) datum, schema, (UnionVector) out);
      }
    } catch (ClassCastException e) {
      throw misfit(given, schema, e);
    }
  }

  /** Returns the object in the form that Avro writes, if it is of a logical type's class. */
  private Object raw(Object datum, Schema schema) {
    LogicalType logical = schema.getLogicalType();
    if (logical == null) {
      return datum;
    }
    Conversion<?> conversion = model.getConversionByClass(datum.getClass(), logical);
    return conversion == null
        ? datum
        : Conversions.convertToRawType(datum, schema, logical, conversion);
  }

  private static AvroTypeException misfit(Object datum, Schema schema, Exception cause) {
    String text = String.valueOf(datum);
    String brief =
        text.length() > LONGEST_IN_MESSAGE ? text.substring(0, LONGEST_IN_MESSAGE) + "..." : text;
    return new AvroTypeException(
        "the " + datum.getClass().getName() + " " + brief + " does not fit " + schema, cause);
  }

  private static long number(Object datum, CifType type) {
    if (datum instanceof Boolean b) {
      expect(type.kind() == CifType.Kind.BOOLEAN, datum, type);
      return b ? 1 : 0;
    }
    expect(type.kind() != CifType.Kind.BOOLEAN, datum, type);
    expect(datum instanceof Integer || datum instanceof Long, datum, type);
    long number = ((Number) datum).longValue();
    int bits =
        switch (type.kind()) {
          case TINYINT -> Byte.SIZE;
          case SMALLINT -> Short.SIZE;
          case BIGINT -> Long.SIZE;
          case INT, DATE -> Integer.SIZE;
          case BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR -> throw new AssertionError(type);
          case CHAR, BINARY, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP -> throw new AssertionError(type);
          case STRUCT, UNION -> throw new AssertionError(type);
        };
    expect(number << (Long.SIZE - bits) >> (Long.SIZE - bits) == number, datum, type);
    return number;
  }

  private static void expect(boolean fits, Object datum, CifType type) {
    if (!fits) {
      throw new AvroTypeException(
          "the " + datum.getClass().getName() + " " + datum + " does not fit " + type);
    }
  }

  private static BigInteger unscaled(Object datum, CifType type) {
    BigInteger unscaled;
    if (datum instanceof BigDecimal d) {
      unscaled = TextValues.unscaled(d, type);
      if (unscaled == null) {
        throw new AvroTypeException("the decimal " + d + " does not fit " + type);
      }
    } else {
      byte[] bytes = bytes(datum);
      unscaled = bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }
    expect(new BigDecimal(unscaled).precision() <= type.precision(), unscaled, type);
    return unscaled;
  }

  private static byte[] bytes(Object datum) {
    if (datum instanceof byte[] array) {
      return array;
    }
    if (datum instanceof GenericFixed fixed) {
      return fixed.bytes();
    }
    ByteBuffer buffer = ((ByteBuffer) datum).duplicate();
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(copy);
    return copy;
  }

  private static void appendBytes(Object datum, Schema schema, BytesVector out) {
    if (out.type().kind() == CifType.Kind.BINARY) {
      byte[] bytes = bytes(datum);
      boolean fits = schema.getType() != Schema.Type.FIXED || bytes.length == schema.getFixedSize();
      expect(fits, datum, out.type());
      out.append(bytes);
    } else if (schema.getType() == Schema.Type.ENUM) {
      if (!schema.hasEnumSymbol(datum.toString())) {
        throw new AvroTypeException("'" + datum + "' is no symbol of " + schema);
      }
      out.append(datum.toString());
    } else if (out.type().kind() == CifType.Kind.STRING) {
      appendText((CharSequence) datum, out);
    } else {
      appendSized((CharSequence) datum, out);
    }
  }

  private static void appendText(CharSequence text, BytesVector out) {
    if (text instanceof Utf8 utf8) {
      out.append(utf8.getBytes(), 0, utf8.getByteLength());
    } else {
      out.append(encoded(text));
    }
  }

  private static byte[] encoded(CharSequence text) {
    try {
      return Utf8Text.bytes(text.toString());
    } catch (IllegalArgumentException e) {
      throw new AvroTypeException(e.getMessage(), e);
    }
  }

  private static void appendSized(CharSequence text, BytesVector out) {
    byte[] bytes = text instanceof Utf8 utf8 ? utf8.getBytes() : encoded(text);
    int length = text instanceof Utf8 utf8 ? utf8.getByteLength() : bytes.length;
    while (out.type().kind() == CifType.Kind.CHAR && length > 0 && bytes[length - 1] == ' ') {
      length--;
    }
    int characters = 0;
    for (int i = 0; i < length; i++) {
      characters += (bytes[i] & 0xc0) == 0x80 ? 0 : 1;
    }
    expect(characters <= out.type().length(), text, out.type());
    out.append(bytes, 0, length);
  }

  private static void appendMoment(long datum, Schema schema, TimestampVector out) {
    LogicalType logical = schema.getLogicalType();
    boolean millis = logical != null && logical.getName().endsWith("-millis");
    long perSecond = millis ? 1000 : 1_000_000;
    long nanosPerUnit = millis ? 1_000_000 : 1000;
    out.append(
        Math.floorDiv(datum, perSecond), (int) (Math.floorMod(datum, perSecond) * nanosPerUnit));
  }

  private void appendList(Collection<?> list, Schema schema, ListVector out) {
    out.append(list.size());
    for (Object element : list) {
      append(element, schema.getElementType(), out.elements());
    }
  }

  private void appendMap(Object datum, Schema schema, MapVector out) {
    if (schema.getType() == Schema.Type.ARRAY) {
      appendEntries((Collection<?>) datum, schema.getElementType(), out);
      return;
    }
    Map<?, ?> map = (Map<?, ?>) datum;
    out.append(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (entry.getKey() == null) {
        throw new AvroTypeException("a map's key is null");
      }
      appendText((CharSequence) entry.getKey(), (BytesVector) out.keys());
      append(entry.getValue(), schema.getValueType(), out.values());
    }
  }

  /** Appends a map whose keys aren't strings: records of key and value. */
  private void appendEntries(Collection<?> entries, Schema entry, MapVector out) {
    out.append(entries.size());
    for (Object datum : entries) {
      IndexedRecord pair = (IndexedRecord) datum;
      append(pair.get(0), entry.getFields().get(0).schema(), out.keys());
      append(pair.get(1), entry.getFields().get(1).schema(), out.values());
    }
  }

  private void appendStruct(IndexedRecord record, Schema schema, StructVector out) {
    int[] positions = knownPositions(record.getSchema(), schema);
    out.append();
    for (Schema.Field field : schema.getFields()) {
      appendField(record, positions[field.pos()], field, out.field(field.pos()));
    }
  }

  // Comparing the content of schemas for each record would cost more than writing it.
  @SuppressWarnings("ReferenceEquality")
  private int[] knownPositions(Schema given, Schema written) {
    Positions last = known.get(written);
    if (last == null || last.given != given) {
      last = new Positions(given, positions(given, written));
      known.put(written, last);
    }
    return last.ofFields;
  }

  /**
   * Appends a field of a record.
   *
   * @throws AvroTypeException with a message that begins with the field's name
   */
  public void appendField(
      IndexedRecord record, int position, Schema.Field field, ColumnVector out) {
    try {
      append(record.get(position), field.schema(), out);
    } catch (AvroTypeException e) {
      throw new AvroTypeException("field '" + field.name() + "': " + e.getMessage(), e);
    }
  }

  /**
   * Returns the positions, in a record, of the fields of the schema that is written.
   *
   * @throws AvroTypeException if the record lacks a field, or has others
   */
  public static int[] positions(Schema given, Schema written) {
    List<Schema.Field> fields = written.getFields();
    int[] positions = new int[fields.size()];
    for (int i = 0; i < positions.length; i++) {
      Schema.Field field = given.getField(fields.get(i).name());
      if (field == null) {
        throw new AvroTypeException(
            "the record, of schema "
                + given.getFullName()
                + ", has no field '"
                + fields.get(i).name()
                + "'; it has "
                + given.getFields().stream().map(Schema.Field::name).limit(100).toList());
      }
      positions[i] = field.pos();
    }
    if (given.getFields().size() > positions.length) {
      throw new AvroTypeException(
          "the record has fields that the schema of the output lacks: "
              + given.getFields().stream()
                  .map(Schema.Field::name)
                  .filter(n -> written.getField(n) == null)
                  .limit(100)
                  .toList());
    }
    return positions;
  }

  private void appendTagged(IndexedRecord record, Schema schema, UnionVector out) {
    int tag = (Integer) record.get(0);
    if (tag < 0 || tag >= out.branchCount()) {
      throw new AvroTypeException("the tag " + tag + " is of no branch of " + out.type());
    }
    out.append(tag);
    append(record.get(tag + 1), schema.getFields().get(tag + 1).schema(), out.branch(tag));
  }
}
