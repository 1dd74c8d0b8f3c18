package dev.cif.hive.describe;

import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.PartitionColumns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.PartitionIterable;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Describes Hive's tables as table files do. */
final class HiveDescription {
  /** Table property: true, the default, if the hook keeps a table file. */
  static final String PROPERTY = "cif.table.file";

  /** Number of partitions that are asked of the metastore at once. */
  private static final int BATCH = 1_000;

  private HiveDescription() {}

  /**
   * Returns a table by its name {@code database.table}; null if there is none. Hive's own method
   * for such names needs a session.
   */
  static Table find(Hive hive, String name) throws HiveException {
    int dot = name.indexOf('.');
    return dot < 0 ? null : hive.getTable(name.substring(0, dot), name.substring(dot + 1), false);
  }

  /** Returns true if the hook keeps a file for a table: one of CIF whose columns Hive has. */
  static boolean isKept(Table table) {
    return CifTables.isCif(table)
        && !table.isTemporary()
        && table.getTTable().getSd().getColsSize() > 0
        && table.getDataLocation() != null
        && !"false".equalsIgnoreCase(table.getParameters().get(PROPERTY));
  }

  /**
   * Describes a table.
   *
   * @param partitions partitions that lie outside of the table's folder
   * @throws IllegalArgumentException if the table can't be described, as with a type that CIF lacks
   */
  static TableDescription of(Table table, List<OutsidePartition> partitions) {
    Set<String> inFolders =
        new HashSet<>(PartitionColumns.names(table.getParameters().get(PartitionColumns.PROPERTY)));
    List<TableColumn> columns = new ArrayList<>();
    List<TableColumn> folders = new ArrayList<>();
    for (FieldSchema column : table.getTTable().getSd().getCols()) {
      (inFolders.contains(column.getName()) ? folders : columns).add(column(column));
    }
    table.getPartitionKeys().forEach(column -> folders.add(column(column)));
    String transactional = null;
    if (AcidUtils.isTransactionalTable(table)) {
      transactional = AcidUtils.isInsertOnlyTable(table) ? "insert_only" : "full";
    }
    return TableProperties.describe(
        table.getDbName() + "." + table.getTableName(),
        columns,
        folders,
        partitions,
        transactional,
        table.getParameters());
  }

  private static TableColumn column(FieldSchema column) {
    String comment = column.getComment();
    return new TableColumn(
        column.getName(),
        HiveTypes.toCif(TypeInfoUtils.getTypeInfoFromTypeString(column.getType())),
        null,
        comment == null || comment.isEmpty() ? null : comment);
  }

  /** Returns the partitions whose folders do not tell their values, or lie elsewhere. */
  static List<OutsidePartition> outside(Hive hive, Table table) throws HiveException {
    List<OutsidePartition> outside = new ArrayList<>();
    if (!table.isPartitioned()) {
      return outside;
    }
    Path folder = table.getDataLocation();
    for (Partition partition : new PartitionIterable(hive, table, null, BATCH)) {
      Path place = partition.getDataLocation();
      if (place != null && !isBelow(folder, place, table, partition.getValues())) {
        outside.add(new OutsidePartition(values(partition.getValues()), place.toString()));
      }
    }
    return outside;
  }

  private static boolean isBelow(Path folder, Path place, Table table, List<String> values) {
    String root = new Path(folder.toString()).toString();
    if (!(new Path(place.toString()).toString() + "/").startsWith(root + "/")) {
      return false;
    }
    FolderValues found = FolderValues.of(folder, place);
    List<String> wanted = values(values);
    for (int i = 0; i < wanted.size(); i++) {
      String name = CifSchema.foldCase(table.getPartitionKeys().get(i).getName());
      if (!found.has(name) || !Objects.equals(found.text(name), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> values(List<String> texts) {
    List<String> values = new ArrayList<>();
    texts.forEach(text -> values.add(FolderValues.NULL_FOLDER.equals(text) ? null : text));
    return values;
  }
}
