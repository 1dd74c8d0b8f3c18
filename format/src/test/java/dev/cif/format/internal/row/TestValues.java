package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
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
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random values, and their form as plain Java objects, which can be compared. */
final class TestValues {
  /** An entry of a map; maps are lists of entries, since order and repeated keys count. */
  record Entry(Object key, Object value) {}

  record Tagged(int tag, Object value) {}

  record Time(long seconds, int nanos) {}

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789äß€";

  private final Random random;

  TestValues(long seed) {
    random = new Random(seed);
  }

  ColumnVector column(CifType type, int rows, NullPattern nulls) {
    ColumnVector v = ColumnVector.create(type);
    for (int i = 0; i < rows; i++) {
      if (nulls.isNull(i, rows, random)) {
        v.appendNull();
      } else {
        append(v);
      }
    }
    return v;
  }

  private void appendNullable(ColumnVector v) {
    if (random.nextInt(6) == 0) {
      v.appendNull();
    } else {
      append(v);
    }
  }

  void append(ColumnVector v) {
    if (v instanceof LongVector l) {
      l.append(integer(v.type()));
    } else if (v instanceof DoubleVector d) {
      d.append(floating(v.type()));
    } else if (v instanceof DecimalVector d) {
      BigInteger bound = BigInteger.TEN.pow(v.type().precision());
      BigInteger n = new BigInteger(random.nextInt(bound.bitLength() + 1), random).mod(bound);
      d.append(random.nextBoolean() ? n : n.negate());
    } else if (v instanceof BytesVector b) {
      if (v.type().kind() == CifType.Kind.BINARY) {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        b.append(bytes);
      } else {
        b.append(text(v.type()));
      }
    } else if (v instanceof TimestampVector t) {
      t.append(random.nextLong() >> random.nextInt(64), random.nextInt(1_000_000_000));
    } else {
      appendComplex(v);
    }
  }

  private void appendComplex(ColumnVector v) {
    if (v instanceof ListVector list) {
      int n = random.nextInt(4);
      list.append(n);
      for (int k = 0; k < n; k++) {
        appendNullable(list.elements());
      }
    } else if (v instanceof MapVector map) {
      appendMap(map);
    } else if (v instanceof StructVector s) {
      s.append();
      for (int k = 0; k < s.fieldCount(); k++) {
        appendNullable(s.field(k));
      }
    } else {
      UnionVector u = (UnionVector) v;
      int tag = random.nextInt(u.branchCount());
      u.append(tag);
      appendNullable(u.branch(tag));
    }
  }

  private void appendMap(MapVector map) {
    ColumnVector keys = ColumnVector.create(map.type().child(0));
    Set<Object> distinct = new HashSet<>();
    int wanted = random.nextInt(12);
    for (int k = 0; k < wanted; k++) {
      append(keys);
      if (!distinct.add(java(keys, keys.size() - 1))) {
        keys.setNull(keys.size() - 1);
      }
    }
    map.append(distinct.size());
    for (int k = 0; k < wanted; k++) {
      if (!keys.isNull(k)) {
        map.keys().append(keys, k);
        appendNullable(map.values());
      }
    }
  }

  private long integer(CifType type) {
    int bits = ValueEncoder.bits(type.kind());
    if (bits == 1) {
      return random.nextInt(2);
    }
    // Often small, so that maps share keys.
    return random.nextLong() >> (64 - bits + random.nextInt(bits));
  }

  private double floating(CifType type) {
    switch (random.nextInt(8)) {
      case 0:
        return Double.NaN;
      case 1:
        return -0.0;
      case 2:
        return Double.NEGATIVE_INFINITY;
      default:
        return type.kind() == CifType.Kind.FLOAT ? random.nextFloat() : random.nextGaussian();
    }
  }

  private String text(CifType type) {
    int max = type.kind() == CifType.Kind.STRING ? 9 : Math.min(9, type.length());
    if (type.kind() == CifType.Kind.STRING && random.nextInt(20) == 0) {
      max = 200;
    }
    int length = random.nextInt(max + 1);
    int letters = random.nextBoolean() ? 2 : LETTERS.length();
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < length; i++) {
      s.append(LETTERS.charAt(random.nextInt(letters)));
    }
    return s.toString();
  }

  /** Value {@code i} as an object with equals; null for NULL. */
  static Object java(ColumnVector v, int i) {
    if (v.isNull(i)) {
      return null;
    }
    if (v instanceof LongVector l) {
      return l.values[i];
    } else if (v instanceof DoubleVector d) {
      return d.values[i];
    } else if (v instanceof DecimalVector d) {
      return d.decimal(i);
    } else if (v instanceof BytesVector b) {
      return ByteBuffer.wrap(b.bytes(i));
    } else if (v instanceof TimestampVector t) {
      return new Time(t.seconds[i], t.nanos[i]);
    } else if (v instanceof UnionVector u) {
      return new Tagged(u.tags[i], java(u.branch(u.tags[i]), u.indexes[i]));
    }
    List<Object> parts = new ArrayList<>();
    if (v instanceof StructVector s) {
      for (int k = 0; k < s.fieldCount(); k++) {
        parts.add(java(s.field(k), i));
      }
    } else if (v instanceof ListVector list) {
      for (int k = 0; k < list.lengths[i]; k++) {
        parts.add(java(list.elements(), list.starts[i] + k));
      }
    } else {
      MapVector map = (MapVector) v;
      for (int k = 0; k < map.lengths[i]; k++) {
        int e = map.starts[i] + k;
        parts.add(new Entry(java(map.keys(), e), java(map.values(), e)));
      }
    }
    return parts;
  }

  static List<Object> java(ColumnVector v) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < v.size(); i++) {
      all.add(java(v, i));
    }
    return all;
  }

  /** Returns a Value in Java form, part by part; {@code backward} asks for the last part first. */
  static Object java(Value v, boolean backward) {
    if (v.isNull()) {
      return null;
    }
    switch (v.type().physical()) {
      case INT:
        return v.asLong();
      case FLOAT:
      case DOUBLE:
        return v.asDouble();
      case DECIMAL:
        return v.asDecimal();
      case BYTES:
        return ByteBuffer.wrap(v.asBytes());
      case TIMESTAMP:
        return new Time(v.seconds(), v.nanos());
      case UNION:
        return new Tagged(v.tag(), java(v.branch(), backward));
      default:
        break;
    }
    boolean isStruct = v.type().kind() == CifType.Kind.STRUCT;
    int n = isStruct ? v.type().children().size() : v.size();
    Object[] parts = new Object[n];
    for (int j = 0; j < n; j++) {
      int k = backward ? n - 1 - j : j;
      if (isStruct) {
        parts[k] = java(v.field(k), backward);
      } else if (v.type().kind() == CifType.Kind.ARRAY) {
        parts[k] = java(v.element(k), backward);
      } else {
        parts[k] = new Entry(java(v.key(k), backward), java(v.value(k), backward));
      }
    }
    return Arrays.asList(parts);
  }

  /** Returns a map's value of a key, both in Java form: that of the last entry. */
  static Object find(Object map, Object key) {
    Object found = null;
    if (map != null) {
      for (Object o : (List<?>) map) {
        Entry e = (Entry) o;
        if (e.key().equals(key)) {
          found = e.value();
        }
      }
    }
    return found;
  }

  static boolean has(Object map, Object key) {
    return map != null && ((List<?>) map).stream().anyMatch(o -> ((Entry) o).key().equals(key));
  }

  /** The key in Java form. */
  static Object java(MapKey key) {
    return key.isBytes() ? ByteBuffer.wrap(key.bytes()) : (Object) key.number();
  }

  /** A key of Java form, if such keys can be looked up; else null. */
  static MapKey mapKey(Object key) {
    if (key instanceof ByteBuffer b) {
      byte[] bytes = new byte[b.remaining()];
      b.duplicate().get(bytes);
      return MapKey.of(bytes);
    }
    return key instanceof Long l ? MapKey.of(l) : null;
  }
}
