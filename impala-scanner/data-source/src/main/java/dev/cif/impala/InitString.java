package dev.cif.impala;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * Settings of a table's init string. Immutable.
 *
 * @param path folder of the table, absolute; any Hadoop URI
 * @param columns expressions of Impala's columns, by their names in lower case
 * @param missingColumns treatment of columns and struct fields that a split-directory lacks
 * @param invalidUtf8 treatment of bytes that are not UTF-8, which Impala's interface cannot
 *     transport
 * @param timestampPredicates true to accept conditions on TIMESTAMP columns. That is correct if
 *     Impala takes timestamps as they are stored
 * @param options options for the reading of splits
 */
record InitString(
    Path path,
    Map<String, ColumnPath> columns,
    MissingColumns missingColumns,
    InvalidUtf8 invalidUtf8,
    boolean timestampPredicates,
    ReadOptions options) {

  /** Treatment of columns that a split-directory lacks. */
  enum MissingColumns {
    NULL,
    ERROR
  }

  /** Treatment of bytes that are not UTF-8. */
  enum InvalidUtf8 {
    ERROR,
    REPLACE,
    NULL
  }

  static final String PATH = "path";
  static final String COLUMNS = "columns";
  static final String MISSING_COLUMNS = "missing_columns";
  static final String INVALID_UTF8 = "invalid_utf8";
  static final String TIMESTAMP_PREDICATES = "timestamp_predicates";
  static final String VERIFY_CHECKSUMS = "verify_checksums";

  /** Names of all settings. */
  static final List<String> KEYS =
      List.of(PATH, COLUMNS, MISSING_COLUMNS, INVALID_UTF8, TIMESTAMP_PREDICATES, VERIFY_CHECKSUMS);

  /** Prefix with which Impala loads the data source's class once, not for each query. */
  private static final String CACHE_CLASS = "CACHE_CLASS::";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Tells whether Impala keeps the data source's class for later queries with this init string. */
  static boolean keepsClass(String initString) {
    return initString != null && initString.startsWith(CACHE_CLASS);
  }

  /**
   * Parses an init string.
   *
   * @throws CifException if it is not valid; the message says what is allowed
   */
  static InitString parse(String initString) throws CifException {
    String text = initString == null ? "" : initString;
    if (keepsClass(text)) {
      text = text.substring(CACHE_CLASS.length());
    }
    JsonNode json;
    try {
      json = JSON.readTree(withoutSqlEscapes(text));
    } catch (JsonProcessingException e) {
      throw new CifException("the init string is not valid JSON: " + e.getMessage(), e);
    }
    if (json == null || !json.isObject()) {
      throw wrong(
          "it is not a JSON object; give one, for example {\"path\": \"hdfs:///warehouse/t\"}");
    }
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!KEYS.contains(name)) {
        throw wrong("it has no setting '" + name + "'; the settings are " + KEYS);
      }
    }
    boolean verify = flag(json, VERIFY_CHECKSUMS, ReadOptions.DEFAULT.verifyChecksums());
    return new InitString(
        path(json),
        columns(json.path(COLUMNS)),
        choice(json, MISSING_COLUMNS, MissingColumns.NULL),
        choice(json, INVALID_UTF8, InvalidUtf8.ERROR),
        flag(json, TIMESTAMP_PREDICATES, false),
        new ReadOptions(verify));
  }

  /**
   * Removes the escapes of SQL. Impala passes the text between the quotes of the SQL literal,
   * including the backslash before a quote.
   */
  private static String withoutSqlEscapes(String text) {
    StringBuilder json = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      boolean escape = text.charAt(i) == '\\' && i + 1 < text.length();
      if (escape && text.charAt(i + 1) != '\'') {
        json.append(text.charAt(i));
      }
      i += escape ? 1 : 0;
      json.append(text.charAt(i));
    }
    return json.toString();
  }

  /** Returns the expression of an Impala column: the mapped one, or the column of the same name. */
  ColumnPath expression(String column) {
    ColumnPath mapped = columns.get(CifSchema.foldCase(column));
    return mapped != null ? mapped : ColumnPath.of(column);
  }

  /** Returns the expressions of those columns that are of type DOUBLE. */
  Set<ColumnPath> doubles(Collection<OutputColumn> columns) {
    Set<ColumnPath> paths = new HashSet<>();
    for (OutputColumn column : columns) {
      if (column.type().kind() == ImpalaType.Kind.DOUBLE) {
        paths.add(expression(column.name()));
      }
    }
    return paths;
  }

  private static Path path(JsonNode json) throws CifException {
    JsonNode value = json.path(PATH);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw wrong("'" + PATH + "' is missing: a text, the folder of the table");
    }
    Path path;
    try {
      path = new Path(value.textValue());
    } catch (IllegalArgumentException e) {
      throw wrong("'" + PATH + "' is no path: " + e.getMessage());
    }
    if (!path.isUriPathAbsolute()) {
      throw wrong("'" + PATH + "' is '" + path + "'; it must be absolute, as in hdfs:///data/t");
    }
    return path;
  }

  private static Map<String, ColumnPath> columns(JsonNode json) throws CifException {
    if (json.isMissingNode()) {
      return Map.of();
    }
    if (!json.isObject()) {
      throw wrong("'" + COLUMNS + "' is not an object of column names and expressions");
    }
    Map<String, ColumnPath> columns = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      String name = CifSchema.foldCase(entry.getKey());
      if (!entry.getValue().isTextual()) {
        throw wrong("column '" + name + "' of '" + COLUMNS + "' is not given as a text");
      }
      ColumnPath expression;
      try {
        expression = ColumnExpression.parse(entry.getValue().textValue());
      } catch (CifException e) {
        throw wrong("column '" + name + "' of '" + COLUMNS + "': " + e.getMessage());
      }
      if (columns.put(name, expression) != null) {
        throw wrong("column '" + name + "' occurs twice in '" + COLUMNS + "' (case is ignored)");
      }
    }
    return columns;
  }

  private static <E extends Enum<E>> E choice(JsonNode json, String key, E byDefault)
      throws CifException {
    JsonNode value = json.path(key);
    if (value.isMissingNode()) {
      return byDefault;
    }
    List<String> allowed = new ArrayList<>();
    for (E constant : byDefault.getDeclaringClass().getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(value.textValue())) {
        return constant;
      }
      allowed.add(name);
    }
    throw wrong("'" + key + "' is " + value + "; it is one of " + allowed);
  }

  private static boolean flag(JsonNode json, String key, boolean byDefault) throws CifException {
    JsonNode value = json.path(key);
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw wrong("'" + key + "' is " + value + "; it is true or false");
    }
    return value.isMissingNode() ? byDefault : value.booleanValue();
  }

  private static CifException wrong(String message) {
    return new CifException("the init string is not valid: " + message);
  }
}
