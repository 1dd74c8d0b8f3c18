package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveFeatures;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.hive.ql.exec.FunctionInfo;
import org.apache.hadoop.hive.ql.exec.FunctionRegistry;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.parse.ParseUtils;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.mapred.TextInputFormat;

/**
 * An UPDATE of a CIF table, as a query that Hive can plan: the split-directory and number of each
 * row that changes, and the new values. Hive writes the result into a folder of the table's, by
 * {@link UpdateOutputFormat}.
 *
 * <p>The query has the nodes of the user's syntax tree, no text of them: tokens have lost their
 * quotes, and errors are to point into the user's statement.
 */
final class UpdateStatement {
  private final Table table;
  private final ASTNode update;
  private final Map<String, ASTNode> values = new LinkedHashMap<>();
  private final ASTNode where;
  private final Set<String> reads = new LinkedHashSet<>();
  private final UpdateWork work;

  private UpdateStatement(Table table, ASTNode update) throws SemanticException {
    this.table = table;
    this.update = update;
    for (Object assignment : ((ASTNode) update.getChild(1)).getChildren()) {
      ASTNode node = (ASTNode) assignment;
      String column = BaseSemanticAnalyzer.unescapeIdentifier(name((ASTNode) node.getChild(0)));
      if (values.put(HiveNames.lowerCase(column), (ASTNode) node.getChild(1)) != null) {
        throw refused("column '" + column + "' is set twice");
      }
    }
    where = update.getChildCount() > 2 ? (ASTNode) update.getChild(2).getChild(0) : null;
    check();
    values.values().forEach(this::addReads);
    if (where != null) {
      addReads(where);
    }
    work =
        new UpdateWork(
            TableChange.newId(),
            table.getDbName(),
            table.getTableName(),
            table.getDataLocation().toString(),
            List.copyOf(values.keySet()),
            reads.stream().filter(name -> isIn(table.getCols(), name)).toList());
  }

  /**
   * Returns the statement, if it updates a CIF table; else null.
   *
   * @param update its syntax tree, which the query takes its nodes from
   * @throws SemanticException if it can't be done on such a table
   */
  static UpdateStatement of(ASTNode update, HiveConf conf) throws SemanticException {
    Table table = CifTables.table((ASTNode) update.getChild(0), conf);
    return table == null ? null : new UpdateStatement(table, update);
  }

  private static String name(ASTNode column) {
    return column.getChild(column.getChildCount() - 1).getText();
  }

  /** The error of a statement that can't be done. */
  SemanticException refused(String reason) {
    return new SemanticException(
        "UPDATE of " + table.getFullyQualifiedName() + ": " + reason + "; nothing was changed");
  }

  /** Refuses the statement if a copy of the table would keep the old values. */
  void expectNoReplication(HiveConf conf) throws SemanticException {
    String refusal;
    try {
      refusal = Replication.refusal(Hive.get(conf), table);
    } catch (HiveException e) {
      throw new SemanticException(e);
    }
    if (refusal != null) {
      throw refused(refusal);
    }
  }

  /** Refuses the statement if one of the folders that it reads is in a Hadoop archive. */
  void expectNoArchive(Collection<Path> folders) throws SemanticException {
    for (Path folder : folders) {
      if ("har".equals(folder.toUri().getScheme())) {
        throw refused(
            folder + " is archived; ALTER TABLE ... UNARCHIVE PARTITION first, or leave it out");
      }
    }
  }

  private void check() throws SemanticException {
    if (table.getDataLocation() == null) {
      throw refused("the table has no folder");
    }
    if (!HiveFeatures.IS_4 && AcidUtils.isTransactionalTable(table)) {
      throw refused(
          "this is Hive " + HiveFeatures.version() + "; of transactional tables it needs Hive 4.0");
    }
    checkPartitionNames();
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

  /**
   * Refuses partition columns that Hive's tasks would miscount. They divide the list of their names
   * at each '/', also one in a name, where they read rows one by one.
   */
  private void checkPartitionNames() throws SemanticException {
    List<String> names = table.getPartCols().stream().map(FieldSchema::getName).toList();
    if (!names.isEmpty() && String.join("/", names).split("/").length > names.size()) {
      throw refused(
          "its partition columns are "
              + names
              + "; Hive reads no rows one by one, of any format, where such a name has '/'");
    }
  }

  private static boolean isNamed(FieldSchema column, String name) {
    return HiveNames.lowerCase(column.getName()).equals(HiveNames.lowerCase(name));
  }

  private static boolean isIn(List<FieldSchema> columns, String name) {
    return columns.stream().anyMatch(column -> isNamed(column, name));
  }

  /**
   * Returns true if a column of a storage handler's table has its values in the names of folders.
   */
  private boolean isInFolders(String column) {
    return PartitionColumns.names(table.getProperty(PartitionColumns.PROPERTY)).contains(column);
  }

  /** Checks that the new value of a row depends on that row alone. */
  private void check(ASTNode node) throws SemanticException {
    switch (HiveToken.of(node)) {
      case TOK_SUBQUERY_EXPR, TOK_QUERY ->
          throw refused("it has a subquery; join into a table first, or add the column by a job");
      case TOK_WINDOWSPEC -> throw refused("it has a window function");
      case TOK_DEFAULT_VALUE -> throw refused("DEFAULT is not known here");
      case TOK_FUNCTION, TOK_FUNCTIONDI, TOK_FUNCTIONSTAR ->
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
    // Constants of a statement, such as current_date, are asked before it runs.
    if (function.isGenericUDF()
        && !FunctionRegistry.isConsistentWithinQuery(function.getGenericUDF())) {
      throw refused("'" + name + "' gives another value each time it is asked");
    }
  }

  /** Adds the columns that an expression reads, partition columns too. */
  private void addReads(ASTNode node) {
    if (HiveToken.TOK_TABLE_OR_COL.is(node)) {
      addRead(name(node));
    }
    // Behind the table's name stands a column, behind another a field.
    boolean isQualified =
        HiveToken.DOT.is(node)
            && HiveToken.TOK_TABLE_OR_COL.is((ASTNode) node.getChild(0))
            && name((ASTNode) node.getChild(0)).equalsIgnoreCase(table.getTableName());
    if (isQualified) {
      addRead(node.getChild(1).getText());
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      addReads((ASTNode) node.getChild(i));
    }
  }

  private void addRead(String text) {
    String name = BaseSemanticAnalyzer.unescapeIdentifier(text);
    if (isIn(table.getAllCols(), name)) {
      reads.add(CifSchema.foldCase(name));
    }
  }

  /** Refuses the statement if rows or values of the table are hidden from the user. */
  void expectNothingHidden(String command) throws SemanticException {
    String reason = rights().hidden(command);
    if (reason != null) {
      throw refused(reason);
    }
  }

  /** Returns the privileges that the user needs. */
  StatementRights rights() {
    return new StatementRights(table, reads).write(WriteType.UPDATE, values.keySet());
  }

  /** The table that is updated. */
  Table table() {
    return table;
  }

  /** Returns the work of the update's tasks. */
  UpdateWork work() {
    return work;
  }

  /** Returns the statement to plan instead. */
  ASTNode query(HiveConf conf) throws SemanticException {
    ASTNode query;
    try {
      query = ParseUtils.parse(template(), new Context(conf));
    } catch (ParseException e) {
      throw new SemanticException(e);
    }
    descend(query, HiveToken.TOK_FROM, HiveToken.TOK_TABREF).setChild(0, update.getChild(0));
    ASTNode insert = descend(query, HiveToken.TOK_INSERT);
    // Hive takes the name of a directory as it stands between its quotes.
    ASTNode directory = descend(insert, HiveToken.TOK_DESTINATION, HiveToken.TOK_DIR);
    ((ASTNode) directory.getChild(0)).getToken().setText("'" + work.resultFolder() + "'");
    ASTNode select = descend(insert, HiveToken.TOK_SELECT);
    int i = 2;
    for (ASTNode value : values.values()) {
      fill((ASTNode) select.getChild(i++), value);
    }
    if (where != null) {
      fill(descend(insert, HiveToken.TOK_WHERE), where);
    }
    return query;
  }

  private static ASTNode descend(ASTNode node, HiveToken... types) {
    ASTNode at = node;
    for (HiveToken type : types) {
      at = type.childOf(at);
    }
    return at;
  }

  /** Puts an expression in the place of the last NULL. */
  private static void fill(ASTNode node, ASTNode expression) {
    int last = node.getChildCount() - 1;
    if (HiveToken.TOK_NULL.is((ASTNode) node.getChild(last))) {
      node.setChild(last, expression);
    } else {
      fill((ASTNode) node.getChild(last), expression);
    }
  }

  /** The query with NULL in place of what the user has written. */
  private String template() {
    StringBuilder query = new StringBuilder("INSERT OVERWRITE DIRECTORY ''");
    query.append(" ROW FORMAT SERDE ").append(HiveSql.literal(CifSerDe.class.getName()));
    query.append(" WITH SERDEPROPERTIES (");
    String separator = "";
    for (Map.Entry<String, String> property : properties().entrySet()) {
      query.append(separator).append(HiveSql.literal(property.getKey()));
      query.append('=').append(HiveSql.literal(property.getValue()));
      separator = ", ";
    }
    query.append(") STORED AS INPUTFORMAT ");
    query.append(HiveSql.literal(TextInputFormat.class.getName()));
    query.append(" OUTPUTFORMAT ").append(HiveSql.literal(UpdateOutputFormat.class.getName()));
    query.append(" SELECT INPUT__FILE__NAME, BLOCK__OFFSET__INSIDE__FILE");
    values.forEach((column, value) -> query.append(", ").append(converted(column, value)));
    query.append(" FROM t");
    if (where != null) {
      query.append(" WHERE NULL");
    }
    return query.toString();
  }

  private TypeInfo type(String column) {
    for (FieldSchema field : table.getCols()) {
      if (isNamed(field, column)) {
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
      if (!UpdateWriter.takes(value, type(column))) {
        throw refused("column '" + column + "' is " + type(column) + ", its new value is " + value);
      }
    }
  }

  /** Returns SQL that converts a value as an INSERT does, with NULL in its place. */
  private String converted(String column, ASTNode value) {
    TypeInfo type = type(column);
    boolean isCast = type.getCategory() == Category.PRIMITIVE;
    if (HiveToken.TOK_NULL.is(value)) {
      // Hive casts no NULL to some types, and nothing to one that has parts; alone it is a text.
      if (!isCast) {
        return "IF(INPUT__FILE__NAME IS NULL, " + HiveSql.identifier(column) + ", NULL)";
      }
      if (type instanceof TimestampLocalTZTypeInfo) {
        // A text, as Hive 4.1 gives an IF of this type a cast of NULL to it.
        return "CAST(IF(INPUT__FILE__NAME IS NULL, INPUT__FILE__NAME, NULL) AS "
            + type.getTypeName()
            + ")";
      }
    }
    return isCast ? "CAST(NULL AS " + type.getTypeName() + ")" : "NULL";
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
}
