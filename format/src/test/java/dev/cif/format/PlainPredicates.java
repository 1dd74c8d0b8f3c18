package dev.cif.format;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;

/** Predicates made at random, and evaluated row by row in SQL's logic: the independent answer. */
final class PlainPredicates {
  private PlainPredicates() {}

  /** A predicate over the columns, with literals that are mostly values of theirs. */
  static Predicate random(CifSchema schema, List<List<Object>> columns, Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 8 : 11);
    if (kind >= 8) {
      List<Predicate> parts = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        parts.add(random(schema, columns, random, depth - 1));
      }
      return kind == 8
          ? Predicate.and(parts)
          : kind == 9 ? Predicate.or(parts) : Predicate.not(parts.get(0));
    }
    if (kind == 5 && random.nextInt(8) == 0) {
      return random.nextBoolean() ? Predicate.unknown() : new Predicate.Null();
    }
    int c = random.nextInt(schema.size());
    ColumnPath path =
        random.nextInt(10) == 0
            ? ColumnPath.of("missing")
            : path(schema.column(c), columns.get(c), random);
    CifType type = path.typeIn(schema.column(c).type());
    if (kind == 4 || !type.kind().isPrimitive()) {
      return Predicate.isNull(path);
    }
    List<Object> values = columns.get(c).stream().map(v -> part(v, path.steps())).toList();
    Object a = literal(type, values, random);
    Object b = literal(type, values, random);
    switch (kind) {
      case 0:
        return Predicate.in(path, List.of(a, b));
      case 1:
        return Predicate.between(path, a, b);
      case 2:
        if (a instanceof String text) {
          return Predicate.like(path, pattern(text, random));
        }
        break;
      case 3:
        int other = random.nextInt(schema.size());
        Op op = Op.values()[random.nextInt(Op.values().length)];
        if (type.equals(schema.column(other).type())) {
          return new Predicate.CompareColumns(path, op, ColumnPath.of(schema.column(other).name()));
        }
        break;
      default:
        break;
    }
    Op op = Op.values()[random.nextInt(Op.values().length)];
    return Predicate.compare(path, op, random.nextInt(10) == 0 ? null : a);
  }

  /** A column, or a part of its values. */
  private static ColumnPath path(Column column, List<Object> values, Random random) {
    List<Step> steps = new ArrayList<>();
    CifType type = column.type();
    List<Object> parts = values;
    while (!type.kind().isPrimitive() && random.nextInt(6) > 0) {
      Step step = step(type, parts, random);
      if (step == null) {
        break;
      }
      steps.add(step);
      parts = parts.stream().map(v -> part(v, List.of(step))).toList();
      type = new ColumnPath("", "", List.of(step)).typeIn(type);
    }
    return new ColumnPath(column.name() + steps, column.name(), steps);
  }

  private static Step step(CifType type, List<Object> values, Random random) {
    switch (type.kind()) {
      case STRUCT:
        return new Step.Field(type.fieldNames().get(random.nextInt(type.children().size())));
      case ARRAY:
        return new Step.Index(random.nextInt(3));
      case MAP:
        List<Object> keys = new ArrayList<>();
        for (Object map : values) {
          for (Object entry : map == null ? List.of() : (List<?>) map) {
            keys.add(((Map.Entry<?, ?>) entry).getKey());
          }
        }
        Object key = keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
        CifType of = type.child(0);
        boolean isNumber = of.physical() == Physical.INT && of.kind() != CifType.Kind.BOOLEAN;
        if (isNumber && of.kind() != CifType.Kind.DATE) {
          return new Step.Index(key == null ? 7 : (Long) key);
        }
        boolean isText = of.physical() == Physical.BYTES && of.kind() != CifType.Kind.BINARY;
        return isText ? new Step.Key(key == null ? "x" : text(key)) : null;
      default:
        return null;
    }
  }

  private static byte[] bytes(Object value) {
    return ((ByteBuffer) value).array();
  }

  private static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  /** The part of a value, null if it lacks that. */
  private static Object part(Object value, List<Step> steps) {
    Object at = value;
    for (Step step : steps) {
      if (at == null) {
        return null;
      }
      List<?> list = (List<?>) at;
      boolean isMap = !list.isEmpty() && list.get(0) instanceof Map.Entry;
      at = null;
      if (step instanceof Step.Field field) {
        // Fields are named by their order in these tests.
        at = list.get(List.of("a", "B c", "größe`<").indexOf(field.name()));
      } else if (isMap) {
        for (Object entry : list) {
          Map.Entry<?, ?> e = (Map.Entry<?, ?>) entry;
          at = isKey(e.getKey(), step) ? e.getValue() : at;
        }
      } else if (step instanceof Step.Index index && index.index() < list.size()) {
        at = index.index() < 0 ? null : list.get((int) index.index());
      }
    }
    return at;
  }

  private static boolean isKey(Object key, Step step) {
    return step instanceof Step.Key k
        ? key instanceof ByteBuffer && text(key).equals(k.key())
        : key.equals(((Step.Index) step).index());
  }

  private static String pattern(String text, Random random) {
    StringBuilder pattern = new StringBuilder(random.nextInt(3) == 0 ? "%" : "");
    int from = pattern.length() == 0 ? 0 : random.nextInt(text.length() + 1);
    text.substring(from)
        .codePoints()
        .forEach(
            c -> {
              int what = random.nextInt(12);
              if (what == 0) {
                pattern.append('%');
              } else if (what == 1) {
                pattern.append('_');
              } else if (what > 2) {
                pattern.append(c == '%' || c == '_' || c == '\\' ? "\\" : "");
                pattern.appendCodePoint(c);
              }
            });
    return pattern.append(random.nextBoolean() ? "%" : "").toString();
  }

  /** LIKE by regular expressions. */
  private static boolean like(String value, String pattern) {
    StringBuilder regex = new StringBuilder();
    boolean escaped = false;
    for (int c : pattern.codePoints().toArray()) {
      if (!escaped && c == '\\') {
        escaped = true;
        continue;
      }
      boolean any = !escaped && (c == '%' || c == '_');
      regex.append(any ? (c == '%' ? ".*" : ".") : Pattern.quote(Character.toString(c)));
      escaped = false;
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(value).matches();
  }

  /** Mostly a value that occurs, at times as another class of numbers, or beside it. */
  private static Object literal(CifType type, List<Object> values, Random random) {
    List<Object> present = values.stream().filter(Objects::nonNull).toList();
    Object value =
        present.isEmpty() || random.nextInt(4) == 0
            ? Model.random(type, random, 0)
            : present.get(random.nextInt(present.size()));
    if (value instanceof Long n && random.nextInt(4) == 0) {
      double half = random.nextInt(3) / 2.0 - 0.5;
      return random.nextBoolean() ? (Object) BigDecimal.valueOf(n * 2 + 1, 1) : n + half;
    }
    if (value instanceof BigDecimal d && random.nextInt(4) == 0) {
      return random.nextBoolean() ? (Object) d.setScale(d.scale() + 2) : d.doubleValue();
    }
    if (!(value instanceof ByteBuffer)) {
      return value;
    }
    boolean isText = type.kind() != CifType.Kind.BINARY;
    return isText ? text(value) : bytes(value);
  }

  /** Returns true if the predicate is known to be true or false, for every row. */
  static boolean isKnown(Predicate p) {
    if (p instanceof Predicate.And and) {
      return and.conditions().stream().allMatch(PlainPredicates::isKnown);
    }
    if (p instanceof Predicate.Or or) {
      return or.conditions().stream().allMatch(PlainPredicates::isKnown);
    }
    return p instanceof Predicate.Not not
        ? isKnown(not.condition())
        : !(p instanceof Predicate.Unknown);
  }

  /** Returns true if the predicate may be true of the row, given its unknown parts. */
  static boolean mayBeTrue(
      Predicate predicate, CifSchema schema, List<List<Object>> columns, int row) {
    return Boolean.TRUE.equals(new Row(schema, columns, row, true).of(predicate))
        || Boolean.TRUE.equals(new Row(schema, columns, row, false).of(predicate));
  }

  private record Row(CifSchema schema, List<List<Object>> columns, int row, boolean unknown) {
    /** True, false or null. */
    Boolean of(Predicate p) {
      if (p instanceof Predicate.And and) {
        return all(and.conditions(), true);
      }
      if (p instanceof Predicate.Or or) {
        return not(all(or.conditions(), false));
      }
      if (p instanceof Predicate.Not not) {
        return not(of(not.condition()));
      }
      if (p instanceof Predicate.Compare c) {
        return compare(value(c.path()), c.op(), c.literal());
      }
      if (p instanceof Predicate.CompareColumns c) {
        Object other = value(c.other());
        return compare(value(c.path()), c.op(), other);
      }
      if (p instanceof Predicate.Like like) {
        Object value = value(like.path());
        return value == null ? null : like(text(value), like.pattern());
      }
      if (p instanceof Predicate.In in) {
        Boolean found = false;
        for (Object literal : in.literals()) {
          Boolean equal = compare(value(in.path()), Op.EQ, literal);
          if (Boolean.TRUE.equals(equal)) {
            return true;
          }
          found = equal == null ? null : found;
        }
        return found;
      }
      if (p instanceof Predicate.IsNull n) {
        return value(n.path()) == null;
      }
      return p instanceof Predicate.Null ? null : (Boolean) unknown;
    }

    private static Boolean not(Boolean b) {
      return b == null ? null : !b;
    }

    /** Returns whether all are true; for a negation, whether all are false. */
    private Boolean all(List<Predicate> conditions, boolean wanted) {
      Boolean result = true;
      for (Predicate condition : conditions) {
        Boolean b = of(condition);
        if (b != null && b != wanted) {
          return false;
        }
        result = b == null ? null : result;
      }
      return result;
    }

    private Object value(ColumnPath path) {
      int c = schema.indexOf(path.column());
      return c < 0 ? null : part(columns.get(c).get(row), path.steps());
    }

    private static Boolean compare(Object value, Op op, Object literal) {
      if (op == Op.EQ_NULLSAFE && (value == null || literal == null)) {
        return value == literal;
      }
      if (value == null || literal == null) {
        return null;
      }
      int c = compare(value, literal);
      switch (op) {
        case EQ:
        case EQ_NULLSAFE:
          return c == 0;
        case NE:
          return c != 0;
        case LT:
          return c < 0;
        case LE:
          return c <= 0;
        case GT:
          return c > 0;
        default:
          return c >= 0;
      }
    }

    private static int compare(Object value, Object literal) {
      if (value instanceof ByteBuffer) {
        byte[] other =
            literal instanceof String s
                ? s.getBytes(StandardCharsets.UTF_8)
                : literal instanceof ByteBuffer ? bytes(literal) : (byte[]) literal;
        return Arrays.compareUnsigned(bytes(value), other);
      }
      if (value instanceof Double d) {
        // Adding 0.0 makes the two zeros one.
        return Double.compare(d + 0.0, ((Number) literal).doubleValue() + 0.0);
      }
      if (value instanceof TimestampValue t) {
        return t.compareTo((TimestampValue) literal);
      }
      return exact(value).compareTo(exact(literal));
    }

    private static BigDecimal exact(Object number) {
      return number instanceof BigDecimal d
          ? d
          : number instanceof Double x ? new BigDecimal(x) : BigDecimal.valueOf((Long) number);
    }
  }
}
