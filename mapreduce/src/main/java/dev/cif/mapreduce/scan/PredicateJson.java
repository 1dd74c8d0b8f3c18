package dev.cif.mapreduce.scan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Converts predicates to text for a job's configuration and back: {@code
 * {"op":"EQ","column":"lang", "values":[{"string":"jp"}]}}.
 */
public final class PredicateJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private PredicateJson() {}

  public static String write(Predicate predicate) {
    return node(predicate).toString();
  }

  private static ObjectNode node(Predicate p) {
    if (p instanceof Predicate.And and) {
      return connective("AND", and.conditions());
    }
    if (p instanceof Predicate.Or or) {
      return connective("OR", or.conditions());
    }
    if (p instanceof Predicate.Not not) {
      return connective("NOT", List.of(not.condition()));
    }
    if (p instanceof Predicate.Compare c) {
      List<Object> one = new ArrayList<>();
      one.add(c.literal());
      return leaf(c.op().name(), c.path(), one);
    }
    if (p instanceof Predicate.In in) {
      return leaf("IN", in.path(), in.literals());
    }
    if (p instanceof Predicate.Like like) {
      return leaf("LIKE", like.path(), List.of(like.pattern()));
    }
    if (p instanceof Predicate.CompareColumns c) {
      ObjectNode node = leaf(c.op().name(), c.path(), List.of());
      node.set("other", path(c.other()));
      return node;
    }
    if (p instanceof Predicate.IsNull n) {
      return leaf("IS_NULL", n.path(), List.of());
    }
    return JSON.objectNode().put("op", p instanceof Predicate.Null ? "NULL" : "UNKNOWN");
  }

  private static ObjectNode connective(String op, List<Predicate> conditions) {
    ObjectNode node = JSON.objectNode().put("op", op);
    ArrayNode list = node.putArray("of");
    conditions.forEach(c -> list.add(node(c)));
    return node;
  }

  private static ObjectNode path(ColumnPath path) {
    ObjectNode node = JSON.objectNode().put("column", path.column());
    if (!path.isWholeColumn()) {
      ArrayNode steps = node.put("text", path.text()).putArray("steps");
      for (Step step : path.steps()) {
        if (step instanceof Step.Key key) {
          steps.addObject().put("key", key.key());
        } else if (step instanceof Step.Index index) {
          steps.addObject().put("index", index.index());
        } else {
          steps.addObject().put("field", ((Step.Field) step).name());
        }
      }
    }
    return node;
  }

  private static ObjectNode leaf(String op, ColumnPath path, List<Object> literals) {
    ObjectNode node = JSON.objectNode().put("op", op).setAll(path(path));
    ArrayNode list = node.putArray("values");
    literals.forEach(l -> list.add(literal(l)));
    return node;
  }

  private static JsonNode literal(Object literal) {
    ObjectNode node = JSON.objectNode();
    if (literal == null) {
      return JSON.nullNode();
    }
    if (literal instanceof Boolean b) {
      return node.put("boolean", b);
    }
    if (literal instanceof BigDecimal d) {
      return node.put("decimal", d.toString());
    }
    if (literal instanceof Double || literal instanceof Float) {
      return node.put("double", literal.toString());
    }
    if (literal instanceof Number n) {
      return node.put("long", n.longValue());
    }
    if (literal instanceof byte[] bytes) {
      return node.put("bytes", Base64.getEncoder().encodeToString(bytes));
    }
    if (literal instanceof TimestampValue t) {
      return node.put("seconds", t.seconds()).put("nanos", t.nanos());
    }
    if (literal instanceof CharSequence s) {
      return node.put("string", s.toString());
    }
    throw new IllegalArgumentException("not a literal of a predicate: " + literal.getClass());
  }

  /**
   * Reads a predicate that {@link #write} wrote.
   *
   * @throws IllegalArgumentException with a sentence on the fault
   */
  public static Predicate read(String json) {
    try {
      return read(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static Predicate read(JsonNode node) {
    String op = node.path("op").asText();
    switch (op) {
      case "AND":
        return Predicate.and(conditions(node));
      case "OR":
        return Predicate.or(conditions(node));
      case "NOT":
        return Predicate.not(conditions(node).get(0));
      case "NULL":
        return new Predicate.Null();
      case "UNKNOWN":
        return Predicate.unknown();
      default:
        return leaf(op, node);
    }
  }

  private static List<Predicate> conditions(JsonNode node) {
    List<Predicate> list = new ArrayList<>();
    node.path("of").forEach(c -> list.add(read(c)));
    return list;
  }

  private static ColumnPath path(JsonNode node) {
    String column = node.path("column").textValue();
    if (column == null) {
      throw new IllegalArgumentException("a condition lacks its column: " + node);
    }
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : node.path("steps")) {
      steps.add(
          step.has("key")
              ? new Step.Key(step.get("key").asText())
              : step.has("index")
                  ? new Step.Index(step.get("index").asLong())
                  : new Step.Field(step.path("field").asText()));
    }
    return new ColumnPath(node.path("text").asText(column), column, steps);
  }

  private static Predicate leaf(String op, JsonNode node) {
    ColumnPath path = path(node);
    List<Object> values = new ArrayList<>();
    node.path("values").forEach(v -> values.add(literal(v)));
    switch (op) {
      case "IN":
        return Predicate.in(path, values);
      case "IS_NULL":
        return Predicate.isNull(path);
      default:
        break;
    }
    if (node.has("other")) {
      return new Predicate.CompareColumns(path, Predicate.Op.valueOf(op), path(node.path("other")));
    }
    if (values.size() != 1) {
      throw new IllegalArgumentException("a condition has one value: " + node);
    }
    if (!op.equals("LIKE")) {
      return Predicate.compare(path, Predicate.Op.valueOf(op), values.get(0));
    }
    if (values.get(0) instanceof String pattern) {
      return Predicate.like(path, pattern);
    }
    throw new IllegalArgumentException("LIKE takes a text: " + node);
  }

  private static Object literal(JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    if (node.has("boolean")) {
      return node.get("boolean").asBoolean();
    }
    if (node.has("decimal")) {
      return new BigDecimal(node.get("decimal").asText());
    }
    if (node.has("double")) {
      return Double.valueOf(node.get("double").asText());
    }
    if (node.has("long")) {
      return node.get("long").asLong();
    }
    if (node.has("bytes")) {
      return Base64.getDecoder().decode(node.get("bytes").asText());
    }
    if (node.has("seconds")) {
      return new TimestampValue(node.get("seconds").asLong(), node.path("nanos").asInt());
    }
    if (node.has("string")) {
      return node.get("string").asText();
    }
    throw new IllegalArgumentException("not a literal: " + node);
  }
}
