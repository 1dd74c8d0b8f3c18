package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.ColumnVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The independent answer for the bytes of FORMAT.md section 7.1: Avro's own reader decodes a plain
 * body, and Avro's own blocking writer gives the same bytes.
 */
class PlainIsAvroTest {
  private int records;

  static Stream<CifType> types() {
    return TestTypes.ALL.stream().filter(t -> !t.toString().contains("timestamp"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void testEncode_avroReadsPlainBody(CifType type) throws IOException {
    ColumnVector vector = new TestValues(11).column(type, 500, NullPattern.RANDOM);
    Output body = new Output();
    RowEncoder.encode(vector, 0, 500, ColumnOptions.DEFAULT.withLayout(Layout.PLAIN), body);

    Schema schema = nullable(type);
    GenericDatumReader<Object> reader = new GenericDatumReader<>(schema);
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(body.toByteArray(), null);
    List<Object> data = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Object datum = reader.read(null, in);
      data.add(datum);
      assertEquals(unordered(type, TestValues.java(vector, i)), java(type, datum), "row " + i);
    }
    assertTrue(in.isEnd(), "Avro read all bytes");
    if (!type.toString().contains("map<")) {
      // Maps lose their order in Avro's hands.
      assertArrayEquals(avroBytes(schema, data), body.toByteArray());
    }
  }

  private static byte[] avroBytes(Schema schema, List<Object> data) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Encoder encoder = EncoderFactory.get().blockingBinaryEncoder(out, null);
    GenericDatumWriter<Object> writer = new GenericDatumWriter<>(schema);
    for (Object datum : data) {
      writer.write(datum, encoder);
    }
    encoder.flush();
    return out.toByteArray();
  }

  private Schema nullable(CifType type) {
    return Schema.createUnion(Schema.create(Schema.Type.NULL), content(type));
  }

  private Schema content(CifType type) {
    switch (type.kind()) {
      case BOOLEAN:
        return Schema.create(Schema.Type.BOOLEAN);
      case BIGINT:
        return Schema.create(Schema.Type.LONG);
      case TINYINT:
      case SMALLINT:
      case INT:
      case DATE:
        return Schema.create(Schema.Type.INT);
      case FLOAT:
        return Schema.create(Schema.Type.FLOAT);
      case DOUBLE:
        return Schema.create(Schema.Type.DOUBLE);
      case DECIMAL:
      case BINARY:
        return Schema.create(Schema.Type.BYTES);
      case ARRAY:
        return Schema.createArray(nullable(type.child(0)));
      case MAP:
        if (type.child(0).kind() == CifType.Kind.STRING) {
          return Schema.createMap(nullable(type.child(1)));
        }
        return Schema.createArray(
            record("key", content(type.child(0)), "value", nullable(type.child(1))));
      case STRUCT:
        List<Object> fields = new ArrayList<>();
        for (int k = 0; k < type.children().size(); k++) {
          fields.add("f" + k);
          fields.add(nullable(type.child(k)));
        }
        return record(fields.toArray());
      case UNION:
        // A union, whose index is the tag, of records; and in a record, since unions do not nest.
        List<Schema> branches = new ArrayList<>();
        type.children().forEach(t -> branches.add(record("branch", nullable(t))));
        return record("union", Schema.createUnion(branches));
      default:
        return Schema.create(Schema.Type.STRING);
    }
  }

  private Schema record(Object... namesAndSchemas) {
    List<Schema.Field> fields = new ArrayList<>();
    for (int k = 0; k < namesAndSchemas.length; k += 2) {
      fields.add(
          new Schema.Field((String) namesAndSchemas[k], (Schema) namesAndSchemas[k + 1], null));
    }
    return Schema.createRecord("r" + records++, null, "test", false, fields);
  }

  /** Returns the values that Avro read, in the form of {@link TestValues}, maps without order. */
  private static Object java(CifType type, Object datum) {
    if (datum == null) {
      return null;
    }
    switch (type.kind()) {
      case BOOLEAN:
        return (Boolean) datum ? 1L : 0L;
      case FLOAT:
      case DOUBLE:
        return ((Number) datum).doubleValue();
      case DECIMAL:
        ByteBuffer b = (ByteBuffer) datum;
        byte[] bytes = new byte[b.remaining()];
        b.duplicate().get(bytes);
        return new BigDecimal(new BigInteger(bytes), type.scale());
      case BINARY:
        return datum;
      case STRING:
      case VARCHAR:
      case CHAR:
        return ByteBuffer.wrap(datum.toString().getBytes(StandardCharsets.UTF_8));
      case MAP:
        return map(type, datum);
      case ARRAY:
        List<Object> list = new ArrayList<>();
        ((List<?>) datum).forEach(e -> list.add(java(type.child(0), e)));
        return list;
      case STRUCT:
        List<Object> fields = new ArrayList<>();
        for (int k = 0; k < type.children().size(); k++) {
          fields.add(java(type.child(k), ((GenericRecord) datum).get(k)));
        }
        return fields;
      case UNION:
        GenericRecord branch = (GenericRecord) ((GenericRecord) datum).get(0);
        int tag = unionTag(type, branch);
        return new TestValues.Tagged(tag, java(type.child(tag), branch.get(0)));
      default:
        return ((Number) datum).longValue();
    }
  }

  /** Records are named in the order of branches: the tag is found by the shape of the branch. */
  private static int unionTag(CifType type, GenericRecord branch) {
    Schema.Type found = branch.getSchema().getField("branch").schema().getTypes().get(1).getType();
    for (int tag = 0; tag < type.children().size(); tag++) {
      if (new PlainIsAvroTest().content(type.child(tag)).getType() == found) {
        return tag;
      }
    }
    throw new AssertionError(found);
  }

  private static Map<Object, Object> map(CifType type, Object datum) {
    Map<Object, Object> map = new HashMap<>();
    if (datum instanceof Map<?, ?> m) {
      m.forEach((k, v) -> map.put(java(type.child(0), k), java(type.child(1), v)));
    } else {
      for (Object o : (GenericData.Array<?>) datum) {
        GenericRecord e = (GenericRecord) o;
        map.put(java(type.child(0), e.get(0)), java(type.child(1), e.get(1)));
      }
    }
    return map;
  }

  /** A value of {@link TestValues} with maps at all depths turned from entry lists into maps. */
  private static Object unordered(CifType type, Object value) {
    if (value == null) {
      return null;
    }
    switch (type.kind()) {
      case MAP:
        Map<Object, Object> map = new HashMap<>();
        for (Object o : (List<?>) value) {
          TestValues.Entry e = (TestValues.Entry) o;
          map.put(e.key(), unordered(type.child(1), e.value()));
        }
        return map;
      case ARRAY:
        List<Object> list = new ArrayList<>();
        ((List<?>) value).forEach(e -> list.add(unordered(type.child(0), e)));
        return list;
      case STRUCT:
        List<Object> fields = new ArrayList<>();
        for (int k = 0; k < type.children().size(); k++) {
          fields.add(unordered(type.child(k), ((List<?>) value).get(k)));
        }
        return fields;
      case UNION:
        TestValues.Tagged t = (TestValues.Tagged) value;
        return new TestValues.Tagged(t.tag(), unordered(type.child(t.tag()), t.value()));
      default:
        return value;
    }
  }
}
