package dev.cif.hive.update;

import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/** The rows that a MERGE inserts: a value for each column of the table, partition columns last. */
final class InsertedColumns extends ColumnValues {
  /**
   * Takes a clause THEN INSERT.
   *
   * @param insert its node: perhaps names of columns, and a function that has the values
   * @throws SemanticException if rows can't be inserted into the table, or names and values differ
   */
  InsertedColumns(RowStatement statement, ASTNode insert) throws SemanticException {
    super(statement);
    checkTable();
    ASTNode named = HiveToken.TOK_TABCOLNAME.childOf(insert);
    ASTNode row = HiveToken.TOK_FUNCTION.childOf(insert);
    List<String> names = named == null ? all() : names(named);
    // The first child is the function's name.
    if (row.getChildCount() - 1 != names.size()) {
      throw statement.refused(
          "WHEN NOT MATCHED has "
              + (row.getChildCount() - 1)
              + " values for "
              + names.size()
              + " columns: "
              + names.stream().limit(100).toList());
    }
    for (String column : all()) {
      put(column, null);
    }
    for (int i = 0; i < names.size(); i++) {
      ASTNode value = (ASTNode) row.getChild(i + 1);
      statement.check(value, false);
      put(names.get(i), value);
    }
  }

  private void checkTable() throws SemanticException {
    Table table = statement().table();
    if (!table.getBucketCols().isEmpty()) {
      throw statement()
          .refused(
              "the table is bucketed, and WHEN NOT MATCHED writes no buckets; insert those rows by"
                  + " INSERT INTO ... SELECT ... WHERE NOT EXISTS, after the rest");
    }
  }

  private List<String> all() {
    return statement().table().getAllCols().stream()
        .map(FieldSchema::getName)
        .map(HiveNames::lowerCase)
        .toList();
  }

  private List<String> names(ASTNode named) throws SemanticException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < named.getChildCount(); i++) {
      String name =
          HiveNames.lowerCase(BaseSemanticAnalyzer.unescapeIdentifier(named.getChild(i).getText()));
      if (!RowStatement.isIn(statement().table().getAllCols(), name)) {
        throw unknown(name);
      }
      if (names.contains(name)) {
        throw statement().refused("WHEN NOT MATCHED names column '" + name + "' twice");
      }
      names.add(name);
    }
    return names;
  }

  /** Returns the names of the columns whose values are in the names of folders. */
  private List<String> folders() {
    Table table = statement().table();
    List<String> partitions =
        table.getPartCols().stream().map(FieldSchema::getName).map(HiveNames::lowerCase).toList();
    return partitions.isEmpty()
        ? PartitionColumns.names(table.getProperty(PartitionColumns.PROPERTY))
        : partitions;
  }

  /**
   * Returns SQL by which tasks share the rows: by partition, so that few files are written, else by
   * values.
   *
   * @param aliases names of the values in the query
   */
  String shares(List<String> aliases) {
    List<String> folders = folders();
    List<String> columns = List.copyOf(names());
    List<String> types = types();
    List<String> shares = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      boolean isShare =
          folders.isEmpty() ? types.get(i).indexOf('<') < 0 : folders.contains(columns.get(i));
      if (isShare) {
        shares.add(aliases.get(i));
      }
    }
    return shares.isEmpty() ? "0" : "HASH(" + String.join(", ", shares) + ")";
  }

  /** Returns the properties of the output format that tell of the rows. */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(UpdateOutputFormat.INSERTED, String.join("\n", names()));
    properties.put(UpdateOutputFormat.INSERTED_TYPES, String.join("\n", types()));
    properties.put(UpdateOutputFormat.FOLDERS, String.join("\n", folders()));
    return properties;
  }
}
