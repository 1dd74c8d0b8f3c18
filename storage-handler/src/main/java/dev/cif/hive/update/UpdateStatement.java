package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * An UPDATE of a CIF table: the query gives each row that changes its new values, which {@link
 * UpdateOutputFormat} writes.
 */
final class UpdateStatement extends RowStatement {
  private final Map<String, ASTNode> values = new LinkedHashMap<>();
  private final UpdateWork work;

  UpdateStatement(Table table, ASTNode update) throws SemanticException {
    super(table, (ASTNode) update.getChild(0), where(update));
    for (Object assignment : ((ASTNode) update.getChild(1)).getChildren()) {
      ASTNode node = (ASTNode) assignment;
      String column = BaseSemanticAnalyzer.unescapeIdentifier(last((ASTNode) node.getChild(0)));
      if (values.put(HiveNames.lowerCase(column), (ASTNode) node.getChild(1)) != null) {
        throw refused("column '" + column + "' is set twice");
      }
    }
    check();
    values.values().forEach(this::addReads);
    checkTable(false);
    work =
        new UpdateWork(
            TableChange.newId(),
            table.getDbName(),
            table.getTableName(),
            table.getDataLocation().toString(),
            List.copyOf(values.keySet()),
            sources());
  }

  @Override
  String words() {
    return "UPDATE of";
  }

  @Override
  boolean needsOrder() {
    return true;
  }

  private void check() throws SemanticException {
    for (Map.Entry<String, ASTNode> value : values.entrySet()) {
      String column = value.getKey();
      if (isIn(table().getPartCols(), column) || isInFolders(column)) {
        throw refused("'" + column + "' is a partition column, whose values are names of folders");
      }
      if (!isIn(table().getCols(), column)) {
        throw refused(
            "there is no column '"
                + column
                + "'; it has "
                + table().getCols().stream().map(FieldSchema::getName).limit(100).toList());
      }
      boolean isBucketed =
          table().getBucketCols().contains(column)
              || table().getSortCols().stream().anyMatch(o -> o.getCol().equals(column));
      if (isBucketed) {
        throw refused(
            "the table is bucketed or sorted by '" + column + "', so that rows would have to move");
      }
      check(value.getValue(), false);
    }
  }

  /**
   * Returns true if a column of a storage handler's table has its values in the names of folders.
   */
  private boolean isInFolders(String column) {
    return PartitionColumns.names(table().getProperty(PartitionColumns.PROPERTY)).contains(column);
  }

  @Override
  StatementRights rights() {
    return new StatementRights(table(), reads()).write(WriteType.UPDATE, values.keySet());
  }

  @Override
  UpdateWork work() {
    return work;
  }

  @Override
  List<String> selected() {
    List<String> selected = new ArrayList<>();
    values.forEach((column, value) -> selected.add(converted(column, value)));
    return selected;
  }

  @Override
  Collection<ASTNode> values() {
    return values.values();
  }

  @Override
  Class<?> outputFormat() {
    return UpdateOutputFormat.class;
  }

  private TypeInfo type(String column) {
    for (FieldSchema field : table().getCols()) {
      if (isNamed(field, column)) {
        return TypeInfoUtils.getTypeInfoFromTypeString(field.getType());
      }
    }
    throw new IllegalStateException(column);
  }

  @Override
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

  @Override
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    List<String> types = new ArrayList<>();
    values.keySet().forEach(column -> types.add(type(column).getTypeName()));
    properties.put(UpdateOutputFormat.ID, work.id());
    properties.put(UpdateOutputFormat.TABLE, table().getFullyQualifiedName());
    properties.put(UpdateOutputFormat.COLUMNS, String.join("\n", work.columns()));
    properties.put(UpdateOutputFormat.TYPES, String.join("\n", types));
    properties.put(UpdateOutputFormat.SOURCES, String.join("\n", work.sources()));
    return properties;
  }
}
