package dev.cif.hive.handler;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.PartitionColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.HiveMetaHook;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Checks the DDL of a table against its data set, before the metastore takes it. */
public final class TableHook implements HiveMetaHook {
  /** Property of an ALTER TABLE CHANGE: the name that the column had. */
  public static final String RENAMED = "dev.cif.hive.renamed-column";

  private static final String SKIP_DELETION = "truncateSkipDataDeletion";

  private final Configuration conf;

  /** Creates a hook that reads files with a configuration. */
  public TableHook(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public void preCreateTable(Table table) throws MetaException {
    StorageDescriptor sd = table.getSd();
    if (sd.getBucketColsSize() > 0 || sd.getSortColsSize() > 0) {
      throw refused(table, "CLUSTERED BY is for tables STORED AS CIF");
    }
    if (sd.getSkewedInfo() != null && sd.getSkewedInfo().getSkewedColNamesSize() > 0) {
      throw refused(table, "SKEWED BY is not known here");
    }
    sd.setInputFormat(CifTables.INPUT_FORMAT);
    sd.setOutputFormat(InsertOutputFormat.class.getName());
    List<String> partitions = new ArrayList<>(declared(table));
    // For Hive these are ordinary columns: it has no partitions of a storage handler's table.
    for (FieldSchema key : keys(table)) {
      sd.addToCols(key);
      partitions.add(HiveNames.lowerCase(key.getName()));
    }
    table.setPartitionKeys(new ArrayList<>());
    check(table, partitions);
  }

  private static List<FieldSchema> keys(Table table) {
    return table.getPartitionKeys() == null ? List.of() : table.getPartitionKeys();
  }

  private static List<String> declared(Table table) throws MetaException {
    try {
      return PartitionColumns.names(table.getParameters().get(PartitionColumns.PROPERTY));
    } catch (IllegalArgumentException e) {
      throw refused(table, e.getMessage());
    }
  }

  /** Checks the columns against the files, and notes which of them are in folders. */
  private void check(Table table, List<String> partitions) throws MetaException {
    Map<String, CifType> types = new HashMap<>();
    for (FieldSchema column : table.getSd().getCols()) {
      try {
        CifType type = HiveTypes.toCif(TypeInfoUtils.getTypeInfoFromTypeString(column.getType()));
        types.put(CifSchema.foldCase(column.getName()), type);
      } catch (IllegalArgumentException e) {
        throw refused(table, "column '" + column.getName() + "': " + e.getMessage());
      }
    }
    Set<String> inFolders = new LinkedHashSet<>(partitions);
    List<String> names = List.copyOf(types.keySet());
    DataSet data = data(table, columns(table, names, List.copyOf(types.values())), types);
    if (data != null) {
      data.keys().stream().filter(types::containsKey).forEach(inFolders::add);
    }
    for (String name : inFolders) {
      CifType type = types.get(CifSchema.foldCase(name));
      if (name.contains(",") || !name.equals(name.strip()) || name.split("\\s").length > 1) {
        throw refused(
            table,
            "'"
                + name
                + "' of the folders can't be a column, because of a comma or space; name the other"
                + " columns, without it");
      }
      if (type == null) {
        throw refused(table, PartitionColumns.PROPERTY + " names '" + name + "', no column");
      }
      if (!canNameFolders(type)) {
        throw refused(table, "column '" + name + "' of type " + type + " can't name folders");
      }
      Column stored = data == null ? null : data.column(name);
      if (stored != null) {
        throw refused(
            table,
            "the files have a column '" + name + "', so that it can't have the folders' values");
      }
    }
    if (inFolders.size() == types.size()) {
      throw refused(table, "at least one column must be in files");
    }
    table.getParameters().remove(PartitionColumns.PROPERTY);
    if (!inFolders.isEmpty()) {
      table.putToParameters(PartitionColumns.PROPERTY, String.join(",", inFolders));
    }
  }

  private static boolean canNameFolders(CifType type) {
    return type.kind().isPrimitive()
        && type.kind() != CifType.Kind.BINARY
        && type.kind() != CifType.Kind.TIMESTAMP_LTZ;
  }

  private static TableColumns columns(Table table, List<String> names, List<CifType> types)
      throws MetaException {
    try {
      return TableColumns.fromProperties(names, types, table.getParameters()::get);
    } catch (IllegalArgumentException e) {
      throw refused(table, e.getMessage());
    }
  }

  /**
   * Returns the contents of the table's folder, read with the table's types; null if there is no
   * folder.
   */
  private DataSet data(Table table, TableColumns columns, Map<String, CifType> types)
      throws MetaException {
    String location = table.getSd().getLocation();
    if (location == null) {
      return null;
    }
    try {
      Path folder = new Path(location);
      FileSystem fs = folder.getFileSystem(conf);
      return fs.exists(folder)
          ? DataSet.read(fs, folder, ReadOptions.from(conf), columns, types::get)
          : null;
    } catch (IOException e) {
      throw refused(table, e.getMessage());
    }
  }

  @Override
  public void preAlterTable(Table table, EnvironmentContext context) throws MetaException {
    Map<String, String> properties = context == null ? null : context.getProperties();
    String operation = properties == null ? null : properties.get(ALTER_TABLE_OPERATION_TYPE);
    if (operation == null) {
      return;
    }
    switch (operation) {
      case "ADDCOLS", "ALTERLOCATION" -> check(table, declared(table));
      case "REPLACE_COLUMNS" -> {
        for (String name : declared(table)) {
          if (!has(table, name)) {
            throw refused(table, "column '" + name + "' can't be dropped: the folders have it");
          }
        }
        check(table, declared(table));
      }
      case "RENAME_COLUMN" -> {
        expectValuesKept(table, properties.get(RENAMED));
        check(table, declared(table));
      }
      case "ADDPROPS", "DROPPROPS" -> {
        String changed =
            properties.getOrDefault(SET_PROPERTIES, "")
                + PROPERTIES_SEPARATOR
                + properties.getOrDefault(UNSET_PROPERTIES, "");
        if (List.of(changed.split(PROPERTIES_SEPARATOR)).contains(PartitionColumns.PROPERTY)) {
          throw refused(
              table,
              PartitionColumns.PROPERTY
                  + " can't be changed; drop the table, whose files stay if it is EXTERNAL, and"
                  + " create it anew");
        }
      }
      default -> {}
    }
  }

  private static boolean has(Table table, String name) {
    return table.getSd().getCols().stream().anyMatch(c -> c.getName().equalsIgnoreCase(name));
  }

  /**
   * Refuses a rename by which a column would lose its values: without CIF's hook columns are found
   * in files by their names.
   *
   * @param table the table after the change
   * @param name name that a column had; null if that is not known
   */
  private void expectValuesKept(Table table, String name) throws MetaException {
    if (name == null || has(table, name)) {
      return;
    }
    if (declared(table).contains(name)) {
      throw refused(table, "column '" + name + "' can't be renamed: the folders have that name");
    }
    if (isKnownByKey(table, name)) {
      return;
    }
    DataSet data = data(table, columns(table, List.of(name), List.of()), Map.of());
    if (data != null && data.column(name) != null) {
      throw refused(
          table,
          "column '"
              + name
              + "' can't be renamed, since the files have it under that name; set"
              + " hive.semantic.analyzer.hook to "
              + CifTables.HOOK
              + ", with which it keeps its values, or make a view that gives it another name");
    }
  }

  /** Returns true if the columns' keys tell that no column has a name any more. */
  private static boolean isKnownByKey(Table table, String name) throws MetaException {
    try {
      ColumnKeys keys = ColumnKeys.fromProperties(table.getParameters()::get);
      return keys != null
          && keys.key(name) == null
          && table.getSd().getCols().stream().allMatch(c -> keys.key(c.getName()) != null);
    } catch (IllegalArgumentException e) {
      throw refused(table, e.getMessage());
    }
  }

  private static MetaException refused(Table table, String reason) {
    return new MetaException(
        "table " + table.getDbName() + "." + table.getTableName() + ": " + reason);
  }

  @Override
  public void preTruncateTable(Table table, EnvironmentContext context, List<String> partitionNames)
      throws MetaException {
    try {
      Path folder = new Path(table.getSd().getLocation());
      FileSystem fs = folder.getFileSystem(conf);
      if (fs.exists(folder)) {
        TableInsert.of(fs, folder, TableChange.newId()).replace(split -> true);
      }
      // The other files of the folder belong to others.
      context.putToProperties(SKIP_DELETION, "true");
    } catch (CifException e) {
      throw refused(table, e.getMessage());
    } catch (IOException e) {
      throw refused(table, e.toString());
    }
  }

  @Override
  public void rollbackCreateTable(Table table) {}

  @Override
  public void commitCreateTable(Table table) {}

  @Override
  public void preDropTable(Table table) {}

  @Override
  public void rollbackDropTable(Table table) {}

  @Override
  public void commitDropTable(Table table, boolean deleteData) {}
}
