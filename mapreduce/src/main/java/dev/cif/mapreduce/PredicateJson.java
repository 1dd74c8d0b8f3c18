package dev.cif.mapreduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.Predicate;
import dev.cif.format.TimestampValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Predicates as text, for a job's configuration: {@code {"op":"EQ","column":"lang",
 * "values":[{"string":"jp"}]}}.
 */
final class PredicateJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private PredicateJson() {}

  static String write(Predicate predicate) {
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
      return leaf(c.op().name(), c.column(), one);
    }
    if (p instanceof Predicate.In in) {
      return leaf("IN", in.column(), in.literals());
    }
    if (p instanceof Predicate.Between b) {
      return leaf("BETWEEN", b.column(), java.util.Arrays.asList(b.low(), b.high()));
    }
    if (p instanceof Predicate.IsNull n) {
      return leaf("IS_NULL", n.column(), List.of());
    }
    return JSON.objectNode().put("op", "UNKNOWN");
  }

  private static ObjectNode connective(String op, List<Predicate> conditions) {
    ObjectNode node = JSON.objectNode().put("op", op);
    ArrayNode list = node.putArray("of");
    conditions.forEach(c -> list.add(node(c)));
    return node;
  }

  private static ObjectNode leaf(String op, String column, List<Object> literals) {
    ObjectNode node = JSON.objectNode().put("op", op).put("column", column);
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
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException with a sentence on what is wrong
   */
  static Predicate read(String json) {
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

  private static Predicate leaf(String op, JsonNode node) {
    String column = node.path("column").textValue();
    List<Object> values = new ArrayList<>();
    node.path("values").forEach(v -> values.add(literal(v)));
    int wanted = op.equals("BETWEEN") ? 2 : 1;
    boolean fits = op.equals("IN") || op.equals("IS_NULL") || values.size() == wanted;
    if (column == null || !fits) {
      throw new IllegalArgumentException("a condition lacks its column or a value: " + node);
    }
    switch (op) {
      case "IN":
        return Predicate.in(column, values);
      case "BETWEEN":
        return Predicate.between(column, values.get(0), values.get(1));
      case "IS_NULL":
        return Predicate.isNull(column);
      default:
        return Predicate.compare(column, Predicate.Op.valueOf(op), values.get(0));
    }
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
