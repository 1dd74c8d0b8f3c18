package dev.cif.format;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Projections and conditions at random over columns of values, and their answers, worked out from
 * the values alone. The C++ test asks libcif the same.
 */
final class RandomQueries {
  private static final String[] OPS = {
    "eq", "ne", "lt", "le", "gt", "ge", "isNull", "isNotNull", "contains"
  };

  /** A column or a part of it: what it is called in JSON, and a value for each row. */
  record Projection(ObjectNode json, CifType type, List<Object> values) {}

  private final Random random;

  RandomQueries(Random random) {
    this.random = random;
  }

  /** The column itself. */
  static Projection whole(Column column, List<Object> values) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("column", column.name()).putArray("steps");
    return new Projection(json, column.type(), values);
  }

  /**
   * A part of the projection: a struct's field or what maps hold under a key; null if it has none.
   */
  Projection part(Projection from) {
    ObjectNode json = from.json.deepCopy();
    ObjectNode step = ((ArrayNode) json.get("steps")).addObject();
    CifType type = from.type;
    List<Object> values = new ArrayList<>();
    if (type.kind() == CifType.Kind.STRUCT) {
      int field = random.nextInt(type.children().size());
      String name = type.fieldNames().get(field);
      step.put("field", random.nextBoolean() ? name : name.replace('a', 'A').replace('c', 'C'));
      from.values.forEach(v -> values.add(v == null ? null : ((List<?>) v).get(field)));
      return new Projection(json, type.child(field), values);
    }
    if (type.kind() != CifType.Kind.MAP) {
      return null;
    }
    CifType.Physical keys = type.child(0).physical();
    if (keys != CifType.Physical.INT && keys != CifType.Physical.BYTES) {
      return null;
    }
    Object key = key(from.values);
    if (key == null) {
      boolean isInt = keys == CifType.Physical.INT;
      key = isInt ? (Object) random.nextLong() : Model.text("no such key");
    }
    step.set("key", literal(key));
    for (Object map : from.values) {
      values.add(find(map, key));
    }
    return new Projection(json, type.child(1), values);
  }

  /** A key of one of the maps; null if none was met, and now and then. */
  private Object key(List<Object> maps) {
    for (int k = random.nextInt(8); k > 0 && !maps.isEmpty(); k--) {
      List<?> map = (List<?>) maps.get(random.nextInt(maps.size()));
      if (map != null && !map.isEmpty()) {
        return ((Map.Entry<?, ?>) map.get(random.nextInt(map.size()))).getKey();
      }
    }
    return null;
  }

  private static Object find(Object map, Object key) {
    Object found = null;
    for (Object entry : map == null ? List.of() : (List<?>) map) {
      if (((Map.Entry<?, ?>) entry).getKey().equals(key)) {
        found = ((Map.Entry<?, ?>) entry).getValue();
      }
    }
    return found;
  }

  /** A scan of some of the projections, with conditions on some, and the rows that it gives. */
  ObjectNode scan(List<Projection> projections, int rows) {
    ObjectNode scan = JsonNodeFactory.instance.objectNode();
    ArrayNode columns = scan.putArray("columns");
    for (int i = random.nextInt(4); i > 0; i--) {
      columns.add(random.nextInt(projections.size()));
    }
    int first = random.nextInt(3) == 0 ? random.nextInt(rows + 1) : 0;
    int count = random.nextInt(3) == 0 ? random.nextInt(rows + 1) : -1;
    scan.put("first", first).put("count", count);
    boolean[] wanted = new boolean[rows];
    int end = count < 0 ? rows : Math.min(rows, first + count);
    Arrays.fill(wanted, first, end, true);
    ArrayNode conditions = scan.putArray("conditions");
    for (int i = random.nextInt(4); i > 0; i--) {
      int p = random.nextInt(projections.size());
      conditions.add(condition(projections.get(p), wanted).put("projection", p));
    }
    ArrayNode left = scan.putArray("rows");
    for (int row = 0; row < rows; row++) {
      if (wanted[row]) {
        left.add(row);
      }
    }
    return scan;
  }

  /** A condition on the projection; rows for which it is not true are no longer wanted. */
  private ObjectNode condition(Projection projection, boolean[] wanted) {
    CifType type = projection.type;
    boolean isBytes = type.physical() == CifType.Physical.BYTES;
    int count = isBytes ? OPS.length : OPS.length - 1;
    String op = OPS[type.kind().isPrimitive() ? random.nextInt(count) : 6 + random.nextInt(2)];
    Object literal = op.startsWith("is") ? null : someLiteral(projection);
    if (op.equals("contains")) {
      byte[] bytes = bytes(literal);
      int from = random.nextInt(bytes.length + 1);
      int to = Math.min(bytes.length, from + random.nextInt(4));
      literal = ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to));
    }
    for (int row = 0; row < wanted.length; row++) {
      wanted[row] &= isTrue(projection.values.get(row), op, literal);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("op", op);
    if (literal != null) {
      json.set("literal", literal(literal));
    }
    return json;
  }

  /** Mostly a value that occurs, or one close to it. */
  private Object someLiteral(Projection projection) {
    List<Object> present = projection.values.stream().filter(Objects::nonNull).toList();
    if (present.isEmpty() || random.nextInt(6) == 0) {
      return new RandomValues(random).present(projection.type).get();
    }
    Object value = present.get(random.nextInt(present.size()));
    int beside = random.nextInt(6) - 1;
    if (value instanceof Long n) {
      return n + (beside > 1 ? 0 : beside);
    }
    if (value instanceof ByteBuffer && (beside == 0 || beside == 1)) {
      int length = bytes(value).length;
      int cut = beside == 0 ? random.nextInt(length + 1) : length + 1;
      return ByteBuffer.wrap(Arrays.copyOf(bytes(value), cut));
    }
    return value;
  }

  /** NULL satisfies isNull and nothing else; floating point compares as IEEE 754 says. */
  private static boolean isTrue(Object value, String op, Object literal) {
    if (value == null || literal == null) {
      return (value == null) == op.equals("isNull") && op.startsWith("is");
    }
    if (value instanceof Double a) {
      double b = (Double) literal;
      boolean isNan = Double.isNaN(a) || Double.isNaN(b);
      return isNan ? op.equals("ne") : holds(op, a < b ? -1 : a > b ? 1 : 0);
    }
    if (op.equals("contains")) {
      return contains(bytes(value), bytes(literal));
    }
    return holds(op, compare(value, literal));
  }

  private static byte[] bytes(Object value) {
    return ((ByteBuffer) value).array();
  }

  private static int compare(Object value, Object literal) {
    if (value instanceof ByteBuffer) {
      return Arrays.compareUnsigned(bytes(value), bytes(literal));
    }
    if (value instanceof BigDecimal d) {
      return d.compareTo((BigDecimal) literal);
    }
    if (value instanceof TimestampValue t) {
      return t.compareTo((TimestampValue) literal);
    }
    return Long.compare((Long) value, (Long) literal);
  }

  private static boolean holds(String op, int order) {
    switch (op) {
      case "eq":
        return order == 0;
      case "ne":
        return order != 0;
      case "lt":
        return order < 0;
      case "le":
        return order <= 0;
      case "gt":
        return order > 0;
      default:
        return order >= 0;
    }
  }

  private static boolean contains(byte[] value, byte[] part) {
    for (int at = 0; at + part.length <= value.length; at++) {
      if (Arrays.equals(value, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  private static ObjectNode literal(Object value) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (value instanceof Long n) {
      json.put("int", n);
    } else if (value instanceof Double d) {
      json.put("double", String.format(Locale.ROOT, "%016x", Double.doubleToRawLongBits(d)));
    } else if (value instanceof BigDecimal d) {
      json.put("decimal", d.unscaledValue().toString());
    } else if (value instanceof ByteBuffer) {
      json.put("bytes", HexFormat.of().formatHex(bytes(value)));
    } else {
      TimestampValue t = (TimestampValue) value;
      json.put("seconds", t.seconds()).put("nanos", t.nanos());
    }
    return json;
  }
}
