package dev.cif.mapreduce.derive;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.TableChange;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;

/**
 * Publication of a derived column's files. In a table with a table file they are one change of its
 * history, which readers see in all split-directories or in none. Elsewhere each split-directory
 * gets the column by itself.
 */
final class ColumnPublication {
  private final Configuration job;
  private final List<Path> tables;

  ColumnPublication(Configuration job) throws IOException {
    this.job = job;
    tables = DescribedColumns.tables(job);
  }

  /** Publishes the files of all tasks, and returns the number of split-directories. */
  int publish(List<AddedColumn> columns) throws IOException {
    Map<Path, List<AddedColumn>> ofTables = new LinkedHashMap<>();
    List<AddedColumn> others = new ArrayList<>();
    for (AddedColumn column : columns) {
      Path table = table(column.directory());
      (table == null ? others : ofTables.computeIfAbsent(table, k -> new ArrayList<>()))
          .add(column);
    }
    int published = 0;
    for (Map.Entry<Path, List<AddedColumn>> one : ofTables.entrySet()) {
      published += change(one.getKey(), one.getValue());
    }
    for (AddedColumn column : others) {
      published += column.publish(column.directory().getFileSystem(job)) ? 1 : 0;
    }
    return published;
  }

  /** Returns the table above a split-directory; null if there is none with a table file. */
  private Path table(Path directory) {
    for (Path at = directory; at != null; at = at.getParent()) {
      if (tables.contains(at)) {
        return at;
      }
    }
    return null;
  }

  private int change(Path table, List<AddedColumn> columns) throws IOException {
    FileSystem fs = table.getFileSystem(job);
    int count = 0;
    try (TableChange change = TableChange.begin(fs, table, List.of(job.get(DerivedColumn.NAME)))) {
      for (AddedColumn column : columns) {
        if (!column.isThere(fs)) {
          column.addTo(change);
          count++;
        }
      }
      if (count > 0) {
        change.setOrigin(origin());
        change.commit();
      }
    }
    return count;
  }

  private ChangeOrigin origin() throws IOException {
    return new ChangeOrigin(
        UserGroupInformation.getCurrentUser().getShortUserName(),
        "MapReduce " + VersionInfo.getVersion(),
        "derived column "
            + job.get(DerivedColumn.NAME)
            + " of "
            + job.get(ScanOptions.COLUMNS)
            + " by "
            + job.get(DerivedColumn.FUNCTION));
  }
}
