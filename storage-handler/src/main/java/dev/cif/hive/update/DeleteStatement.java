package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.version.HiveToken;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * A DELETE from a CIF table: the query gives the rows that go, in any order and from any task,
 * which {@link DeleteOutputFormat} lists. So a condition may have subqueries.
 */
final class DeleteStatement extends RowStatement {
  private final UpdateWork work;

  DeleteStatement(Table table, ASTNode delete) throws SemanticException {
    super(table, (ASTNode) delete.getChild(0), HiveToken.TOK_WHERE.childOf(delete));
    checkTable();
    List<String> sources = sources();
    if (sources.isEmpty()) {
      // Something must tell that the rows are still those that were read.
      sources =
          table.getCols().stream().map(FieldSchema::getName).map(CifSchema::foldCase).toList();
    }
    work = UpdateWork.of(table, List.of(TableChange.ROWS), sources);
  }

  @Override
  String words() {
    return "DELETE FROM";
  }

  @Override
  boolean needsOrder() {
    return false;
  }

  @Override
  StatementRights rights() {
    return new StatementRights(table(), reads()).write(WriteType.DELETE, Set.of());
  }

  @Override
  UpdateWork work() {
    return work;
  }

  @Override
  List<String> selected() {
    return List.of();
  }

  @Override
  Collection<ASTNode> values() {
    return List.of();
  }

  @Override
  Class<?> outputFormat() {
    return DeleteOutputFormat.class;
  }

  @Override
  void checkTypes(String types) {}

  @Override
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(UpdateOutputFormat.TABLE, table().getFullyQualifiedName());
    properties.put(UpdateOutputFormat.SOURCES, String.join("\n", work.sources()));
    return properties;
  }
}
