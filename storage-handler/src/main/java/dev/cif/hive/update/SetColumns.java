package dev.cif.hive.update;

import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** The columns that a statement sets, and their new values. */
final class SetColumns {
  private final RowStatement statement;
  private final Map<String, ASTNode> values = new LinkedHashMap<>();

  /**
   * Takes the assignments of a statement.
   *
   * @param clause node of SET; null if the statement sets no column
   * @throws SemanticException if a column can't be set, or a value depends on more than its row
   */
  SetColumns(RowStatement statement, ASTNode clause) throws SemanticException {
    this.statement = statement;
    for (int i = 0; clause != null && i < clause.getChildCount(); i++) {
      ASTNode node = (ASTNode) clause.getChild(i);
      String column =
          BaseSemanticAnalyzer.unescapeIdentifier(RowStatement.last((ASTNode) node.getChild(0)));
      if (values.put(HiveNames.lowerCase(column), (ASTNode) node.getChild(1)) != null) {
        throw statement.refused("column '" + column + "' is set twice");
      }
    }
    check();
    values.values().forEach(statement::addReads);
  }

  private void check() throws SemanticException {
    for (Map.Entry<String, ASTNode> value : values.entrySet()) {
      String column = value.getKey();
      if (RowStatement.isIn(statement.table().getPartCols(), column) || isInFolders(column)) {
        throw statement.refused(
            "'" + column + "' is a partition column, whose values are names of folders");
      }
      if (!RowStatement.isIn(statement.table().getCols(), column)) {
        throw statement.refused(
            "there is no column '"
                + column
                + "'; it has "
                + statement.table().getCols().stream()
                    .map(FieldSchema::getName)
                    .limit(100)
                    .toList());
      }
      boolean isBucketed =
          statement.table().getBucketCols().contains(column)
              || statement.table().getSortCols().stream().anyMatch(o -> o.getCol().equals(column));
      if (isBucketed) {
        throw statement.refused(
            "the table is bucketed or sorted by '" + column + "', so that rows would have to move");
      }
      statement.check(value.getValue(), false);
    }
  }

  /**
   * Returns true if a column of a storage handler's table has its values in the names of folders.
   */
  private boolean isInFolders(String column) {
    return PartitionColumns.names(statement.table().getProperty(PartitionColumns.PROPERTY))
        .contains(column);
  }

  /** Returns the names of the columns, in small letters. */
  Set<String> names() {
    return values.keySet();
  }

  /** Returns the nodes of the new values. */
  Collection<ASTNode> values() {
    return values.values();
  }

  /** Returns SQL that converts the values as an INSERT does, each with NULL in its place. */
  List<String> converted() {
    List<String> converted = new ArrayList<>();
    values.forEach((column, value) -> converted.add(converted(column, value)));
    return converted;
  }

  private TypeInfo type(String column) {
    for (FieldSchema field : statement.table().getCols()) {
      if (RowStatement.isNamed(field, column)) {
        return TypeInfoUtils.getTypeInfoFromTypeString(field.getType());
      }
    }
    throw new IllegalStateException(column);
  }

  /**
   * Checks the types that Hive gives the values.
   *
   * @param types types of all columns of the query, in Hive's form
   * @param first position of the first value
   * @throws SemanticException if one is not the column's
   */
  void checkTypes(String types, int first) throws SemanticException {
    List<TypeInfo> found = TypeInfoUtils.getTypeInfosFromTypeString(types);
    int i = first;
    for (String column : values.keySet()) {
      TypeInfo value = found.get(i++);
      if (!UpdateWriter.takes(value, type(column))) {
        throw statement.refused(
            "column '" + column + "' is " + type(column) + ", its new value is " + value);
      }
    }
  }

  /** Returns SQL that converts a value as an INSERT does, with NULL in its place. */
  private String converted(String column, ASTNode value) {
    TypeInfo type = type(column);
    boolean isCast = type.getCategory() == Category.PRIMITIVE;
    if (HiveToken.TOK_NULL.is(value)) {
      String file = statement.qualifier() + "INPUT__FILE__NAME";
      // Hive casts no NULL to some types, and nothing to one that has parts; alone it is a text.
      if (!isCast) {
        return "IF("
            + file
            + " IS NULL, "
            + statement.qualifier()
            + HiveSql.identifier(column)
            + ", NULL)";
      }
      if (type instanceof TimestampLocalTZTypeInfo) {
        // A text, as Hive 4.1 gives an IF of this type a cast of NULL to it.
        return "CAST(IF(" + file + " IS NULL, " + file + ", NULL) AS " + type.getTypeName() + ")";
      }
    }
    return isCast ? "CAST(NULL AS " + type.getTypeName() + ")" : "NULL";
  }

  /** Returns the properties of the output format that tell of the columns. */
  Map<String, String> properties(UpdateWork work) {
    Map<String, String> properties = new LinkedHashMap<>();
    List<String> types = new ArrayList<>();
    values.keySet().forEach(column -> types.add(type(column).getTypeName()));
    properties.put(UpdateOutputFormat.ID, work.id());
    properties.put(UpdateOutputFormat.TABLE, statement.table().getFullyQualifiedName());
    properties.put(UpdateOutputFormat.COLUMNS, String.join("\n", values.keySet()));
    properties.put(UpdateOutputFormat.TYPES, String.join("\n", types));
    properties.put(UpdateOutputFormat.SOURCES, String.join("\n", work.sources()));
    return properties;
  }
}
