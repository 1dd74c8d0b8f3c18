package dev.cif.hive.serde;

import dev.cif.format.options.Release;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.hive.version.HiveFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.SerDeUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.io.Writable;

/**
 * SerDe of CIF tables. It copies nothing. A row to be written is wrapped unchanged. A row that was
 * read decodes a field when its inspector asks for it, and only the requested parts of a complex
 * field.
 */
public class CifSerDe extends AbstractSerDe {
  private CifSchema schema;
  private CifRowInspector inspector;
  private final CifRowToWrite toWrite = new CifRowToWrite();
  private final SerDeStats stats = new SerDeStats();
  private CifRow.Source lastRead;

  @Override
  public void initialize(
      Configuration configuration, Properties tableProperties, Properties partitionProperties)
      throws SerDeException {
    Properties partition = inTableColumns(tableProperties, partitionProperties);
    super.initialize(configuration, tableProperties, partition);
    if (HiveFeatures.IS_4) {
      // Older ones call it themselves.
      initialize(configuration, SerDeUtils.createOverlayedProperties(tableProperties, partition));
    }
  }

  /**
   * Takes the columns from a table's properties. Hive before 4.0 calls this method, which Hive 4
   * does not have.
   */
  public void initialize(Configuration configuration, Properties properties) throws SerDeException {
    try {
      Release.expectOne();
      HiveFeatures.expectKnown(HiveFeatures.version());
    } catch (IllegalStateException e) {
      throw new SerDeException(e.getMessage(), e);
    }
    HiveColumns columns;
    try {
      columns = HiveColumns.of(configuration, properties);
    } catch (IllegalArgumentException e) {
      throw new SerDeException(
          "Hive "
              + HiveFeatures.version()
              + " does not know the columns' types '"
              + properties.getProperty(serdeConstants.LIST_COLUMN_TYPES)
              + "': "
              + e.getMessage(),
          e);
    }
    List<CifType> types = new ArrayList<>();
    try {
      for (TypeInfo type : columns.types()) {
        types.add(HiveTypes.toCif(type));
      }
      schema = CifSchema.of(columns.names(), types);
    } catch (IllegalArgumentException e) {
      throw new SerDeException("the columns cannot be stored as CIF: " + e.getMessage(), e);
    }
    inspector =
        new CifRowInspector(
            columns.names(),
            HiveFeatures.IS_3 ? ZonedTypes.of(columns.types(), configuration) : columns.types(),
            columns.comments());
  }

  /**
   * Returns the properties of a partition, but with the columns of its table. Readers return rows
   * of the table's columns, whatever the partition's are.
   */
  private static Properties inTableColumns(Properties table, Properties partition) {
    if (partition == null || table.getProperty(serdeConstants.LIST_COLUMNS, "").isEmpty()) {
      return partition;
    }
    Properties properties = new Properties();
    properties.putAll(partition);
    properties.remove(serdeConstants.LIST_COLUMNS);
    properties.remove(serdeConstants.LIST_COLUMN_TYPES);
    properties.remove(serdeConstants.COLUMN_NAME_DELIMITER);
    return properties;
  }

  /** Returns the columns of the table, with the ids 1, 2, 3 ... */
  public CifSchema schema() {
    return schema;
  }

  @Override
  public Class<? extends Writable> getSerializedClass() {
    return CifRowToWrite.class;
  }

  @Override
  public Writable serialize(Object row, ObjectInspector rowInspector) {
    toWrite.set(row, (StructObjectInspector) rowInspector);
    return toWrite;
  }

  @Override
  public Object deserialize(Writable row) {
    // A query that Hive answers without a job has the table's SerDe read ORC partitions too.
    lastRead = row instanceof CifRow cif ? cif.source() : null;
    return row;
  }

  @Override
  public ObjectInspector getObjectInspector() {
    return inspector;
  }

  /** Returns true: the metastore keeps the columns, or ALTER TABLE would fail. */
  @Override
  public boolean shouldStoreFieldsInMetastore(Map<String, String> tableParams) {
    return true;
  }

  /**
   * Returns the size of the row that was read last, which ANALYZE TABLE adds up; its sum over a
   * table is exact. For written rows the writer reports the sizes itself.
   */
  @Override
  public SerDeStats getSerDeStats() {
    stats.setRowCount(lastRead == null ? 0 : 1);
    stats.setRawDataSize(lastRead == null ? 0 : lastRead.rawBytes());
    return stats;
  }
}
