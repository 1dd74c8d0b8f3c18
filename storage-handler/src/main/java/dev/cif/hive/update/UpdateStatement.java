package dev.cif.hive.update;

import dev.cif.hive.version.HiveToken;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * An UPDATE of a CIF table: the query gives each row that changes its new values, which {@link
 * UpdateOutputFormat} writes.
 */
final class UpdateStatement extends RowStatement {
  private final SetColumns set;
  private final UpdateWork work;

  UpdateStatement(Table table, ASTNode update) throws SemanticException {
    super(table, (ASTNode) update.getChild(0), HiveToken.TOK_WHERE.childOf(update));
    set = new SetColumns(this, (ASTNode) update.getChild(1));
    checkTable();
    work = UpdateWork.of(table, List.copyOf(set.names()), sources());
  }

  @Override
  String words() {
    return "UPDATE of";
  }

  @Override
  boolean needsOrder() {
    return true;
  }

  @Override
  StatementRights rights() {
    return new StatementRights(table(), reads()).write(WriteType.UPDATE, set.names());
  }

  @Override
  UpdateWork work() {
    return work;
  }

  @Override
  List<String> selected() {
    return set.converted();
  }

  @Override
  Collection<ASTNode> values() {
    return set.values();
  }

  @Override
  Class<?> outputFormat() {
    return UpdateOutputFormat.class;
  }

  @Override
  void checkTypes(String types) throws SemanticException {
    set.checkTypes(types, RowStatement.PLACES);
  }

  @Override
  Map<String, String> properties() {
    return set.properties(work);
  }
}
