package dev.cif.cli.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Type of values, inferred from examples. Whole numbers are bigint, or decimal(38,0) if one is too
 * large; other numbers double; true and false boolean. Arrays are array; objects struct with all
 * members seen, or map&lt;string,string&gt; if none has any. Text is string, and so are mixed
 * examples.
 */
final class JsonShape {
  private enum Sort {
    NOTHING,
    BOOLEAN,
    WHOLE,
    GREAT_WHOLE,
    NUMBER,
    TEXT,
    ARRAY,
    OBJECT,
    MIXED
  }

  private final SourceText text;
  private Sort sort = Sort.NOTHING;
  private JsonShape element;
  private final Map<String, JsonShape> members = new LinkedHashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();

  JsonShape(SourceText text) {
    this.text = text;
  }

  /**
   * Takes an example into account.
   *
   * @throws IllegalArgumentException if a member's name is no text
   */
  void add(JsonNode node) {
    Sort other = sortOf(node);
    if (other == Sort.ARRAY) {
      element = element == null ? new JsonShape(text) : element;
      node.forEach(element::add);
    }
    if (other == Sort.OBJECT) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        String folded = CifSchema.foldCase(field.getKey());
        names.putIfAbsent(folded, text.cleanName(field.getKey()));
        members.computeIfAbsent(folded, k -> new JsonShape(text)).add(field.getValue());
      }
    }
    sort = merged(sort, other);
  }

  private static Sort sortOf(JsonNode node) {
    switch (node.getNodeType()) {
      case BOOLEAN:
        return Sort.BOOLEAN;
      case NUMBER:
        return !node.isIntegralNumber()
            ? Sort.NUMBER
            : node.canConvertToLong() ? Sort.WHOLE : great(node);
      case ARRAY:
        return Sort.ARRAY;
      case OBJECT:
        return Sort.OBJECT;
      case NULL:
      case MISSING:
        return Sort.NOTHING;
      default:
        return Sort.TEXT;
    }
  }

  private static Sort great(JsonNode node) {
    return node.bigIntegerValue().abs().toString().length() <= 38 ? Sort.GREAT_WHOLE : Sort.NUMBER;
  }

  private static Sort merged(Sort a, Sort b) {
    if (a == b || b == Sort.NOTHING) {
      return a;
    }
    if (a == Sort.NOTHING) {
      return b;
    }
    boolean numbers = isNumber(a) && isNumber(b);
    return numbers ? (a.compareTo(b) > 0 ? a : b) : Sort.MIXED;
  }

  private static boolean isNumber(Sort sort) {
    return sort == Sort.WHOLE || sort == Sort.GREAT_WHOLE || sort == Sort.NUMBER;
  }

  CifType type() {
    switch (sort) {
      case BOOLEAN:
        return CifType.BOOLEAN;
      case WHOLE:
        return CifType.BIGINT;
      case GREAT_WHOLE:
        return CifType.decimal(38, 0);
      case NUMBER:
        return CifType.DOUBLE;
      case ARRAY:
        return CifType.array(element.type());
      case OBJECT:
        return members.isEmpty()
            ? CifType.map(CifType.STRING, CifType.STRING)
            : CifType.struct(List.copyOf(names.values()), memberTypes());
      default:
        return CifType.STRING;
    }
  }

  private List<CifType> memberTypes() {
    List<CifType> types = new ArrayList<>();
    for (JsonShape member : members.values()) {
      types.add(member.type());
    }
    return types;
  }

  /** Returns the members of objects as columns. */
  CifSchema schema() {
    return CifSchema.of(List.copyOf(names.values()), memberTypes());
  }
}
