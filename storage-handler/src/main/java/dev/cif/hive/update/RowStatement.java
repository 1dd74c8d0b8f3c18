package dev.cif.hive.update;

import dev.cif.format.schema.CifSchema;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.CifTables;
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
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.parse.ParseUtils;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.mapred.TextInputFormat;

/**
 * A statement that changes rows of a CIF table, as a query that Hive can plan: the split-directory
 * and number of each row, and what it is to become. Hive writes the result into a folder of the
 * table's.
 *
 * <p>The query has the nodes of the user's syntax tree, no text of them: tokens have lost their
 * quotes, and errors are to point into the user's statement.
 */
abstract class RowStatement {
  private final Table table;
  private final ASTNode name;
  private final ASTNode where;

  /** Number of columns of the query before those of {@link #selected}. */
  static final int PLACES = 2;

  private final Set<String> reads = new LinkedHashSet<>();

  /**
   * Takes what all such statements have; the caller checks the rest.
   *
   * @param name node of the table's name
   * @param where node of WHERE; null for all rows
   */
  RowStatement(Table table, ASTNode name, ASTNode where) {
    this.table = table;
    this.name = name;
    this.where = where == null ? null : (ASTNode) where.getChild(0);
  }

  /**
   * Returns the statement, if it changes rows of a CIF table; else null.
   *
   * @param tree its syntax tree, which the query takes its nodes from
   * @throws SemanticException if it can't be done on such a table
   */
  static RowStatement of(ASTNode tree, HiveConf conf) throws SemanticException {
    boolean isMerge = HiveToken.TOK_MERGE.is(tree);
    boolean isUpdate = HiveToken.TOK_UPDATE_TABLE.is(tree);
    if (!isMerge && !isUpdate && !HiveToken.TOK_DELETE_FROM.is(tree)) {
      return null;
    }
    ASTNode first = (ASTNode) tree.getChild(0);
    Table table = CifTables.table(isMerge ? (ASTNode) first.getChild(0) : first, conf);
    if (table == null) {
      return null;
    }
    if (isMerge) {
      return new MergeStatement(table, tree);
    }
    return isUpdate ? new UpdateStatement(table, tree) : new DeleteStatement(table, tree);
  }

  /** Returns the first words of the statement, for messages. */
  abstract String words();

  /** Returns the privileges that the user needs. */
  abstract StatementRights rights();

  /** Returns the work of the statement's tasks. */
  abstract UpdateWork work();

  /** Returns the expressions that the query selects behind split-directory and row, as SQL. */
  abstract List<String> selected();

  /**
   * Returns the nodes of the user that replace NULL in the selected expressions; null where one has
   * none.
   */
  abstract Collection<ASTNode> values();

  /** Returns the name of the class that writes the query's result. */
  abstract Class<?> outputFormat();

  /** Returns the properties that the output format needs. */
  abstract Map<String, String> properties();

  /**
   * Checks the types that Hive gives the query's columns.
   *
   * @param types types of all columns of the query, in Hive's form
   */
  abstract void checkTypes(String types) throws SemanticException;

  /** Returns true if one task must have the rows of a split-directory, in their order. */
  abstract boolean needsOrder();

  /**
   * Returns true if the rows come from a scan alone, so that they are in order. Those of a join are
   * sorted.
   */
  boolean isScan() {
    return where == null || !hasSubquery(where);
  }

  private static boolean hasSubquery(ASTNode node) {
    boolean has = HiveToken.TOK_SUBQUERY_EXPR.is(node) || HiveToken.TOK_QUERY.is(node);
    for (int i = 0; i < node.getChildCount() && !has; i++) {
      has = hasSubquery((ASTNode) node.getChild(i));
    }
    return has;
  }

  /** The error of a statement that can't be done. */
  final SemanticException refused(String reason) {
    return new SemanticException(
        words() + " " + table.getFullyQualifiedName() + ": " + reason + "; nothing was changed");
  }

  /** Refuses the statement if a copy of the table would keep the old values. */
  final void expectNoReplication(HiveConf conf) throws SemanticException {
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
  final void expectNoArchive(Collection<Path> folders) throws SemanticException {
    for (Path folder : folders) {
      if ("har".equals(folder.toUri().getScheme())) {
        throw refused(
            folder + " is archived; ALTER TABLE ... UNARCHIVE PARTITION first, or leave it out");
      }
    }
  }

  /**
   * Refuses the statement if rows or values of a table that it reads are hidden from the user.
   *
   * @param command of the user
   */
  final void expectNothingHidden(String command, HiveConf conf) throws SemanticException {
    String reason = StatementRights.hidden(table, command);
    for (ASTNode other : reason == null ? others() : List.<ASTNode>of()) {
      reason = reason == null ? hiddenBelow(other, command, conf) : reason;
    }
    if (reason != null) {
      throw refused(reason);
    }
  }

  /** Returns the nodes in which other tables may stand. */
  List<ASTNode> others() {
    return where == null ? List.of() : List.of(where);
  }

  /** Looks at the tables of subqueries. */
  private String hiddenBelow(ASTNode node, String command, HiveConf conf) throws SemanticException {
    if (HiveToken.TOK_TABREF.is(node)) {
      Table other = CifTables.anyTable((ASTNode) node.getChild(0), conf);
      return other == null ? null : StatementRights.hidden(other, command);
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      String reason = hiddenBelow((ASTNode) node.getChild(i), command, conf);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /** Checks what the statement needs of the table, and its condition. */
  final void checkTable() throws SemanticException {
    if (table.getDataLocation() == null) {
      throw refused("the table has no folder");
    }
    if (!HiveFeatures.IS_4 && AcidUtils.isTransactionalTable(table)) {
      throw refused(
          "this is Hive " + HiveFeatures.version() + "; of transactional tables it needs Hive 4.0");
    }
    checkPartitionNames();
    if (where != null) {
      check(where, true);
      addReads(where);
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

  static boolean isNamed(FieldSchema column, String name) {
    return HiveNames.lowerCase(column.getName()).equals(HiveNames.lowerCase(name));
  }

  static boolean isIn(List<FieldSchema> columns, String name) {
    return columns.stream().anyMatch(column -> isNamed(column, name));
  }

  /** Checks that an expression gives the same for a row whenever it is asked. */
  final void check(ASTNode node, boolean mayHaveSubquery) throws SemanticException {
    switch (HiveToken.of(node)) {
      case TOK_SUBQUERY_EXPR, TOK_QUERY -> {
        if (!mayHaveSubquery) {
          throw refused("it has a subquery; join into a table first, or add the column by a job");
        }
        checkFunctions(node, false);
        return;
      }
      case TOK_WINDOWSPEC -> throw refused("it has a window function");
      case TOK_DEFAULT_VALUE -> throw refused("DEFAULT is not known here");
      case TOK_FUNCTION, TOK_FUNCTIONDI, TOK_FUNCTIONSTAR ->
          checkFunction(node.getChild(0).getText(), true);
      default -> {}
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      check((ASTNode) node.getChild(i), mayHaveSubquery);
    }
  }

  /**
   * Checks that functions give the same whenever they are asked.
   *
   * @param isOfRow true if they must be of one row
   */
  final void checkFunctions(ASTNode node, boolean isOfRow) throws SemanticException {
    switch (HiveToken.of(node)) {
      case TOK_FUNCTION, TOK_FUNCTIONDI, TOK_FUNCTIONSTAR ->
          checkFunction(node.getChild(0).getText(), isOfRow);
      default -> {}
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      checkFunctions((ASTNode) node.getChild(i), isOfRow);
    }
  }

  private void checkFunction(String text, boolean isOfRow) throws SemanticException {
    FunctionInfo function =
        FunctionRegistry.getFunctionInfo(BaseSemanticAnalyzer.unescapeIdentifier(text));
    if (function == null) {
      return;
    }
    if (isOfRow && (function.isGenericUDAF() || function.isGenericUDTF())) {
      throw refused("'" + text + "' is not a function of one row");
    }
    // Constants of a statement, such as current_date, are asked before it runs.
    if (function.isGenericUDF()
        && !FunctionRegistry.isConsistentWithinQuery(function.getGenericUDF())) {
      throw refused("'" + text + "' gives another value each time it is asked");
    }
  }

  /** Adds the columns that an expression reads, partition columns too. */
  final void addReads(ASTNode node) {
    if (HiveToken.TOK_TABLE_OR_COL.is(node)) {
      addRead(last(node));
    }
    // Behind the table's name stands a column, behind another a field.
    boolean isQualified =
        HiveToken.DOT.is(node)
            && HiveToken.TOK_TABLE_OR_COL.is((ASTNode) node.getChild(0))
            && isTable(BaseSemanticAnalyzer.unescapeIdentifier(last((ASTNode) node.getChild(0))));
    if (isQualified) {
      addRead(node.getChild(1).getText());
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      addReads((ASTNode) node.getChild(i));
    }
  }

  /** Returns true if a name is that of the table in the statement. */
  boolean isTable(String text) {
    return text.equalsIgnoreCase(table.getTableName());
  }

  /** Returns the last name of a column's node. */
  static String last(ASTNode column) {
    return column.getChild(column.getChildCount() - 1).getText();
  }

  private void addRead(String text) {
    String column = BaseSemanticAnalyzer.unescapeIdentifier(text);
    if (isIn(table.getAllCols(), column)) {
      reads.add(CifSchema.foldCase(column));
    }
  }

  /** Returns the columns that the statement reads, partition columns too. */
  final Set<String> reads() {
    return reads;
  }

  /** Returns the columns in files that the statement reads. */
  final List<String> sources() {
    return reads.stream().filter(column -> isIn(table.getCols(), column)).toList();
  }

  /** The table that is changed. */
  final Table table() {
    return table;
  }

  /** Returns the statement to plan instead. */
  final ASTNode query(HiveConf conf) throws SemanticException {
    ASTNode query;
    try {
      query = ParseUtils.parse(template(), new Context(conf));
    } catch (ParseException e) {
      throw new SemanticException(e);
    }
    fillFrom(HiveToken.TOK_FROM.childOf(query));
    ASTNode insert = descend(query, HiveToken.TOK_INSERT);
    // Hive takes the name of a directory as it stands between its quotes.
    ASTNode directory = descend(insert, HiveToken.TOK_DESTINATION, HiveToken.TOK_DIR);
    ((ASTNode) directory.getChild(0)).getToken().setText("'" + work().resultFolder() + "'");
    ASTNode select = descend(insert, HiveToken.TOK_SELECT);
    int i = PLACES;
    for (ASTNode value : values()) {
      ASTNode place = (ASTNode) select.getChild(i++);
      if (value != null) {
        fill(place, 0, value);
      }
    }
    if (where != null) {
      fill(descend(insert, HiveToken.TOK_WHERE), 0, where);
    }
    takeOutOfText(query);
    return query;
  }

  /**
   * Takes from all nodes the place in the statement's text where Hive notes how to write a name in
   * full: the template's are of another text, and the user's may stand for several tables. Places
   * for errors stay.
   */
  private static void takeOutOfText(ASTNode node) {
    node.setTokenStartIndex(-1);
    node.setTokenStopIndex(-1);
    for (int i = 0; i < node.getChildCount(); i++) {
      takeOutOfText((ASTNode) node.getChild(i));
    }
  }

  /** Returns what the query selects from, as SQL. */
  String from() {
    return "t";
  }

  /** Puts the user's nodes in the place of those of {@link #from}. */
  void fillFrom(ASTNode from) {
    HiveToken.TOK_TABREF.childOf(from).setChild(0, name);
  }

  /** Returns how the table is named in the query, with a dot behind it; empty if it need not be. */
  String qualifier() {
    return "";
  }

  private static ASTNode descend(ASTNode node, HiveToken... types) {
    ASTNode at = node;
    for (HiveToken type : types) {
      at = type.childOf(at);
    }
    return at;
  }

  /** Puts an expression in the place of the last NULL in a child. */
  private static void fill(ASTNode node, int child, ASTNode expression) {
    ASTNode at = (ASTNode) node.getChild(child);
    if (HiveToken.TOK_NULL.is(at)) {
      node.setChild(child, expression);
    } else {
      fill(at, at.getChildCount() - 1, expression);
    }
  }

  /** The query with NULL in place of what the user has written. */
  private String template() {
    StringBuilder query = new StringBuilder("INSERT OVERWRITE DIRECTORY ''");
    query.append(" ROW FORMAT SERDE ").append(HiveSql.literal(CifSerDe.class.getName()));
    query.append(" WITH SERDEPROPERTIES (");
    String separator = "";
    for (Map.Entry<String, String> property : allProperties().entrySet()) {
      query.append(separator).append(HiveSql.literal(property.getKey()));
      query.append('=').append(HiveSql.literal(property.getValue()));
      separator = ", ";
    }
    query.append(") STORED AS INPUTFORMAT ");
    query.append(HiveSql.literal(TextInputFormat.class.getName()));
    query.append(" OUTPUTFORMAT ").append(HiveSql.literal(outputFormat().getName()));
    boolean isSorted = needsOrder() && !isScan();
    String file = qualifier() + "INPUT__FILE__NAME";
    query.append(" SELECT ");
    query.append(isSorted ? RowPlaces.nameOf(file, folder()) : file).append(" AS cif_split, ");
    query.append(qualifier()).append("BLOCK__OFFSET__INSIDE__FILE AS cif_row");
    List<String> selected = selected();
    for (int i = 0; i < selected.size(); i++) {
      query.append(", ").append(selected.get(i)).append(" AS ").append(alias(i));
    }
    query.append(" FROM ").append(from());
    if (where != null) {
      query.append(" WHERE NULL");
    }
    if (isSorted) {
      query.append(" DISTRIBUTE BY ").append(shares()).append(" SORT BY cif_split, cif_row");
    }
    return query.toString();
  }

  /** Returns the name in the query of what {@link #selected} has at a position. */
  static String alias(int i) {
    return "cif_value_" + i;
  }

  /** Returns SQL by which tasks share the rows, so that one has all of a split-directory. */
  String shares() {
    return "cif_split";
  }

  private String folder() {
    return table.getDataLocation().toString();
  }

  /** Returns the properties of the table by which columns are read and written, and our own. */
  private Map<String, String> allProperties() {
    Map<String, String> all = new LinkedHashMap<>();
    List<Map.Entry<String, String>> ofTable = new ArrayList<>(table.getParameters().entrySet());
    ofTable.sort(Comparator.comparing(Map.Entry::getKey));
    for (Map.Entry<String, String> property : ofTable) {
      if (property.getKey().startsWith("cif.")) {
        all.put(property.getKey(), property.getValue());
      }
    }
    all.putAll(properties());
    all.put(UpdateOutputFormat.LOCATION, folder());
    return all;
  }
}
