package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Content of a table file, FORMAT.md section 2.4. Immutable.
 *
 * @param description what the file says of the table
 * @param json JSON of the file, with the members that this reader does not know
 */
public record TableFile(TableDescription description, ObjectNode json) {
  /** Name of the file in the table's folder. */
  public static final String NAME = "_cif_table";

  /** Greatest length of a table file in bytes (FORMAT.md section 9). */
  static final int MAX_BYTES = 64 << 20;

  private static final int READ_ATTEMPTS = 3;
  private static final String WRITER = "cif-java";
  private static final String STORED_AS = "storedAs";
  private static final String NUMBER = "number";

  /** Members that this writer knows, of the file and of columns. */
  private static final Set<String> KNOWN =
      Set.of(
          "formatVersion",
          "requires",
          "writer",
          "revision",
          "owner",
          "transactional",
          "columns",
          "keys",
          "partitionColumns",
          "partitions",
          "properties",
          "name",
          "type",
          "default",
          "comment",
          NUMBER,
          STORED_AS);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Reads a table file.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws CifException if it is damaged, too long, or of an unknown version
   */
  public static TableFile read(FileSystem fs, Path path) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return parse(path, SplitFiles.readBounded(fs, path, MAX_BYTES, "a table file"));
      } catch (FileNotFoundException e) {
        throw e;
      } catch (IOException e) {
        // If the file was replaced meanwhile, the error may stem from mixing both.
        if (attempt == READ_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Parses the bytes of a table file.
   *
   * @param file name of the file, for errors
   */
  public static TableFile parse(Object file, byte[] bytes) throws CifException {
    int start = HeadedJson.TABLE.checkedStart(file, bytes);
    try (JsonParser in = SchemaReader.parser(bytes, start, bytes.length - 1)) {
      JsonNode json = MAPPER.readTree(in);
      if (!(json instanceof ObjectNode object)) {
        throw new IllegalArgumentException("the JSON is no object");
      }
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("there is more behind the end of the JSON");
      }
      return new TableFile(description(object), object);
    } catch (IllegalArgumentException | IOException e) {
      throw CifException.at(file, null, -1, "the table file is not valid: " + e.getMessage(), e);
    }
  }

  private static TableDescription description(ObjectNode json) {
    if (number(json, "formatVersion", Integer.MAX_VALUE) != HeadedJson.VERSION) {
      throw new IllegalArgumentException("formatVersion is not " + HeadedJson.VERSION);
    }
    for (JsonNode feature : array(json, "requires")) {
      throw new IllegalArgumentException(
          "it requires "
              + feature
              + ", which is not known here; read the table with a newer release of CIF");
    }
    if (!json.has("columns")) {
      throw new IllegalArgumentException("there is no 'columns'");
    }
    Map<String, String> properties = new TreeMap<>();
    JsonNode object = object(json, "properties");
    object.fieldNames().forEachRemaining(name -> properties.put(name, text(object, name)));
    return new TableDescription(
        number(json, "revision", Long.MAX_VALUE),
        optional(json, "owner"),
        columns(json, "columns"),
        keys(json),
        columns(json, "partitionColumns"),
        partitions(json),
        optional(json, "transactional"),
        properties);
  }

  private static List<TableColumn> columns(ObjectNode json, String member) {
    List<TableColumn> columns = new ArrayList<>();
    for (JsonNode one : array(json, member)) {
      expectObject(one, member);
      columns.add(
          new TableColumn(
              text(one, "name"),
              CifType.parse(text(one, "type")),
              optional(one, "default"),
              optional(one, "comment")));
    }
    return columns;
  }

  private static ColumnKeys keys(ObjectNode json) {
    List<ColumnKeys.Entry> entries = new ArrayList<>();
    for (JsonNode one : array(json, "columns")) {
      if (one.has(NUMBER)) {
        String name = CifSchema.foldCase(text(one, "name"));
        List<String> stored = one.has(STORED_AS) ? texts(one, STORED_AS) : List.of(name);
        entries.add(new ColumnKeys.Entry(numberOf(one), name, stored));
      }
    }
    JsonNode keys = object(json, "keys");
    if (!json.has("keys")) {
      if (!entries.isEmpty()) {
        throw new IllegalArgumentException("columns have numbers, and there is no 'keys'");
      }
      return null;
    }
    for (JsonNode one : array(keys, "dropped")) {
      expectObject(one, "dropped");
      entries.add(new ColumnKeys.Entry(numberOf(one), null, texts(one, STORED_AS)));
    }
    entries.sort(Comparator.comparingInt(ColumnKeys.Entry::number));
    return ColumnKeys.of(
        text(keys, "table"), (int) number(keys, "next", Integer.MAX_VALUE), entries);
  }

  private static List<OutsidePartition> partitions(ObjectNode json) {
    List<OutsidePartition> partitions = new ArrayList<>();
    for (JsonNode one : array(json, "partitions")) {
      expectObject(one, "partitions");
      List<String> values = new ArrayList<>();
      for (JsonNode value : array(one, "values")) {
        if (!value.isNull() && !value.isTextual()) {
          throw new IllegalArgumentException("a value of a partition is neither a text nor null");
        }
        values.add(value.isNull() ? null : value.textValue());
      }
      partitions.add(new OutsidePartition(values, text(one, "location")));
    }
    return partitions;
  }

  private static int numberOf(JsonNode column) {
    return (int) number(column, NUMBER, Integer.MAX_VALUE);
  }

  private static long number(JsonNode json, String member, long max) {
    JsonNode value = json.path(member);
    boolean fits = value.isIntegralNumber() && value.canConvertToLong();
    if (!fits || value.longValue() < 1 || value.longValue() > max) {
      throw new IllegalArgumentException("'" + member + "' is no number from 1 to " + max);
    }
    return value.longValue();
  }

  private static String text(JsonNode json, String member) {
    JsonNode value = json.path(member);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("'" + member + "' is no text");
    }
    return value.textValue();
  }

  private static String optional(JsonNode json, String member) {
    return json.has(member) ? text(json, member) : null;
  }

  private static List<String> texts(JsonNode json, String member) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : array(json, member)) {
      if (!value.isTextual()) {
        throw new IllegalArgumentException("an element of '" + member + "' is no text");
      }
      texts.add(value.textValue());
    }
    return texts;
  }

  /** Returns an array, which is empty if there is no such member. */
  private static JsonNode array(JsonNode json, String member) {
    JsonNode value = json.has(member) ? json.get(member) : MAPPER.createArrayNode();
    if (!value.isArray()) {
      throw new IllegalArgumentException("'" + member + "' is no list");
    }
    return value;
  }

  /** Returns an object, which is empty if there is no such member. */
  private static JsonNode object(JsonNode json, String member) {
    JsonNode value = json.has(member) ? json.get(member) : MAPPER.createObjectNode();
    expectObject(value, member);
    return value;
  }

  private static void expectObject(JsonNode value, String member) {
    if (!value.isObject()) {
      throw new IllegalArgumentException("'" + member + "' has something that is no object");
    }
  }

  /**
   * Returns a file with another description. Members that this writer does not know stay: those of
   * the file, and those of columns that are there before and after.
   */
  public TableFile with(TableDescription other) {
    return new TableFile(other, json(other, json));
  }

  /** Returns the first file of a table. */
  public static TableFile of(TableDescription description) {
    return new TableFile(description, json(description, MAPPER.createObjectNode()));
  }

  private static ObjectNode json(TableDescription table, ObjectNode before) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("formatVersion", HeadedJson.VERSION);
    json.put("writer", WRITER);
    json.put("revision", table.revision());
    put(json, "owner", table.owner());
    put(json, "transactional", table.transactional());
    Map<String, ColumnKeys.Entry> byName = new HashMap<>();
    if (table.keys() != null) {
      for (ColumnKeys.Entry entry : table.keys().entries()) {
        if (entry.name() != null) {
          byName.put(entry.name(), entry);
        }
      }
    }
    Map<JsonNode, JsonNode> old = columnsOf(before);
    ArrayNode columns = json.putArray("columns");
    for (TableColumn column : table.columns()) {
      ObjectNode one = column(columns, column);
      ColumnKeys.Entry entry = byName.get(CifSchema.foldCase(column.name()));
      if (entry != null) {
        one.put(NUMBER, entry.number());
        putTexts(one, ColumnKeys.otherNames(entry));
      }
      keepUnknown(one, old.getOrDefault(identity(one), MissingNode.getInstance()));
    }
    if (table.keys() != null) {
      ObjectNode keys = json.putObject("keys");
      keys.put("table", table.keys().table()).put("next", table.keys().next());
      ArrayNode dropped = keys.putArray("dropped");
      for (ColumnKeys.Entry entry : table.keys().entries()) {
        if (entry.name() == null) {
          putTexts(dropped.addObject().put(NUMBER, entry.number()), entry.unkeyed());
        }
      }
    }
    if (!table.partitionColumns().isEmpty()) {
      ArrayNode partitionColumns = json.putArray("partitionColumns");
      table.partitionColumns().forEach(column -> column(partitionColumns, column));
    }
    if (!table.partitions().isEmpty()) {
      ArrayNode partitions = json.putArray("partitions");
      for (OutsidePartition partition : table.partitions()) {
        ObjectNode one = partitions.addObject();
        partition.values().forEach(one.putArray("values")::add);
        one.put("location", partition.location());
      }
    }
    ObjectNode properties = json.putObject("properties");
    table.properties().forEach(properties::put);
    keepUnknown(json, before);
    return json;
  }

  private static ObjectNode column(ArrayNode columns, TableColumn column) {
    ObjectNode one = columns.addObject();
    one.put("name", column.name()).put("type", column.type().toString());
    put(one, "default", column.defaultText());
    put(one, "comment", column.comment());
    return one;
  }

  private static void put(ObjectNode json, String member, String text) {
    if (text != null) {
      json.put(member, text);
    }
  }

  private static void putTexts(ObjectNode json, List<String> storedAs) {
    if (storedAs != null) {
      storedAs.forEach(json.putArray(STORED_AS)::add);
    }
  }

  private static void keepUnknown(ObjectNode json, JsonNode before) {
    before
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!KNOWN.contains(name)) {
                json.set(name, before.get(name));
              }
            });
  }

  /** Returns the columns of an older file by their numbers or, without one, by their names. */
  private static Map<JsonNode, JsonNode> columnsOf(ObjectNode before) {
    Map<JsonNode, JsonNode> columns = new HashMap<>();
    before.path("columns").forEach(one -> columns.put(identity(one), one));
    return columns;
  }

  private static JsonNode identity(JsonNode column) {
    return column.has(NUMBER) ? column.get(NUMBER) : column.path("name");
  }

  /**
   * Returns the bytes of the file.
   *
   * @throws CifException if they are more than a table file can have
   */
  public byte[] toBytes() throws CifException {
    try {
      byte[] bytes =
          HeadedJson.TABLE.toBytes(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
      if (bytes.length > MAX_BYTES) {
        throw new CifException(
            "a table file cannot have more than " + MAX_BYTES + " bytes, not " + bytes.length);
      }
      return bytes;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
