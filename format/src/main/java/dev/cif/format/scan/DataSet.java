package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Columns and split-directories of a folder: those of its table file if it has one (FORMAT.md
 * section 2.4), else the union of its schema files (section 4.1). Immutable; no column file is
 * opened.
 *
 * @param folder folder of the data set
 * @param splits split-directories in the order of their paths
 * @param columns columns that have files: those of the table file; or those of all
 *     split-directories, or those of the table's that they have, each in the widest of its types
 * @param folders columns that are folders {@code key=value}, from the outermost folder on. Without
 *     a table file they are strings with names in lower case, and none is a column of a
 *     split-directory.
 * @param described table file; null if there is none, or the caller knows the columns
 * @param rows number of rows of all split-directories, without deleted ones
 * @param rawBytes size of their values before encoding in bytes (FORMAT.md section 8)
 */
public record DataSet(
    Path folder,
    List<FoundSplit> splits,
    List<Column> columns,
    List<Column> folders,
    DescribedTable described,
    long rows,
    long rawBytes) {
  private static final String ADVICE =
      "name the columns with types that both can be read as, or make a table of each folder";

  public DataSet {
    splits = List.copyOf(splits);
    columns = List.copyOf(columns);
    folders = List.copyOf(folders);
  }

  /** Content of a schema file. */
  private record Part(CifSchema schema, long rows, long rawBytes) {}

  /**
   * Reads a data set with all columns that it has.
   *
   * @throws CifException if there is no such folder, it holds other data, or its table file or a
   *     schema file is damaged
   * @throws CifException if a split-directory has a column in a type that does not go with the
   *     table's, or with that of another
   */
  public static DataSet read(FileSystem fs, Path folder, ReadOptions options) throws IOException {
    return read(fs, folder, options, DescribedTable.find(fs, folder));
  }

  /**
   * Reads a data set as {@link #read(FileSystem, Path, ReadOptions)} does. Of a transactional table
   * it has the split-directories that count now, if the file system's configuration names a
   * metastore (see {@link DescribedTable#findCommitted}).
   */
  public static DataSet readCommitted(FileSystem fs, Path folder, ReadOptions options)
      throws IOException {
    return read(fs, folder, options, DescribedTable.findCommitted(fs, folder, fs.getConf()));
  }

  private static DataSet read(
      FileSystem fs, Path folder, ReadOptions options, DescribedTable described)
      throws IOException {
    if (described == null) {
      return read(fs, folder, options, TableColumns.STORED, name -> null);
    }
    Path root = fs.makeQualified(folder);
    List<FoundSplit> splits = found(root, () -> described.splits(fs, root, true, options));
    long rows = 0;
    long rawBytes = 0;
    List<Part> parts = Planner.visit(splits, split -> part(split, options, described.table()));
    for (int i = 0; i < parts.size(); i++) {
      described.expectReadable(splits.get(i).directory(), parts.get(i).schema());
      rows += parts.get(i).rows();
      rawBytes += parts.get(i).rawBytes();
    }
    return new DataSet(
        root, splits, described.columns(), described.partitionColumns(), described, rows, rawBytes);
  }

  /** Search for split-directories. */
  private interface Search {
    List<FoundSplit> run() throws IOException;
  }

  private static List<FoundSplit> found(Path folder, Search search) throws IOException {
    try {
      return search.run();
    } catch (FileNotFoundException e) {
      throw CifException.at(folder, null, -1, "there is no such folder", e);
    }
  }

  /**
   * Reads the schema files for columns that the caller knows, whatever a table file says.
   *
   * @param folder folder with split-directories at any depth
   * @param table columns that are wanted, under the table's names
   * @param wanted function from a column's name in lower case to the type as which it is read; null
   *     for a column that is read as stored
   * @throws CifException if there is no such folder, it holds other data, or a schema file is
   *     damaged
   * @throws CifException if two split-directories have a column in incompatible types
   */
  public static DataSet read(
      FileSystem fs,
      Path folder,
      ReadOptions options,
      TableColumns table,
      Function<String, CifType> wanted)
      throws IOException {
    Path root = fs.makeQualified(folder);
    List<FoundSplit> splits =
        found(root, () -> SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), options));
    SchemaUnion union = new SchemaUnion(ADVICE);
    Set<String> keys = new LinkedHashSet<>();
    long rows = 0;
    long rawBytes = 0;
    List<Part> parts = Planner.visit(splits, split -> part(split, options, table));
    for (int i = 0; i < parts.size(); i++) {
      Path directory = splits.get(i).directory();
      CifSchema schema = parts.get(i).schema();
      for (Column column : schema.columns()) {
        expectReadable(directory, column, wanted.apply(CifSchema.foldCase(column.name())));
      }
      union.add(directory, schema, name -> wanted.apply(CifSchema.foldCase(name)) == null);
      keys.addAll(FolderValues.of(root, directory).keys());
      rows += parts.get(i).rows();
      rawBytes += parts.get(i).rawBytes();
    }
    keys.removeIf(key -> union.column(key) != null);
    List<Column> folders = new ArrayList<>();
    keys.forEach(key -> folders.add(new Column(folders.size() + 1, key, CifType.STRING)));
    return new DataSet(root, splits, union.columns(), folders, null, rows, rawBytes);
  }

  /** Returns the names of the columns that are folders. */
  public List<String> keys() {
    return folders.stream().map(Column::name).toList();
  }

  /**
   * Returns the columns with which a split-directory is opened. Those that are folders have their
   * values as constants.
   *
   * @throws CifException if a folder's value is none of the type of a column in other
   *     split-directories
   */
  public TableColumns columnsOf(Path directory) throws CifException {
    if (described != null) {
      return described.columnsOf(directory);
    }
    FolderValues values = FolderValues.of(folder, directory);
    Map<String, ColumnVector> constants = new HashMap<>();
    for (String key : values.keys()) {
      Column stored = column(key);
      constants.put(key, values.value(key, stored == null ? CifType.STRING : stored.type()));
    }
    return constants.isEmpty() ? TableColumns.STORED : TableColumns.STORED.with(constants);
  }

  private static void expectReadable(Path directory, Column column, CifType wanted)
      throws CifException {
    if (wanted != null && !SplitReader.canRead(column.type(), wanted)) {
      throw CifException.at(
          directory,
          column.name(),
          -1,
          "stored as " + column.type() + ", which cannot be read as " + wanted);
    }
  }

  /** Returns the column with files that has a name, ignoring case; null if there is none. */
  public Column column(String name) {
    String folded = CifSchema.foldCase(name);
    for (Column column : columns) {
      if (CifSchema.foldCase(column.name()).equals(folded)) {
        return column;
      }
    }
    return null;
  }

  private static Part part(FoundSplit split, ReadOptions options, TableColumns table)
      throws IOException {
    try (SplitReader reader = split.open(options, table)) {
      return new Part(reader.schema(), reader.liveRows(), reader.rawBytes());
    }
  }

  /** Returns the number of files of all split-directories, including schema files. */
  public long files() {
    return splits.stream().mapToLong(split -> 1 + split.listed().files().size()).sum();
  }

  /** Returns the size of all column files in bytes. */
  public long bytes() {
    return splits.stream().mapToLong(split -> split.listed().length()).sum();
  }
}
