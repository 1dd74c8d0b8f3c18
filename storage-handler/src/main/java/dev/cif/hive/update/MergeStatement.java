package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * A MERGE into a CIF table: the query gives each row that a row of the source matches, which of the
 * clauses hold for it, and its new values. {@link UpdateOutputFormat} does what the first of these
 * says. With a clause WHEN NOT MATCHED, the query also gives the other rows of the source.
 */
final class MergeStatement extends RowStatement {
  private final ASTNode target;
  private final ASTNode source;
  private final ASTNode on;
  private final String alias;
  private final List<String> actions = new ArrayList<>();

  /** Conditions of the clauses; null for one without. */
  private final List<ASTNode> conditions = new ArrayList<>();

  private final SetColumns set;

  /** Values of the rows that are inserted; null if none can be. */
  private InsertedColumns inserted;

  private final UpdateWork work;

  MergeStatement(Table table, ASTNode merge) throws SemanticException {
    super(table, (ASTNode) merge.getChild(0).getChild(0), null);
    target = (ASTNode) merge.getChild(0);
    source = (ASTNode) merge.getChild(1);
    on = (ASTNode) merge.getChild(2);
    alias =
        target.getChildCount() > 1
            ? BaseSemanticAnalyzer.unescapeIdentifier(
                target.getChild(target.getChildCount() - 1).getText())
            : table.getTableName();
    ASTNode assignments = null;
    for (int i = 3; i < merge.getChildCount(); i++) {
      ASTNode clause = (ASTNode) merge.getChild(i);
      if (HiveToken.TOK_NOT_MATCHED.is(clause)) {
        addInsert(clause);
      } else if (HiveToken.TOK_MATCHED.is(clause)) {
        ASTNode what = (ASTNode) clause.getChild(0);
        boolean isUpdate = HiveToken.TOK_UPDATE.is(what);
        assignments = isUpdate ? (ASTNode) what.getChild(0) : assignments;
        add(
            isUpdate ? UpdateOutputFormat.UPDATE : UpdateOutputFormat.DELETE,
            clause.getChildCount() > 1 ? (ASTNode) clause.getChild(1) : null);
      }
    }
    set = new SetColumns(this, assignments);
    checkTable();
    check(on, false);
    addReads(on);
    checkFunctions(source, false);
    List<String> columns = new ArrayList<>(set.names());
    if (actions.contains(UpdateOutputFormat.DELETE) || inserted != null) {
      columns.add(TableChange.ROWS);
    }
    work = UpdateWork.of(table, columns, sources());
  }

  private void add(String action, ASTNode condition) throws SemanticException {
    if (actions.contains(action)) {
      throw refused("it has two clauses WHEN MATCHED THEN " + action);
    }
    if (!actions.isEmpty() && conditions.get(0) == null) {
      throw refused("its first clause takes all rows, and the second none; give the first AND ...");
    }
    addAction(action, condition);
  }

  private void addAction(String action, ASTNode condition) throws SemanticException {
    if (condition != null) {
      check(condition, false);
      addReads(condition);
    }
    actions.add(action);
    conditions.add(condition);
  }

  private void addInsert(ASTNode clause) throws SemanticException {
    if (inserted != null) {
      throw refused("it has two clauses WHEN NOT MATCHED");
    }
    inserted = new InsertedColumns(this, (ASTNode) clause.getChild(0));
    addAction(
        UpdateOutputFormat.INSERT,
        clause.getChildCount() > 1 ? (ASTNode) clause.getChild(1) : null);
  }

  @Override
  String words() {
    return "MERGE INTO";
  }

  @Override
  boolean needsOrder() {
    return true;
  }

  @Override
  boolean isScan() {
    return false;
  }

  @Override
  boolean isTable(String text) {
    return text.equalsIgnoreCase(alias);
  }

  @Override
  List<ASTNode> others() {
    return List.of(source);
  }

  @Override
  StatementRights rights() {
    StatementRights rights = new StatementRights(table(), reads());
    if (actions.contains(UpdateOutputFormat.UPDATE)) {
      rights.write(WriteType.UPDATE, set.names());
    }
    if (actions.contains(UpdateOutputFormat.DELETE)) {
      rights.write(WriteType.DELETE, Set.of());
    }
    if (inserted != null) {
      rights.write(WriteType.INSERT, Set.of());
    }
    return rights;
  }

  @Override
  UpdateWork work() {
    return work;
  }

  @Override
  String from() {
    return inserted == null ? "t JOIN s ON NULL" : "t RIGHT OUTER JOIN s ON NULL";
  }

  @Override
  void fillFrom(ASTNode from) {
    HiveToken kind = inserted == null ? HiveToken.TOK_JOIN : HiveToken.TOK_RIGHTOUTERJOIN;
    ASTNode join = kind.childOf(from);
    join.setChild(0, target);
    join.setChild(1, source);
    join.setChild(2, on);
  }

  @Override
  String qualifier() {
    return HiveSql.identifier(alias) + ".";
  }

  /** Returns a truth value for each clause, then the values, then those of inserted rows. */
  @Override
  List<String> selected() {
    List<String> selected = new ArrayList<>();
    for (ASTNode condition : conditions) {
      selected.add(condition == null ? "TRUE" : "TRUE AND NULL");
    }
    selected.addAll(set.converted());
    for (String value : inserted == null ? List.<String>of() : inserted.converted()) {
      // Rows that match need none, so that these take no room on their way.
      selected.add("IF(" + qualifier() + "INPUT__FILE__NAME IS NOT NULL, NULL, " + value + ")");
    }
    return selected;
  }

  @Override
  String shares() {
    if (inserted == null) {
      return super.shares();
    }
    List<String> aliases = new ArrayList<>();
    for (int i = 0; i < inserted.names().size(); i++) {
      aliases.add(alias(actions.size() + set.names().size() + i));
    }
    return "IF(cif_split IS NULL, CAST(" + inserted.shares(aliases) + " AS STRING), cif_split)";
  }

  @Override
  Collection<ASTNode> values() {
    List<ASTNode> values = new ArrayList<>(conditions);
    values.addAll(set.values());
    if (inserted != null) {
      values.addAll(inserted.values());
    }
    return values;
  }

  @Override
  Class<?> outputFormat() {
    return UpdateOutputFormat.class;
  }

  @Override
  void checkTypes(String types) throws SemanticException {
    int first = RowStatement.PLACES + actions.size();
    set.checkTypes(types, first);
    if (inserted != null) {
      inserted.checkTypes(types, first + set.names().size());
    }
  }

  @Override
  Map<String, String> properties() {
    Map<String, String> properties = set.properties(work);
    properties.put(UpdateOutputFormat.ACTIONS, String.join("\n", actions));
    if (inserted != null) {
      properties.putAll(inserted.properties());
    }
    return properties;
  }
}
