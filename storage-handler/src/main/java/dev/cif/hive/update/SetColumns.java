package dev.cif.hive.update;

import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.PartitionColumns;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/** The columns that a statement sets, and their new values. */
final class SetColumns extends ColumnValues {
  /**
   * Takes the assignments of a statement.
   *
   * @param clause node of SET; null if the statement sets no column
   * @throws SemanticException if a column can't be set, or a value depends on more than its row
   */
  SetColumns(RowStatement statement, ASTNode clause) throws SemanticException {
    super(statement);
    for (int i = 0; clause != null && i < clause.getChildCount(); i++) {
      ASTNode node = (ASTNode) clause.getChild(i);
      String column =
          HiveNames.lowerCase(
              BaseSemanticAnalyzer.unescapeIdentifier(
                  RowStatement.last((ASTNode) node.getChild(0))));
      check(column);
      ASTNode value = (ASTNode) node.getChild(1);
      if (!put(column, value)) {
        throw statement.refused("column '" + column + "' is set twice");
      }
      statement.check(value, false);
      statement.addReads(value);
    }
  }

  private void check(String column) throws SemanticException {
    RowStatement statement = statement();
    if (RowStatement.isIn(statement.table().getPartCols(), column) || isInFolders(column)) {
      throw statement.refused(
          "'" + column + "' is a partition column, whose values are names of folders");
    }
    if (!RowStatement.isIn(statement.table().getCols(), column)) {
      throw unknown(column);
    }
    boolean isBucketed =
        statement.table().getBucketCols().contains(column)
            || statement.table().getSortCols().stream().anyMatch(o -> o.getCol().equals(column));
    if (isBucketed) {
      throw statement.refused(
          "the table is bucketed or sorted by '" + column + "', so that rows would have to move");
    }
  }

  /**
   * Returns true if a column of a storage handler's table has its values in the names of folders.
   */
  private boolean isInFolders(String column) {
    return PartitionColumns.names(statement().table().getProperty(PartitionColumns.PROPERTY))
        .contains(column);
  }

  /** Returns the properties of the output format that tell of the columns. */
  Map<String, String> properties(UpdateWork work) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(UpdateOutputFormat.ID, work.id());
    properties.put(UpdateOutputFormat.TABLE, statement().table().getFullyQualifiedName());
    properties.put(UpdateOutputFormat.COLUMNS, String.join("\n", names()));
    properties.put(UpdateOutputFormat.TYPES, String.join("\n", types()));
    properties.put(UpdateOutputFormat.SOURCES, String.join("\n", work.sources()));
    return properties;
  }
}
