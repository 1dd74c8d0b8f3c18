package dev.cif.hive.handler;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.PartitionColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.SerDeException;

/**
 * SerDe of a storage handler's table. If a CREATE TABLE names no columns, it takes those of the
 * data set: the columns of its schema files, then the keys of its folders.
 */
public final class DiscoveringSerDe extends CifSerDe {
  @Override
  public void initialize(
      Configuration configuration, Properties tableProperties, Properties partitionProperties)
      throws SerDeException {
    String columns = tableProperties.getProperty(serdeConstants.LIST_COLUMNS, "");
    super.initialize(
        configuration,
        columns.isEmpty() ? discovered(configuration, tableProperties) : tableProperties,
        partitionProperties);
  }

  @Override
  public void initialize(Configuration configuration, Properties properties) throws SerDeException {
    String columns = properties.getProperty(serdeConstants.LIST_COLUMNS, "");
    super.initialize(
        configuration, columns.isEmpty() ? discovered(configuration, properties) : properties);
  }

  private static Properties discovered(Configuration configuration, Properties tableProperties)
      throws SerDeException {
    String location = tableProperties.getProperty(hive_metastoreConstants.META_TABLE_LOCATION);
    if (location == null) {
      throw new SerDeException(
          "without columns the statement must say where the data set is, by LOCATION");
    }
    try {
      Path folder = new Path(location);
      Configuration conf = configuration == null ? new Configuration() : configuration;
      DataSet data = DataSet.read(folder.getFileSystem(conf), folder, ReadOptions.from(conf));
      if (data.columns().isEmpty()) {
        throw new CifException(
            location
                + ": no split-directory is here, so that the columns are not known; name them in"
                + " the statement, or load the data first");
      }
      String declared = tableProperties.getProperty(PartitionColumns.PROPERTY);
      return with(columns(data, PartitionColumns.parse(declared)), tableProperties);
    } catch (IOException | IllegalArgumentException e) {
      throw new SerDeException(e.getMessage(), e);
    }
  }

  /** Returns the names and types of all columns. */
  private static Map<String, String> columns(DataSet data, List<PartitionColumns.Declared> declared)
      throws CifException {
    Map<String, String> columns = new LinkedHashMap<>();
    for (Column column : data.columns()) {
      String alike = column.type().fieldsAlike();
      if (alike != null) {
        throw CifException.at(
            data.folder(),
            column.name(),
            -1,
            alike + "; name the columns in the statement, and of these fields one");
      }
      columns.put(HiveNames.lowerCase(column.name()), column.type().toString());
    }
    for (String key : data.keys()) {
      columns.put(HiveNames.lowerCase(key), "string");
    }
    for (PartitionColumns.Declared column : declared) {
      columns.put(column.name(), column.typeOrString().toString());
    }
    return columns;
  }

  private static Properties with(Map<String, String> columns, Properties tableProperties) {
    Properties all = new Properties();
    all.putAll(tableProperties);
    String delimiter = HiveNames.delimiter(columns.keySet());
    all.setProperty(serdeConstants.COLUMN_NAME_DELIMITER, delimiter);
    List<String> comments = new ArrayList<>();
    columns.forEach((name, type) -> comments.add(""));
    all.setProperty(serdeConstants.LIST_COLUMNS, String.join(delimiter, columns.keySet()));
    all.setProperty(serdeConstants.LIST_COLUMN_TYPES, String.join(":", columns.values()));
    all.setProperty("columns.comments", String.join("\0", comments));
    return all;
  }
}
