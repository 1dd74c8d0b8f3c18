package dev.cif.hive.update;

import dev.cif.format.CifSchema;
import dev.cif.format.commit.TableChange;
import dev.cif.hive.CifHook;
import dev.cif.hive.handler.PartitionColumns;
import dev.cif.hive.serde.CifSerDe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.runtime.TokenRewriteStream;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.hive.ql.exec.FunctionInfo;
import org.apache.hadoop.hive.ql.exec.FunctionRegistry;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.InvalidTableException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.HiveParser;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.parse.ParseUtils;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.mapred.TextInputFormat;

/**
 * UPDATE of a CIF table, as a query that Hive can plan: the split-directory and number of each
 * changed row, and the new values. Hive writes the result into a folder of the table's, by {@link
 * UpdateOutputFormat}.
 */
final class UpdateStatement {
  private final Table table;
  private final TokenRewriteStream text;
  private final Map<String, ASTNode> values = new LinkedHashMap<>();
  private final ASTNode where;
  private final UpdateWork work;

  private UpdateStatement(Table table, ASTNode update, TokenRewriteStream text)
      throws SemanticException {
    this.table = table;
    this.text = text;
    for (Object assignment : ((ASTNode) update.getChild(1)).getChildren()) {
      ASTNode node = (ASTNode) assignment;
      String column = BaseSemanticAnalyzer.unescapeIdentifier(name((ASTNode) node.getChild(0)));
      if (values.put(column.toLowerCase(Locale.ROOT), (ASTNode) node.getChild(1)) != null) {
        throw refused("column '" + column + "' is set twice");
      }
    }
    where = update.getChildCount() > 2 ? (ASTNode) update.getChild(2).getChild(0) : null;
    check();
    work =
        new UpdateWork(
            TableChange.newId(),
            table.getDbName(),
            table.getTableName(),
            table.getDataLocation().toString(),
            List.copyOf(values.keySet()),
            List.copyOf(sources()));
  }

  /**
   * Returns the statement, if it updates a CIF table; else null.
   *
   * @param command text of the whole command
   * @throws SemanticException if such a table does not support it
   */
  static UpdateStatement of(String command, HiveConf conf) throws SemanticException {
    try {
      Context context = new Context(conf);
      ASTNode update = find(ParseUtils.parse(command, context));
      Table table = table((ASTNode) update.getChild(0), conf);
      return table == null
          ? null
          : new UpdateStatement(table, update, context.getTokenRewriteStream());
    } catch (ParseException e) {
      throw new SemanticException(e);
    }
  }

  /** Returns the UPDATE of a statement, which may be explained; null if it is another statement. */
  static ASTNode find(ASTNode statement) {
    boolean isExplained = statement.getType() == HiveParser.TOK_EXPLAIN;
    ASTNode node = isExplained ? (ASTNode) statement.getChild(0) : statement;
    return node.getType() == HiveParser.TOK_UPDATE_TABLE ? node : null;
  }

  private static Table table(ASTNode name, HiveConf conf) throws SemanticException {
    try {
      Table table =
          Hive.get(conf)
              .getTable(
                  BaseSemanticAnalyzer.getQualifiedTableName(name).getNotEmptyDbTable(), false);
      return table != null && CifHook.isCif(table) ? table : null;
    } catch (InvalidTableException e) {
      return null;
    } catch (HiveException e) {
      throw new SemanticException(e);
    }
  }

  private static String name(ASTNode column) {
    return column.getChild(column.getChildCount() - 1).getText();
  }

  private SemanticException refused(String reason) {
    return new SemanticException(
        "UPDATE of " + table.getFullyQualifiedName() + ": " + reason + "; nothing was changed");
  }

  private void check() throws SemanticException {
    if (table.getDataLocation() == null) {
      throw refused("the table has no folder");
    }
    String place = table.getDataLocation().toString();
    if (place.indexOf('\\') >= 0 || (place.indexOf('\'') >= 0 && place.indexOf('"') >= 0)) {
      throw refused("Hive can't write below " + place + ", because of \\, or \" and ' together");
    }
    for (Map.Entry<String, ASTNode> value : values.entrySet()) {
      String column = value.getKey();
      if (isIn(table.getPartCols(), column) || isInFolders(column)) {
        throw refused("'" + column + "' is a partition column, whose values are names of folders");
      }
      if (!isIn(table.getCols(), column)) {
        throw refused(
            "there is no column '"
                + column
                + "'; it has "
                + table.getCols().stream().map(FieldSchema::getName).limit(100).toList());
      }
      boolean isBucketed =
          table.getBucketCols().contains(column)
              || table.getSortCols().stream().anyMatch(o -> o.getCol().equals(column));
      if (isBucketed) {
        throw refused(
            "the table is bucketed or sorted by '" + column + "', so that rows would have to move");
      }
      check(value.getValue());
    }
    if (where != null) {
      check(where);
    }
  }

  private static boolean isIn(List<FieldSchema> columns, String name) {
    return columns.stream().anyMatch(column -> column.getName().equalsIgnoreCase(name));
  }

  /**
   * Returns true if a column of a storage handler's table has its values in the names of folders.
   */
  private boolean isInFolders(String column) {
    return PartitionColumns.names(table.getProperty(PartitionColumns.PROPERTY)).contains(column);
  }

  /** Checks that the new value of a row depends on that row alone. */
  private void check(ASTNode node) throws SemanticException {
    switch (node.getType()) {
      case HiveParser.TOK_SUBQUERY_EXPR, HiveParser.TOK_QUERY ->
          throw refused("it has a subquery; join into a table first, or add the column by a job");
      case HiveParser.TOK_WINDOWSPEC -> throw refused("it has a window function");
      case HiveParser.TOK_DEFAULT_VALUE -> throw refused("DEFAULT is not known here");
      case HiveParser.TOK_FUNCTION, HiveParser.TOK_FUNCTIONDI, HiveParser.TOK_FUNCTIONSTAR ->
          checkFunction(node.getChild(0).getText());
      default -> {}
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      check((ASTNode) node.getChild(i));
    }
  }

  private void checkFunction(String name) throws SemanticException {
    FunctionInfo function =
        FunctionRegistry.getFunctionInfo(BaseSemanticAnalyzer.unescapeIdentifier(name));
    if (function == null) {
      return;
    }
    if (function.isGenericUDAF() || function.isGenericUDTF()) {
      throw refused("'" + name + "' is not a function of one row");
    }
    if (function.isGenericUDF() && !FunctionRegistry.isDeterministic(function.getGenericUDF())) {
      throw refused("'" + name + "' gives another value each time it is asked");
    }
  }

  /** Returns the columns that are read. */
  private Set<String> sources() {
    Set<String> names = new LinkedHashSet<>();
    values.values().forEach(value -> addColumns(value, names));
    if (where != null) {
      addColumns(where, names);
    }
    return names;
  }

  private void addColumns(ASTNode node, Set<String> names) {
    // Qualified names, and names of fields, are Identifiers below a dot: all that are columns
    // count.
    if (node.getType() == HiveParser.TOK_TABLE_OR_COL || node.getType() == HiveParser.Identifier) {
      String text = node.getType() == HiveParser.Identifier ? node.getText() : name(node);
      String name = BaseSemanticAnalyzer.unescapeIdentifier(text);
      if (isIn(table.getCols(), name)) {
        names.add(CifSchema.foldCase(name));
      }
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      addColumns((ASTNode) node.getChild(i), names);
    }
  }

  /** Returns the table that is updated. */
  Table table() {
    return table;
  }

  /** Returns the work of the update's tasks. */
  UpdateWork work() {
    return work;
  }

  /** Returns the statement to plan instead. */
  ASTNode query(HiveConf conf) throws SemanticException {
    try {
      return ParseUtils.parse(query(), new Context(conf));
    } catch (ParseException e) {
      throw new SemanticException(e);
    }
  }

  private String query() {
    StringBuilder query = new StringBuilder("INSERT OVERWRITE DIRECTORY ");
    query.append(directoryLiteral(work.resultFolder().toString()));
    query.append(" ROW FORMAT SERDE ").append(literal(CifSerDe.class.getName()));
    query.append(" WITH SERDEPROPERTIES (");
    String separator = "";
    for (Map.Entry<String, String> property : properties().entrySet()) {
      query.append(separator).append(literal(property.getKey()));
      query.append('=').append(literal(property.getValue()));
      separator = ", ";
    }
    query.append(") STORED AS INPUTFORMAT ").append(literal(TextInputFormat.class.getName()));
    query.append(" OUTPUTFORMAT ").append(literal(UpdateOutputFormat.class.getName()));
    query.append(" SELECT INPUT__FILE__NAME, BLOCK__OFFSET__INSIDE__FILE");
    for (Map.Entry<String, ASTNode> value : values.entrySet()) {
      query.append(", ").append(converted(value.getValue(), value.getKey()));
    }
    query.append(" FROM ").append(identifier(table.getDbName()));
    query.append('.').append(identifier(table.getTableName()));
    if (where != null) {
      query.append(" WHERE ").append(text(where));
    }
    return query.toString();
  }

  private String text(ASTNode node) {
    return text.toString(node.getTokenStartIndex(), node.getTokenStopIndex());
  }

  private TypeInfo type(String column) {
    for (FieldSchema field : table.getCols()) {
      if (field.getName().equals(column)) {
        return TypeInfoUtils.getTypeInfoFromTypeString(field.getType());
      }
    }
    throw new IllegalStateException(column);
  }

  /**
   * Checks the types that Hive gives the values.
   *
   * @param types types of all columns of the query, in Hive's form
   * @throws SemanticException if one is not the column's
   */
  void checkTypes(String types) throws SemanticException {
    List<TypeInfo> found = TypeInfoUtils.getTypeInfosFromTypeString(types);
    int i = 2;
    for (String column : values.keySet()) {
      TypeInfo value = found.get(i++);
      if (!value.equals(type(column))) {
        throw refused("column '" + column + "' is " + type(column) + ", its new value is " + value);
      }
    }
  }

  /** Returns a value with the conversion of an INSERT. */
  private String converted(ASTNode value, String column) {
    TypeInfo type = type(column);
    if (type.getCategory() == Category.PRIMITIVE) {
      return "CAST((" + text(value) + ") AS " + type.getTypeName() + ")";
    }
    // For Hive a NULL alone is a text; a complex type can't be the target of a cast.
    return value.getType() == HiveParser.TOK_NULL
        ? "IF(INPUT__FILE__NAME IS NULL, " + identifier(column) + ", NULL)"
        : "(" + text(value) + ")";
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    // Properties by which columns are written.
    List<Map.Entry<String, String>> ofTable = new ArrayList<>(table.getParameters().entrySet());
    ofTable.sort(Comparator.comparing(Map.Entry::getKey));
    for (Map.Entry<String, String> property : ofTable) {
      if (property.getKey().startsWith("cif.")) {
        properties.put(property.getKey(), property.getValue());
      }
    }
    List<String> types = new ArrayList<>();
    values.keySet().forEach(column -> types.add(type(column).getTypeName()));
    properties.put(UpdateOutputFormat.ID, work.id());
    properties.put(UpdateOutputFormat.TABLE, table.getFullyQualifiedName());
    properties.put(UpdateOutputFormat.COLUMNS, String.join("\n", work.columns()));
    properties.put(UpdateOutputFormat.TYPES, String.join("\n", types));
    properties.put(UpdateOutputFormat.SOURCES, String.join("\n", work.sources()));
    return properties;
  }

  /** Returns the literal of a directory, which Hive takes unescaped between its quotes. */
  private static String directoryLiteral(String path) {
    String quote = path.indexOf('\'') < 0 ? "'" : "\"";
    return quote + path + quote;
  }

  private static String literal(String text) {
    return "'"
        + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace(";", "\\;")
        + "'";
  }

  private static String identifier(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
