package dev.cif.hive.write;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifException;
import dev.cif.hive.serde.CifRowToWrite;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.FileUtils;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;

/**
 * Writes rows below a folder: those of each folder {@code key=value} into split-directories of its
 * own. Not thread-safe.
 */
public final class FolderWriter {
  /**
   * Number of columns that are open at a time, over all folders, at most: each holds a block in
   * memory.
   */
  private static final int MOST_COLUMNS = 512;

  private final JobConf job;
  private final Path root;
  private final InsertColumns columns;
  private final Properties properties;
  private final Progressable progress;

  /** Open writers by folder, the least recently used first. */
  private final Map<String, StatsProvidingRecordWriter> open = new LinkedHashMap<>(16, 0.75f, true);

  private final SerDeStats stats = new SerDeStats();
  private int begun;

  /**
   * Creates a writer.
   *
   * @param root folder that does not exist
   * @param properties properties of the table by which columns are written
   */
  public FolderWriter(
      JobConf job, Path root, InsertColumns columns, Properties properties, Progressable progress) {
    this.job = job;
    this.root = root;
    this.columns = columns;
    this.properties = properties;
    this.progress = progress;
  }

  /** Writes a row, whose values have the columns' types. */
  public void write(CifRowToWrite row) throws IOException {
    String folder = columns.folderPositions().length == 0 ? "" : folder(row);
    StatsProvidingRecordWriter writer = open.get(folder);
    if (writer == null) {
      closeSome();
      writer = begin(folder);
      open.put(folder, writer);
    }
    writer.write(row);
  }

  /** Returns the path of the folders that a row belongs into. */
  private String folder(CifRowToWrite row) throws IOException {
    StructObjectInspector inspector = row.inspector();
    List<? extends StructField> fields = inspector.getAllStructFieldRefs();
    StringBuilder path = new StringBuilder();
    for (int position : columns.folderPositions()) {
      StructField field = fields.get(position);
      String name = columns.column(position).name();
      Object value = inspector.getStructFieldData(row.row(), field);
      if (!(field.getFieldObjectInspector() instanceof PrimitiveObjectInspector primitive)) {
        throw new CifException("column '" + name + "' is not of a type that can name a folder");
      }
      String text =
          value == null ? null : PrimitiveObjectInspectorUtils.getString(value, primitive);
      path.append(path.length() == 0 ? "" : "/");
      path.append(FileUtils.escapePathName(name)).append('=');
      // Named as by Hive.
      boolean isNull = text == null || text.isEmpty();
      path.append(isNull ? FolderValues.NULL_FOLDER : FileUtils.escapePathName(text));
    }
    return path.toString();
  }

  private StatsProvidingRecordWriter begin(String folder) throws IOException {
    Path place = folder.isEmpty() ? root : new Path(root, folder);
    String name = String.format(Locale.ROOT, "%06d_0", begun++);
    return CifRecordWriter.open(
        job,
        new Path(place, name),
        columns.inFiles(),
        columns.filePositions(),
        properties,
        progress);
  }

  private void closeSome() throws IOException {
    int most = Math.max(1, MOST_COLUMNS / Math.max(1, columns.inFiles().size()));
    Iterator<StatsProvidingRecordWriter> oldest = open.values().iterator();
    while (open.size() >= most && oldest.hasNext()) {
      close(oldest.next());
      oldest.remove();
    }
  }

  private void close(StatsProvidingRecordWriter writer) throws IOException {
    writer.close(false);
    SerDeStats some = writer.getStats();
    stats.setRowCount(stats.getRowCount() + some.getRowCount());
    stats.setRawDataSize(stats.getRawDataSize() + some.getRawDataSize());
  }

  /** Ends all split-directories. */
  public void close() throws IOException {
    for (StatsProvidingRecordWriter writer : open.values()) {
      close(writer);
    }
    open.clear();
  }

  /** Gives up those that are open. */
  public void abort() throws IOException {
    for (StatsProvidingRecordWriter writer : open.values()) {
      writer.close(true);
    }
    open.clear();
  }

  /** Returns true if no row was written. */
  public boolean isEmpty() {
    return begun == 0;
  }

  /** Returns the rows and bytes of the split-directories that have ended. */
  public SerDeStats stats() {
    return stats;
  }
}
