package dev.cif.cli.load;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/** Table file of a loaded table, FORMAT.md section 2.4. */
public final class LoadedTable {
  private LoadedTable() {}

  /**
   * Writes the table file, unless the load makes a partition, or a part of a table that has one.
   *
   * @param folder folder of the rows, which may become the target later
   * @param target folder of the loaded table
   * @param properties properties for those who write into the table later
   */
  public static void describe(
      FileSystem fs, Path folder, Path target, CifSchema schema, Map<String, String> properties)
      throws IOException {
    if (target.getName().contains("=") || DescribedTable.forShow(fs, target) != null) {
      return;
    }
    List<TableColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      columns.add(new TableColumn(column.name(), column.type(), null, null));
    }
    TableDescription first =
        new TableDescription(1, null, columns, null, List.of(), List.of(), null, properties);
    TableFiles.update(fs, folder, before -> before == null ? first : before);
  }

  /** Copies the table file of a target that has no rows yet to the folder that takes its place. */
  static void keepDescription(FileSystem fs, Path target, Path folder) throws IOException {
    Path file = TableFiles.file(target);
    if (fs.exists(file)) {
      FileUtil.copy(fs, file, fs, TableFiles.file(folder), false, true, fs.getConf());
    }
  }
}
