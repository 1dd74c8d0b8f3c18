package dev.cif.format.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Avro JSON form of schemas and types, FORMAT.md section 4. */
public final class AvroJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Number of records so far, which makes their names unique in a schema, as Avro demands. */
  private int records;

  private AvroJson() {}

  /** Returns the Avro record schema of a row. */
  public static ObjectNode write(CifSchema schema) {
    return new AvroJson().row(schema);
  }

  private ObjectNode row(CifSchema schema) {
    ObjectNode record = record("row");
    ArrayNode fields = record.putArray("fields");
    Map<String, Integer> used = new HashMap<>();
    for (Column column : schema.columns()) {
      ObjectNode field = field(fields, column.name(), used, nullable(column.type()));
      field.put("cif.id", column.id());
      if (column.key() != null) {
        field.put("cif.key", column.key());
      }
    }
    return record;
  }

  private static ObjectNode record(String name) {
    return JSON.objectNode().put("type", "record").put("name", name);
  }

  private static ObjectNode field(
      ArrayNode fields, String name, Map<String, Integer> used, JsonNode type) {
    ObjectNode field = fields.addObject();
    String avroName = avroName(name, used);
    field.put("name", avroName);
    field.set("type", type);
    field.putNull("default");
    if (!avroName.equals(name)) {
      field.put("cif.name", name);
    }
    return field;
  }

  /**
   * Returns a name that Avro allows and that is not used yet.
   *
   * @param used names in use, each with the last number that was appended to it
   */
  private static String avroName(String name, Map<String, Integer> used) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean digit = c >= '0' && c <= '9';
      if (digit && i == 0) {
        s.append('_');
      }
      s.append(letter || digit ? c : '_');
    }
    String base = s.length() == 0 ? "_" : s.toString();
    Integer last = used.putIfAbsent(base, 1);
    if (last == null) {
      return base;
    }
    int k = last + 1;
    while (used.putIfAbsent(base + "_" + k, 1) != null) {
      k++;
    }
    used.put(base, k);
    return base + "_" + k;
  }

  private ArrayNode nullable(CifType type) {
    return JSON.arrayNode().add("null").add(type(type));
  }

  private JsonNode type(CifType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT -> exact("int", type);
      case INT -> JSON.textNode("int");
      case BIGINT -> JSON.textNode("long");
      case BINARY -> JSON.textNode("bytes");
      case VARCHAR, CHAR -> exact("string", type);
      case DATE -> JSON.objectNode().put("type", "int").put("logicalType", "date");
      case DECIMAL ->
          JSON.objectNode()
              .put("type", "bytes")
              .put("logicalType", "decimal")
              .put("precision", type.precision())
              .put("scale", type.scale());
      case TIMESTAMP -> exact("long", type).put("logicalType", "local-timestamp-micros");
      case TIMESTAMP_LTZ -> exact("long", type).put("logicalType", "timestamp-micros");
      case ARRAY -> {
        ObjectNode array = JSON.objectNode().put("type", "array");
        array.set("items", nullable(type.child(0)));
        yield array;
      }
      case MAP -> map(type);
      case STRUCT -> struct(type);
      case UNION -> union(type);
      case BOOLEAN, FLOAT, DOUBLE, STRING ->
          JSON.textNode(type.kind().name().toLowerCase(Locale.ROOT));
    };
  }

  private static ObjectNode exact(String avroType, CifType type) {
    return JSON.objectNode().put("type", avroType).put("cif.type", type.toString());
  }

  private ObjectNode map(CifType type) {
    if (type.child(0).kind() == CifType.Kind.STRING) {
      ObjectNode map = JSON.objectNode().put("type", "map");
      map.set("values", nullable(type.child(1)));
      return map;
    }
    ObjectNode entry = record("entry" + ++records);
    ArrayNode fields = entry.putArray("fields");
    fields.addObject().put("name", "key").set("type", type(type.child(0)));
    field(fields, "value", new HashMap<>(), nullable(type.child(1)));
    ObjectNode map = exact("array", type);
    map.set("items", entry);
    return map;
  }

  private ObjectNode struct(CifType type) {
    ObjectNode record = record("struct" + ++records);
    ArrayNode fields = record.putArray("fields");
    Map<String, Integer> used = new HashMap<>();
    for (int i = 0; i < type.children().size(); i++) {
      field(fields, type.fieldNames().get(i), used, nullable(type.child(i)));
    }
    return record;
  }

  private ObjectNode union(CifType type) {
    ObjectNode record = record("union" + ++records).put("cif.type", type.toString());
    ArrayNode fields = record.putArray("fields");
    fields.addObject().put("name", "tag").put("type", "int");
    for (int i = 0; i < type.children().size(); i++) {
      field(fields, "tag_" + i, new HashMap<>(), nullable(type.child(i)));
    }
    return record;
  }

  /**
   * Reads the schema from an Avro record schema that {@link #write} made or that follows the same
   * rules.
   *
   * @param in parser behind the first token of the schema; afterwards it is at the last
   * @param first first token of the schema
   * @throws IllegalArgumentException with a sentence on the fault
   */
  public static CifSchema read(JsonParser in, JsonToken first) throws IOException {
    List<Column> columns = null;
    boolean isRecord = false;
    while (first == JsonToken.START_OBJECT && in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (member.equals("fields") && value == JsonToken.START_ARRAY) {
        columns = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          columns.add(new Field(in).column());
        }
      } else {
        isRecord |= member.equals("type") && in.getText().equals("record");
        in.skipChildren();
      }
    }
    if (columns == null || !isRecord) {
      throw new IllegalArgumentException("the schema is no Avro record");
    }
    return CifSchema.of(columns);
  }

  /** Field of the row as it is read, not checked yet. Only its type is built as a tree. */
  private static final class Field {
    private Integer id;
    private String name;

    /** Column name that Avro does not allow, which the field's name replaces. */
    private String trueName;

    private boolean hasTrueName;
    private JsonNode type = MissingNode.getInstance();
    private String key;
    private boolean hasKey;

    Field(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        in.skipChildren();
        return;
      }
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        switch (member) {
          case "cif.id" -> id = integer(in, value);
          case "name" -> name = text(in, value);
          case "cif.name" -> {
            hasTrueName = true;
            trueName = text(in, value);
          }
          case "type" -> type = in.readValueAsTree();
          case "cif.key" -> {
            hasKey = true;
            key = text(in, value);
          }
          default -> in.skipChildren();
        }
      }
    }

    private static String text(JsonParser in, JsonToken value) throws IOException {
      if (value == JsonToken.VALUE_STRING) {
        return in.getText();
      }
      in.skipChildren();
      return null;
    }

    private static Integer integer(JsonParser in, JsonToken value) throws IOException {
      if (value == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == JsonParser.NumberType.INT) {
        return in.getIntValue();
      }
      in.skipChildren();
      return null;
    }

    Column column() {
      String shown = hasTrueName ? trueName : name;
      if (id == null) {
        throw new IllegalArgumentException("a field of the schema has no cif.id: " + shown);
      }
      if (shown == null) {
        throw new IllegalArgumentException("a field of the schema has no name: cif.id " + id);
      }
      CifType read = readType(type, 1);
      if (hasKey && key == null) {
        throw new IllegalArgumentException(
            "a field of the schema has a key that can't be: " + shown);
      }
      return new Column(id, shown, read, key);
    }
  }

  private static JsonNode fields(JsonNode record) {
    JsonNode fields = record.path("fields");
    if (!"record".equals(record.path("type").asText()) || !fields.isArray()) {
      throw new IllegalArgumentException("the schema is no Avro record");
    }
    return fields;
  }

  private static String name(JsonNode field) {
    JsonNode name = field.has("cif.name") ? field.get("cif.name") : field.path("name");
    if (!name.isTextual()) {
      throw new IllegalArgumentException("a field of the schema has no name: " + field);
    }
    return name.textValue();
  }

  private static CifType readType(JsonNode node, int depth) {
    if (depth > CifType.MAX_DEPTH) {
      throw new IllegalArgumentException("types nested deeper than " + CifType.MAX_DEPTH);
    }
    if (node.isArray()) {
      return readType(withoutNull(node), depth);
    }
    JsonNode exact = node.path("cif.type");
    if (exact.isTextual()) {
      return CifType.parse(exact.textValue());
    }
    String type = node.isObject() ? node.path("type").asText() : node.asText();
    String logical = node.path("logicalType").asText();
    switch (type) {
      case "boolean":
        return CifType.BOOLEAN;
      case "int":
        return logical.equals("date") ? CifType.DATE : CifType.INT;
      case "long":
        return readLong(logical);
      case "float":
        return CifType.FLOAT;
      case "double":
        return CifType.DOUBLE;
      case "string":
        return CifType.STRING;
      case "bytes":
        return logical.equals("decimal")
            ? CifType.decimal(node.path("precision").asInt(), node.path("scale").asInt())
            : CifType.BINARY;
      case "array":
        return CifType.array(readType(node.path("items"), depth + 1));
      case "map":
        return CifType.map(CifType.STRING, readType(node.path("values"), depth + 1));
      case "record":
        List<String> names = new ArrayList<>();
        List<CifType> types = new ArrayList<>();
        for (JsonNode field : fields(node)) {
          names.add(name(field));
          types.add(readType(field.path("type"), depth + 1));
        }
        return CifType.struct(names, types);
      default:
        throw new IllegalArgumentException("the schema has a type that CIF does not know: " + node);
    }
  }

  private static CifType readLong(String logical) {
    switch (logical) {
      case "local-timestamp-micros":
        return CifType.TIMESTAMP;
      case "timestamp-micros":
        return CifType.TIMESTAMP_LTZ;
      default:
        return CifType.BIGINT;
    }
  }

  private static JsonNode withoutNull(JsonNode union) {
    JsonNode found = null;
    for (JsonNode branch : union) {
      if (!"null".equals(branch.asText())) {
        if (found != null) {
          throw new IllegalArgumentException("the schema has a union of several types: " + union);
        }
        found = branch;
      }
    }
    if (found == null) {
      throw new IllegalArgumentException("the schema has a union of no type: " + union);
    }
    return found;
  }
}
