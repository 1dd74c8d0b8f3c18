package dev.cif.hive.handler;

import dev.cif.format.commit.TableInsert;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.HiveObjects;
import dev.cif.hive.write.InsertColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.serde2.SerDeException;

/** Commits the output of an INSERT's tasks to the table. */
public final class InsertCommit {
  private final FileSystem fs;
  private final Path table;
  private final TableInsert insert;
  private final InsertColumns columns;

  /**
   * Creates the commit of a statement.
   *
   * @param given properties of the table, and of the statement's target
   */
  public InsertCommit(Properties given, Configuration conf) throws IOException {
    // Hive passes them as another object's defaults, which a SerDe ignores.
    Properties properties = new Properties();
    given.stringPropertyNames().forEach(n -> properties.setProperty(n, given.getProperty(n)));
    table = new Path(properties.getProperty(hive_metastoreConstants.META_TABLE_LOCATION));
    String id = properties.getProperty(InsertOutputFormat.ID);
    if (id == null) {
      throw new CifException(
          table + ": Hive has not told the storage handler of this statement; use INSERT");
    }
    fs = table.getFileSystem(conf);
    insert = TableInsert.of(fs, table, id);
    CifSerDe serde = new DiscoveringSerDe();
    try {
      serde.initialize(conf, properties, null);
    } catch (SerDeException e) {
      throw new CifException(e.getMessage(), e);
    }
    columns = InsertOutputFormat.columns(serde.schema(), properties);
  }

  /** Commits an INSERT INTO. */
  public void append() throws IOException {
    removeHives();
    insert.append();
  }

  /** Removes the empty folders that Hive creates beside the branches of a UNION ALL. */
  private void removeHives() throws IOException {
    FileStatus[] found = fs.globStatus(new Path(table, "-tmp.*"));
    for (FileStatus folder : found == null ? new FileStatus[0] : found) {
      if (folder.isDirectory() && fs.listStatus(folder.getPath()).length == 0) {
        fs.delete(folder.getPath(), false);
      }
    }
  }

  /**
   * Commits an INSERT OVERWRITE. It replaces all rows of the table, or those with the partition
   * columns' values that it has rows of.
   */
  public void replace() throws IOException {
    removeHives();
    if (columns.folderPositions().length == 0) {
      insert.replace(split -> true);
      return;
    }
    Set<List<Object>> written = new HashSet<>();
    for (String folder : insert.folders()) {
      written.add(values(new Path(table, folder)));
    }
    try {
      insert.replace(
          split -> {
            try {
              return written.contains(values(split));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Returns the values of the partition columns, which folders may write in several ways: 1 and 01.
   */
  private List<Object> values(Path folder) throws IOException {
    FolderValues values = FolderValues.of(table, folder);
    List<Object> all = new ArrayList<>();
    for (int position : columns.folderPositions()) {
      CifType type = columns.column(position).type();
      all.add(HiveObjects.of(values.value(columns.column(position).name(), type), 0));
    }
    return all;
  }
}
