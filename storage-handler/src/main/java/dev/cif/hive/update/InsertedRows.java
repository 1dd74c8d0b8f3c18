package dev.cif.hive.update;

import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.TableChange;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.write.FolderWriter;
import dev.cif.hive.write.InsertColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;

/**
 * Rows that a task of a MERGE inserts: split-directories in the work folder of the change. Not
 * thread-safe.
 */
final class InsertedRows {
  private final JobConf job;
  private final Path root;
  private final List<String> names;
  private final RowConverter values;
  private final FolderWriter writer;
  private final CifRowToWrite inserted = new CifRowToWrite();
  private StructObjectInspector inspector;

  /**
   * Begins without a row.
   *
   * @param properties of the output format
   * @param first position of the first value in a row
   */
  InsertedRows(JobConf job, Properties properties, int first, Progressable progress) {
    this.job = job;
    Path table = new Path(properties.getProperty(UpdateOutputFormat.LOCATION));
    Path work = TableChange.workFolder(table, properties.getProperty(UpdateOutputFormat.ID));
    // Another attempt of the task has a folder of its own.
    root = new Path(work, "inserted/" + UUID.randomUUID());
    names = UpdateOutputFormat.lines(properties, UpdateOutputFormat.INSERTED);
    List<TypeInfo> types =
        UpdateOutputFormat.lines(properties, UpdateOutputFormat.INSERTED_TYPES).stream()
            .map(TypeInfoUtils::getTypeInfoFromTypeString)
            .toList();
    values = new RowConverter(types, first);
    InsertColumns columns =
        new InsertColumns(
            CifSchema.of(names, types.stream().map(HiveTypes::toCif).toList()),
            UpdateOutputFormat.lines(properties, UpdateOutputFormat.FOLDERS));
    writer = new FolderWriter(job, root, columns, properties, progress);
  }

  /** Inserts a row. */
  void insert(CifRowToWrite row) throws IOException {
    if (values.look(row)) {
      inspector =
          ObjectInspectorFactory.getStandardStructObjectInspector(
              names, List.copyOf(values.inspectors()));
    }
    Object[] all = new Object[names.size()];
    Arrays.setAll(all, i -> values.value(row, i));
    inserted.set(Arrays.asList(all), inspector);
    writer.write(inserted);
  }

  /** Ends, and returns the split-directories. */
  List<InsertedSplit> finish() throws IOException {
    writer.close();
    List<InsertedSplit> splits = new ArrayList<>();
    FileSystem fs = root.getFileSystem(job);
    Path folder = fs.makeQualified(root);
    for (Path split : writer.isEmpty() ? List.<Path>of() : SplitDirectories.list(fs, folder)) {
      Path parent = split.getParent();
      String place = folder.equals(parent) ? "" : relative(folder, parent);
      try (SplitReader reader = SplitReader.open(fs, split)) {
        splits.add(new InsertedSplit(split, place, reader.rows()));
      }
    }
    return splits;
  }

  private static String relative(Path folder, Path below) {
    return below.toUri().getPath().substring(folder.toUri().getPath().length() + 1);
  }

  /** Gives up. */
  void abort() throws IOException {
    writer.abort();
  }
}
