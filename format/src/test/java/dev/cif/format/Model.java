package dev.cif.format;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.value.Value;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Values as plain Java objects, the independent answer of the tests: Long, Double, BigDecimal,
 * ByteBuffer, TimestampValue, List (list, struct), List of Map.Entry (map), Tagged (union), null.
 */
public final class Model {
  /** A union's value. */
  public record Tagged(int tag, Object value) {}

  private Model() {}

  /** A random value that is not NULL; parts may be. */
  public static Object random(CifType type, Random random, int depth) {
    switch (type.kind()) {
      case BOOLEAN:
        return (long) random.nextInt(2);
      case TINYINT:
        return (long) (byte) random.nextInt();
      case SMALLINT:
        return (long) (short) random.nextInt();
      case INT:
        return random.nextInt(4) == 0 ? (long) random.nextInt() : random.nextInt(1000);
      case BIGINT:
        return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(100_000);
      case DATE:
        return (long) random.nextInt(40_000) - 10_000;
      case FLOAT:
        return (double) Float.intBitsToFloat(random.nextInt() & 0xBFFFFFFF);
      case DOUBLE:
        return random.nextBoolean() ? random.nextGaussian() : (double) random.nextInt(100);
      case DECIMAL:
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger digits = new BigInteger(limit.bitLength(), random).mod(limit);
        return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), type.scale());
      case TIMESTAMP:
      case TIMESTAMP_LTZ:
        return new TimestampValue(
            random.nextInt(4_000_000) - 1_000_000L, random.nextInt(1_000_000_000));
      case BINARY:
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
      case STRING:
      case VARCHAR:
      case CHAR:
        return text(type, random);
      case ARRAY:
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(depth > 2 ? 2 : 5); i > 0; i--) {
          list.add(randomOrNull(type.child(0), random, depth + 1));
        }
        return list;
      case MAP:
        List<Object> entries = new ArrayList<>();
        for (int i = random.nextInt(depth > 2 ? 2 : 5); i > 0; i--) {
          entries.add(
              entry(
                  random(type.child(0), random, depth + 1),
                  randomOrNull(type.child(1), random, depth + 1)));
        }
        return entries;
      case STRUCT:
        List<Object> fields = new ArrayList<>();
        for (CifType field : type.children()) {
          fields.add(randomOrNull(field, random, depth + 1));
        }
        return fields;
      case UNION:
        int tag = random.nextInt(type.children().size());
        return new Tagged(tag, randomOrNull(type.child(tag), random, depth + 1));
    }
    throw new AssertionError(type);
  }

  public static Object randomOrNull(CifType type, Random random, int depth) {
    return random.nextInt(5) == 0 ? null : random(type, random, depth);
  }

  public static Map.Entry<Object, Object> entry(Object key, Object value) {
    return new java.util.AbstractMap.SimpleImmutableEntry<>(key, value);
  }

  public static ByteBuffer text(String s) {
    return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer text(CifType type, Random random) {
    String[] words = {"", "a", "key-1", "key-2", "content-type", "größe", "語", "x\u0000y", "zz"};
    String s = words[random.nextInt(words.length)];
    if (type.kind() == CifType.Kind.STRING && random.nextInt(3) == 0) {
      s += random.nextLong();
    }
    boolean bounded = type.kind() != CifType.Kind.STRING;
    return text(bounded ? s.substring(0, Math.min(s.length(), type.length())) : s);
  }

  /** Appends a value, which may be null. */
  public static void append(Object value, ColumnVector vector) {
    if (value == null) {
      vector.appendNull();
      return;
    }
    switch (vector.type().physical()) {
      case INT:
        ((LongVector) vector).append(((Number) value).longValue());
        break;
      case FLOAT:
      case DOUBLE:
        ((DoubleVector) vector).append((Double) value);
        break;
      case DECIMAL:
        ((DecimalVector) vector).append(((BigDecimal) value).unscaledValue());
        break;
      case BYTES:
        ((BytesVector) vector).append(((ByteBuffer) value).array());
        break;
      case TIMESTAMP:
        TimestampValue t = (TimestampValue) value;
        ((TimestampVector) vector).append(t.seconds(), t.nanos());
        break;
      case LIST:
        List<?> list = (List<?>) value;
        ((ListVector) vector).append(list.size());
        list.forEach(e -> append(e, ((ListVector) vector).elements()));
        break;
      case MAP:
        List<?> entries = (List<?>) value;
        MapVector map = (MapVector) vector;
        map.append(entries.size());
        for (Object e : entries) {
          append(((Map.Entry<?, ?>) e).getKey(), map.keys());
          append(((Map.Entry<?, ?>) e).getValue(), map.values());
        }
        break;
      case STRUCT:
        StructVector struct = (StructVector) vector;
        struct.append();
        for (int k = 0; k < struct.fieldCount(); k++) {
          append(((List<?>) value).get(k), struct.field(k));
        }
        break;
      case UNION:
        Tagged tagged = (Tagged) value;
        ((UnionVector) vector).append(tagged.tag());
        append(tagged.value(), ((UnionVector) vector).branch(tagged.tag()));
        break;
    }
  }

  /** Value {@code i} of a vector. */
  public static Object of(ColumnVector vector, int i) {
    if (vector.isNull(i)) {
      return null;
    }
    switch (vector.type().physical()) {
      case INT:
        return ((LongVector) vector).values[i];
      case FLOAT:
      case DOUBLE:
        return ((DoubleVector) vector).values[i];
      case DECIMAL:
        return ((DecimalVector) vector).decimal(i);
      case BYTES:
        return ByteBuffer.wrap(((BytesVector) vector).bytes(i));
      case TIMESTAMP:
        TimestampVector t = (TimestampVector) vector;
        return new TimestampValue(t.seconds[i], t.nanos[i]);
      case LIST:
        ListVector list = (ListVector) vector;
        List<Object> elements = new ArrayList<>();
        for (int k = 0; k < list.lengths[i]; k++) {
          elements.add(of(list.elements(), list.starts[i] + k));
        }
        return elements;
      case MAP:
        MapVector map = (MapVector) vector;
        List<Object> entries = new ArrayList<>();
        for (int k = 0; k < map.lengths[i]; k++) {
          int e = map.starts[i] + k;
          entries.add(entry(of(map.keys(), e), of(map.values(), e)));
        }
        return entries;
      case STRUCT:
        StructVector struct = (StructVector) vector;
        List<Object> fields = new ArrayList<>();
        for (int k = 0; k < struct.fieldCount(); k++) {
          fields.add(of(struct.field(k), i));
        }
        return fields;
      case UNION:
        UnionVector union = (UnionVector) vector;
        return new Tagged(union.tags[i], of(union.branch(union.tags[i]), union.indexes[i]));
    }
    throw new AssertionError(vector.type());
  }

  /** A lazy value, part by part. */
  public static Object of(Value value) {
    if (value.isNull()) {
      return null;
    }
    switch (value.type().physical()) {
      case INT:
        return value.asLong();
      case FLOAT:
      case DOUBLE:
        return value.asDouble();
      case DECIMAL:
        return value.asDecimal();
      case BYTES:
        return ByteBuffer.wrap(value.asBytes());
      case TIMESTAMP:
        return new TimestampValue(value.seconds(), value.nanos());
      case LIST:
        List<Object> elements = new ArrayList<>();
        for (int k = 0; k < value.size(); k++) {
          elements.add(of(value.element(k)));
        }
        return elements;
      case MAP:
        List<Object> entries = new ArrayList<>();
        for (int k = 0; k < value.size(); k++) {
          entries.add(entry(of(value.key(k)), of(value.value(k))));
        }
        return entries;
      case STRUCT:
        Object[] fields = new Object[value.type().children().size()];
        // Backwards, so that no order of access is relied on.
        for (int k = fields.length - 1; k >= 0; k--) {
          fields[k] = of(value.field(k));
        }
        return Arrays.asList(fields);
      case UNION:
        return new Tagged(value.tag(), of(value.branch()));
    }
    throw new AssertionError(value.type());
  }
}
