package dev.cif.hive.update;

import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Values that a statement gives to columns of a table. */
class ColumnValues {
  private final RowStatement statement;
  private final Map<String, ASTNode> values = new LinkedHashMap<>();

  ColumnValues(RowStatement statement) {
    this.statement = statement;
  }

  final RowStatement statement() {
    return statement;
  }

  /**
   * Gives a column a value.
   *
   * @param column name in small letters
   * @param value null for NULL
   * @return true if it has none yet
   */
  final boolean put(String column, ASTNode value) {
    boolean isNew = !values.containsKey(column);
    values.put(column, value);
    return isNew;
  }

  /** Returns the names of the columns, in small letters. */
  final Set<String> names() {
    return values.keySet();
  }

  /** Returns the nodes of the values; null for NULL. */
  final Collection<ASTNode> values() {
    return values.values();
  }

  /** Returns the error of a column that the table lacks. */
  final SemanticException unknown(String column) {
    return statement.refused(
        "there is no column '"
            + column
            + "'; it has "
            + statement.table().getAllCols().stream()
                .map(FieldSchema::getName)
                .limit(100)
                .toList());
  }

  /** Returns SQL that converts the values as an INSERT does, each with NULL in its place. */
  final List<String> converted() {
    List<String> converted = new ArrayList<>();
    values.forEach((column, value) -> converted.add(converted(column, value)));
    return converted;
  }

  /** Returns the types of the columns, as Hive writes them. */
  final List<String> types() {
    return values.keySet().stream().map(column -> type(column).getTypeName()).toList();
  }

  private TypeInfo type(String column) {
    for (FieldSchema field : statement.table().getAllCols()) {
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
  final void checkTypes(String types, int first) throws SemanticException {
    List<TypeInfo> found = TypeInfoUtils.getTypeInfosFromTypeString(types);
    int i = first;
    for (String column : values.keySet()) {
      TypeInfo value = found.get(i++);
      if (!RowConverter.takes(value, type(column))) {
        throw statement.refused(
            "column '" + column + "' is " + type(column) + ", its new value is " + value);
      }
    }
  }

  /** Returns SQL that converts a value as an INSERT does, with NULL in its place. */
  private String converted(String column, ASTNode value) {
    TypeInfo type = type(column);
    boolean isCast = type.getCategory() == Category.PRIMITIVE;
    if (value == null || HiveToken.TOK_NULL.is(value)) {
      String file = statement.qualifier() + "INPUT__FILE__NAME";
      // Hive casts no NULL to some types, and nothing to one that has parts; alone it is a text.
      if (!isCast) {
        String name = statement.qualifier() + HiveSql.identifier(column);
        return "IF(" + file + " IS NULL, " + name + ", NULL)";
      }
      if (type instanceof TimestampLocalTZTypeInfo) {
        // A text, as Hive 4.1 gives an IF of this type a cast of NULL to it.
        return "CAST(IF(" + file + " IS NULL, " + file + ", NULL) AS " + type.getTypeName() + ")";
      }
    }
    return isCast ? "CAST(NULL AS " + type.getTypeName() + ")" : "NULL";
  }
}
