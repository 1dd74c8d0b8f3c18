package dev.cif.hive.update;

import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.schema.CifException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;

/** Makes the partitions of inserted rows known to the metastore. */
final class InsertedPartitions {
  private InsertedPartitions() {}

  /**
   * Adds the partitions that the metastore lacks. They are empty until the change is committed.
   *
   * @throws CifException if a partition has its rows elsewhere
   */
  static void add(Hive hive, Table table, List<InsertedSplit> splits)
      throws HiveException, MetaException, CifException {
    if (!table.isPartitioned()) {
      return;
    }
    TreeSet<String> folders = new TreeSet<>();
    splits.forEach(split -> folders.add(split.folder()));
    for (String folder : folders) {
      Map<String, String> values = Warehouse.makeSpecFromName(folder);
      Partition partition = hive.getPartition(table, values, false);
      if (partition == null) {
        hive.createPartition(table, values);
        continue;
      }
      Path place = new Path(table.getDataLocation(), folder);
      if (!partition.getDataLocation().toUri().getPath().equals(place.toUri().getPath())) {
        throw CifException.at(
            partition.getDataLocation(),
            null,
            -1,
            "rows are inserted into partition "
                + folder
                + ", which is at a place of its own, so that it can't be changed together with the"
                + " table; nothing was changed: move it to "
                + place);
      }
    }
  }
}
