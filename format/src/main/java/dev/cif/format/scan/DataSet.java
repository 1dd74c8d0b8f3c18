package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Union of the schema files below a folder. Immutable; no column file is opened.
 *
 * @param folder folder of the data set
 * @param splits split-directories in the order of their paths
 * @param columns columns of all split-directories, or those of the table's that they have, each in
 *     the widest of its types
 * @param keys keys of folders {@code key=value}, in lower case, from the outermost folder on;
 *     without those that are columns of a split-directory
 * @param rows number of rows of all split-directories
 * @param rawBytes size of their values before encoding in bytes (FORMAT.md section 8)
 */
public record DataSet(
    Path folder,
    List<FoundSplit> splits,
    List<Column> columns,
    List<String> keys,
    long rows,
    long rawBytes) {
  private static final String ADVICE =
      "name the columns with types that both can be read as, or make a table of each folder";

  public DataSet {
    splits = List.copyOf(splits);
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
  }

  /** Content of a schema file. */
  private record Part(CifSchema schema, long rows, long rawBytes) {}

  /** Reads the schema files for all columns that they have, in their stored types. */
  public static DataSet read(FileSystem fs, Path folder, ReadOptions options) throws IOException {
    return read(fs, folder, options, TableColumns.STORED, name -> null);
  }

  /**
   * Reads the schema files.
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
    List<FoundSplit> splits;
    try {
      splits = SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), options);
    } catch (FileNotFoundException e) {
      throw CifException.at(root, null, -1, "there is no such folder", e);
    }
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
    return new DataSet(root, splits, union.columns(), List.copyOf(keys), rows, rawBytes);
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

  /** Returns the column of a name, ignoring case; null if no split-directory has it. */
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
      return new Part(reader.schema(), reader.rows(), reader.rawBytes());
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
