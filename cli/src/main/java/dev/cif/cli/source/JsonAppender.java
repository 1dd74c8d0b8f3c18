package dev.cif.cli.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.UnionVector;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Appends values from JSON, in the forms that {@link dev.cif.format.value.JsonValue} writes. A
 * value that does not fit the type raises an {@link IllegalArgumentException} that names the place
 * inside the value.
 */
final class JsonAppender {
  private final boolean strict;
  private final SourceText text;

  /**
   * Creates an appender.
   *
   * @param strict whether a member that a struct has no field for is an error
   * @param text says what becomes of strings that are no text
   */
  JsonAppender(boolean strict, SourceText text) {
    this.strict = strict;
    this.text = text;
  }

  /**
   * Appends a value.
   *
   * @param place place of the value, for errors
   */
  void append(JsonNode node, ColumnVector out, String place) {
    if (node == null || node.isNull() || node.isMissingNode()) {
      out.appendNull();
      return;
    }
    CifType type = out.type();
    switch (type.kind()) {
      case ARRAY -> array(node, (ListVector) out, place);
      case MAP -> map(node, (MapVector) out, place);
      case STRUCT -> struct(node, (StructVector) out, place);
      case UNION -> union(node, (UnionVector) out, place);
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> primitive(node, out, place);
      case DECIMAL, STRING, VARCHAR, CHAR, BINARY, DATE, TIMESTAMP -> primitive(node, out, place);
      case TIMESTAMP_LTZ -> primitive(node, out, place);
    }
  }

  private void primitive(JsonNode node, ColumnVector out, String place) {
    CifType type = out.type();
    try {
      switch (type.physical()) {
        case INT -> integer(node, (LongVector) out);
        case DOUBLE, FLOAT ->
            TextValues.append(node.isNumber() ? node.asText() : text(node, type), out);
        case DECIMAL -> {
          if (node.isNumber()) {
            TextValues.decimal(node.decimalValue(), (DecimalVector) out);
          } else {
            TextValues.append(text(node, type), out);
          }
        }
        case BYTES, TIMESTAMP -> {
          boolean any = type.kind() == Kind.STRING && !node.isTextual();
          String clean = text.clean(any ? shownWhole(node) : text(node, type));
          if (clean == null) {
            out.appendNull();
          } else {
            TextValues.append(clean, out);
          }
        }
        case LIST, MAP, STRUCT, UNION -> throw new AssertionError(type);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  private static void integer(JsonNode node, LongVector out) {
    CifType type = out.type();
    if (node.isBoolean() && type.kind() == Kind.BOOLEAN) {
      out.append(node.booleanValue() ? 1 : 0);
    } else if (node.isNumber() && type.kind() != Kind.BOOLEAN && type.kind() != Kind.DATE) {
      if (!node.isIntegralNumber() || !node.canConvertToLong()) {
        throw new IllegalArgumentException(node + " is no " + type);
      }
      out.append(TextValues.inRange(node.longValue(), type));
    } else {
      TextValues.append(text(node, type), out);
    }
  }

  private static String text(JsonNode node, CifType type) {
    if (!node.isTextual()) {
      throw new IllegalArgumentException(shown(node) + " is no " + type);
    }
    return node.textValue();
  }

  private void array(JsonNode node, ListVector out, String place) {
    require(node.isArray(), node, out, place);
    out.append(node.size());
    for (int i = 0; i < node.size(); i++) {
      append(node.get(i), out.elements(), place + "[" + i + "]");
    }
  }

  private void map(JsonNode node, MapVector out, String place) {
    if (node.isArray()) {
      out.append(node.size());
      for (int i = 0; i < node.size(); i++) {
        JsonNode entry = node.get(i);
        String at = place + "[" + i + "]";
        require(entry.hasNonNull("key"), entry, out, at);
        append(entry.get("key"), out.keys(), at + ".key");
        append(entry.get("value"), out.values(), at + ".value");
      }
      return;
    }
    require(node.isObject(), node, out, place);
    out.append(node.size());
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String at = place + "['" + member.getKey() + "']";
      try {
        TextValues.append(text.cleanName(member.getKey()), out.keys());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(at + ": the key " + e.getMessage(), e);
      }
      append(member.getValue(), out.values(), at);
    }
  }

  private void struct(JsonNode node, StructVector out, String place) {
    require(node.isObject(), node, out, place);
    out.append();
    Set<String> used = new HashSet<>();
    for (int k = 0; k < out.fieldCount(); k++) {
      String name = out.type().fieldNames().get(k);
      String member = memberOf(node, name);
      used.add(member);
      append(node.get(member), out.field(k), place + "." + name);
    }
    if (strict) {
      requireKnown(node, used, place);
    }
  }

  /**
   * The name of the object's member for a field: the same, else the only one but for case.
   *
   * @throws IllegalArgumentException if there are several
   */
  static String memberOf(JsonNode node, String field) {
    String found = node.has(field) ? field : FieldNames.match(node::fieldNames, field);
    return found == null ? field : found;
  }

  /** Refuses an object with a member that is not among the used ones. */
  static void requireKnown(JsonNode node, Set<String> used, String place) {
    Iterator<String> names = node.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!used.contains(name)) {
        throw new IllegalArgumentException(
            (place.isEmpty() ? "" : place + ": ")
                + "member '"
                + name
                + "' is not in the schema inferred from the first rows; give --schema, or infer"
                + " from more rows with --option infer-rows=N");
      }
    }
  }

  private void union(JsonNode node, UnionVector out, String place) {
    JsonNode tag = node.get("tag");
    boolean valid = tag != null && tag.isInt() && tag.intValue() >= 0;
    require(valid && tag.intValue() < out.branchCount(), node, out, place);
    out.append(tag.intValue());
    append(node.get("value"), out.branch(tag.intValue()), place + ".value");
  }

  private static void require(boolean fits, JsonNode node, ColumnVector out, String place) {
    if (!fits) {
      throw new IllegalArgumentException(place + ": " + shown(node) + " is no " + out.type());
    }
  }

  /** A value that is no text as text: a number as it is written, without a small exponent. */
  private static String shownWhole(JsonNode node) {
    boolean isShort = node.isBigDecimal() && Math.abs((long) node.decimalValue().scale()) <= 38;
    return isShort ? node.decimalValue().toPlainString() : node.toString();
  }

  private static String shown(JsonNode node) {
    String text = node.toString();
    return text.length() > 60 ? text.substring(0, 60) + "..." : text;
  }
}
