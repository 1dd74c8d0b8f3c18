package dev.cif.cli.source;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * The rows of a file with what the folders {@code key=value} above it say: a column of text for
 * each key, behind the file's own.
 */
final class PartitionFolderSource implements RecordSource {
  /** The option by which the user says that such folders are no columns. */
  static final String OPTION = "partitions";

  private final RecordSource file;
  private final CifSchema schema;
  private final List<ColumnVector> values = new ArrayList<>();

  /** Columns of the row that the file fills. */
  private final ColumnVector[] own;

  private PartitionFolderSource(RecordSource file, CifSchema schema) {
    this.file = file;
    this.schema = schema;
    this.own = new ColumnVector[file.schema().size()];
  }

  /** The folders above a file that are columns, by the options. */
  private static FolderValues folders(SourceFile file, SourceOptions options) {
    Path folder = file.path().getParent();
    return FolderValues.of(options.flag(OPTION, true) ? new Path("/") : folder, folder);
  }

  /**
   * Opens a file.
   *
   * @param known the schema of the load with its columns of folders, or null
   * @throws SourceException if the file has a column of a folder's name
   */
  static RecordSource open(
      SourceFormat format, SourceFile file, SourceOptions options, CifSchema known)
      throws IOException {
    FolderValues folders = folders(file, options);
    if (folders.keys().isEmpty()) {
      return format.open(file, options, known);
    }
    RecordSource rows = format.open(file, options, known == null ? null : own(known, folders));
    try {
      PartitionFolderSource source =
          new PartitionFolderSource(rows, with(rows.schema(), folders, file));
      for (String key : folders.keys()) {
        source.values.add(folders.value(key, CifType.STRING));
      }
      return source;
    } catch (IOException | RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  private static CifSchema own(CifSchema known, FolderValues folders) {
    List<Column> own =
        known.columns().stream().filter(column -> !folders.has(column.name())).toList();
    return CifSchema.of(
        own.stream().map(Column::name).toList(), own.stream().map(Column::type).toList());
  }

  private static CifSchema with(CifSchema own, FolderValues folders, SourceFile file)
      throws SourceException {
    List<String> names = new ArrayList<>(own.columns().stream().map(Column::name).toList());
    List<CifType> types = new ArrayList<>(own.columns().stream().map(Column::type).toList());
    for (String key : folders.keys()) {
      if (own.indexOf(key) >= 0) {
        throw file.error(
            "",
            "the file has a column '"
                + own.column(own.indexOf(key)).name()
                + "', and the folder "
                + key
                + "="
                + folders.text(key)
                + " above it gives one, too; --option "
                + OPTION
                + "=false takes the file's",
            null);
      }
      names.add(key);
      types.add(CifType.STRING);
    }
    return CifSchema.of(names, types);
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    System.arraycopy(row, 0, own, 0, own.length);
    if (!file.next(own)) {
      return false;
    }
    for (int k = 0; k < values.size(); k++) {
      row[own.length + k].append(values.get(k), 0);
    }
    return true;
  }

  @Override
  public Map<String, String> passedOver() {
    return file.passedOver();
  }

  @Override
  public long bytesRead() {
    return file.bytesRead();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
