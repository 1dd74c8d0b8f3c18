package dev.cif.spark;

import dev.cif.format.scan.FolderValues;
import dev.cif.spark.read.FolderRow;
import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.FolderDelete;
import dev.cif.spark.write.FolderPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.SupportsAtomicPartitionManagement;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Table of a metastore with partitions, which SHOW PARTITIONS lists, and ALTER TABLE adds and drops
 * as it does for Spark's own tables of Hive. Immutable.
 */
final class PartitionedTable extends CifTable implements SupportsAtomicPartitionManagement {
  private static final String LOCATION = "location";

  private final StructType partitions;

  PartitionedTable(TableFolder folder, StructType schema, Transform... partitioning) {
    super(folder, schema, partitioning);
    List<String> keys = keys(partitioning);
    partitions =
        DataTypes.createStructType(
            Arrays.stream(schema.fields())
                .filter(field -> TableFolder.has(keys, field.name()))
                .toArray(StructField[]::new));
  }

  @Override
  public StructType partitionSchema() {
    return partitions;
  }

  /** Returns the paths of partitions below the table's folder, such as {@code day=1/hour=2}. */
  private List<String> paths(InternalRow... rows) {
    FolderPath path = FolderPath.of(partitions, List.of(partitions.fieldNames()));
    return Arrays.stream(rows).map(path::of).toList();
  }

  @Override
  public void createPartitions(InternalRow[] rows, Map<String, String>[] properties) {
    List<String> locations = new ArrayList<>();
    for (Map<String, String> of : properties) {
      if (!List.of(LOCATION).containsAll(of.keySet())) {
        throw new UnsupportedOperationException("a partition of a CIF table has no properties");
      }
      locations.add(of.get(LOCATION));
    }
    metastore().create(paths(rows), locations);
  }

  @Override
  public boolean dropPartitions(InternalRow[] rows) {
    metastore().drop(paths(rows), false);
    return true;
  }

  @Override
  public boolean purgePartitions(InternalRow[] rows) {
    metastore().drop(paths(rows), true);
    return true;
  }

  @Override
  public boolean purgePartition(InternalRow row) {
    return purgePartitions(new InternalRow[] {row});
  }

  @Override
  public boolean truncatePartitions(InternalRow[] rows) {
    FolderDelete.run(folder(), struct(), new HashSet<>(paths(rows)));
    return true;
  }

  @Override
  public boolean truncatePartition(InternalRow row) {
    return truncatePartitions(new InternalRow[] {row});
  }

  @Override
  public InternalRow[] listPartitionIdentifiers(String[] names, InternalRow values) {
    List<InternalRow> found = new ArrayList<>();
    try {
      Path root = folder().root();
      for (String path : metastore().paths()) {
        Path inside = new Path(root + "/" + path, "x");
        InternalRow row = FolderRow.of(FolderValues.of(root, inside), partitions);
        if (isOf(row, names, values)) {
          found.add(row);
        }
      }
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
    return found.toArray(InternalRow[]::new);
  }

  /** Returns true if some columns of a partition have given values. */
  private boolean isOf(InternalRow partition, String[] names, InternalRow values) {
    for (int i = 0; i < names.length; i++) {
      int column = partitions.fieldIndex(names[i]);
      var type = partitions.fields()[column].dataType();
      if (!Objects.equals(partition.get(column, type), values.get(i, type))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void replacePartitionMetadata(InternalRow row, Map<String, String> properties) {
    throw new UnsupportedOperationException("a partition of a CIF table has no properties");
  }

  @Override
  public Map<String, String> loadPartitionMetadata(InternalRow row) {
    return Map.of();
  }
}
