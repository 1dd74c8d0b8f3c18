package dev.cif.format.scan;

import dev.cif.format.internal.file.TableFile;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.format.vector.ColumnVector;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Table that has a table file, FORMAT.md section 2.4, for its readers. Immutable. */
public final class DescribedTable {
  /** Name of a folder that a compaction of a transactional table has written. */
  private static final Pattern BASE = Pattern.compile("base_[0-9]+(_v[0-9]+)?");

  private final Path folder;
  private final TableDescription description;
  private final TableColumns columns;

  /** Values of partitions outside of the folder, by their folders. */
  private final Map<Path, Map<String, String>> outside = new LinkedHashMap<>();

  /** Folders of the table that count; null if all do. */
  private final TransactionSource.Snapshot committed;

  private DescribedTable(
      Path folder,
      TableDescription description,
      TableColumns columns,
      TransactionSource.Snapshot committed) {
    this.folder = folder;
    this.description = description;
    this.columns = columns;
    this.committed = committed;
    for (OutsidePartition partition : description.partitions()) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 0; i < partition.values().size(); i++) {
        String name = description.partitionColumns().get(i).name();
        values.put(CifSchema.foldCase(name), partition.values().get(i));
      }
      // A path without scheme is one of the table's file system.
      outside.put(new Path(folder, partition.location()), values);
    }
  }

  /**
   * Returns the table that a folder belongs to; null if it has no table file.
   *
   * @param folder folder of a table, of a partition, or of what a compaction has written
   * @throws CifException if the table file is not valid, or the table's transactions decide which
   *     rows count
   */
  public static DescribedTable find(FileSystem fs, Path folder) throws IOException {
    DescribedTable table = forShow(fs, folder);
    if (table != null && table.hasTransactions(folder)) {
      throw table.unknown("read it in Hive, or compact it ('major') and read the folder base_<n>");
    }
    return table;
  }

  /**
   * Returns the table as {@link #find} does. Of a transactional one it knows what counts now, if
   * the configuration names a metastore that is on the class path ({@link TransactionSource}): the
   * caller passes over split-directories that are not {@linkplain #owns the table's}.
   *
   * @throws CifException as {@link #find}, without a metastore
   * @throws IOException if the metastore does not answer
   */
  public static DescribedTable findCommitted(FileSystem fs, Path folder, Configuration conf)
      throws IOException {
    DescribedTable table = forShow(fs, folder);
    if (table == null || !table.hasTransactions(folder)) {
      return table;
    }
    String owner = table.description.owner();
    TransactionSource.Snapshot now = owner == null ? null : TransactionSource.ask(conf, owner);
    if (now == null) {
      throw table.unknown(
          "name its metastore (hive.metastore.uris, in bin/cif --metastore), read it in Hive, or"
              + " compact it ('major') and read the folder base_<n>");
    }
    return new DescribedTable(table.folder, table.description, table.columns, now);
  }

  private boolean hasTransactions(Path wanted) {
    return description.transactional() != null
        && !BASE.matcher(new Path(wanted.toString()).getName()).matches();
  }

  private CifException unknown(String advice) {
    return CifException.at(
        file(),
        null,
        -1,
        "the table is transactional ("
            + description.transactional()
            + "), and this reader does not know which transactions are committed; "
            + advice);
  }

  /**
   * Returns the table that a folder belongs to, for who reads no rows; null if it has no table
   * file.
   *
   * @throws CifException if the table file is not valid
   */
  public static DescribedTable forShow(FileSystem fs, Path folder) throws IOException {
    Path given = new Path(fs.makeQualified(folder).toString());
    Path table = given;
    while (isWithinTable(table.getName()) && table.getParent() != null) {
      table = table.getParent();
    }
    Path path = new Path(table, TableFile.NAME);
    TableDescription description;
    try {
      description = TableFile.read(fs, path).description();
    } catch (FileNotFoundException e) {
      return null;
    }
    try {
      return new DescribedTable(table, description, TableColumns.of(description), null);
    } catch (IllegalArgumentException e) {
      throw CifException.at(path, null, -1, "the table file is not valid: " + e.getMessage(), e);
    }
  }

  /** Returns a text for tasks, which have the table as it was planned: see {@link #parse}. */
  public String toText() throws IOException {
    return new String(TableFile.of(description).toBytes(), StandardCharsets.UTF_8);
  }

  /**
   * Returns the table that a planner has found.
   *
   * @param folder its folder
   * @param text its text of {@link #toText}
   */
  public static DescribedTable parse(Path folder, String text) throws IOException {
    TableDescription description =
        TableFile.parse(new Path(folder, TableFile.NAME), text.getBytes(StandardCharsets.UTF_8))
            .description();
    return new DescribedTable(folder, description, TableColumns.of(description), null);
  }

  private static boolean isWithinTable(String name) {
    return name.indexOf('=') >= 0 || BASE.matcher(name).matches();
  }

  /** Returns the folder that has the table file. */
  public Path folder() {
    return folder;
  }

  /** Returns the table file. */
  public Path file() {
    return new Path(folder, TableFile.NAME);
  }

  public TableDescription description() {
    return description;
  }

  /** Returns the columns that have files, with the table's types. */
  public List<Column> columns() {
    return columns(description.columns());
  }

  /** Returns the columns that are folders, with the table's types. */
  public List<Column> partitionColumns() {
    return columns(description.partitionColumns());
  }

  /** Returns all columns that a query may name: those with files, and then the folders. */
  public CifSchema readable() {
    List<TableColumn> all = new ArrayList<>(description.columns());
    all.addAll(description.partitionColumns());
    return CifSchema.of(columns(all));
  }

  private List<Column> columns(List<TableColumn> some) {
    List<Column> all = new ArrayList<>();
    for (TableColumn column : some) {
      all.add(new Column(all.size() + 1, column.name(), column.type(), columns.key(column.name())));
    }
    return all;
  }

  /** Returns the columns with which split-directories are opened for a plan. */
  public TableColumns table() {
    return columns;
  }

  /** Returns the columns of a split-directory. Those that are folders have their values there. */
  public TableColumns columnsOf(Path directory) {
    if (description.partitionColumns().isEmpty()) {
      return columns;
    }
    FolderValues values = valuesOf(directory);
    Map<String, ColumnVector> constants = new HashMap<>();
    for (TableColumn column : description.partitionColumns()) {
      constants.put(column.name(), values.valueOrNull(column.name(), column.type()));
    }
    return columns.with(constants);
  }

  /** Returns the values of the folders of a split-directory, wherever it lies. */
  public FolderValues valuesOf(Path directory) {
    Map<String, String> values = outsideValues(directory);
    return values == null ? FolderValues.of(folder, directory) : FolderValues.of(directory, values);
  }

  /** Returns the values of the partition elsewhere that a path lies in; null if it lies in none. */
  private Map<String, String> outsideValues(Path path) {
    for (Path above = path; above != null && !outside.isEmpty(); above = above.getParent()) {
      Map<String, String> values = outside.get(above);
      if (values != null) {
        return values;
      }
    }
    return null;
  }

  /**
   * Returns the split-directories of the table, or of a folder of it that was asked for.
   *
   * @param isStrict true if data outside of split-directories is an error
   * @throws FileNotFoundException if there is no such folder
   */
  public List<FoundSplit> splits(FileSystem fs, Path wanted, boolean isStrict, ReadOptions options)
      throws IOException {
    List<FoundSplit> own = new ArrayList<>();
    for (FoundSplit split : SplitFinder.find(roots(fs, wanted, isStrict), options)) {
      if (owns(split.fs(), split.directory())) {
        own.add(split);
      }
    }
    return own;
  }

  /**
   * Returns the folders whose split-directories are read for one that was asked for. Some of these
   * may not be {@linkplain #owns the table's}.
   *
   * @param isStrict true if data outside of split-directories is an error
   */
  public List<SplitFinder.Root> roots(FileSystem fs, Path wanted, boolean isStrict)
      throws IOException {
    List<SplitFinder.Root> roots = new ArrayList<>();
    roots.add(new SplitFinder.Root(fs, wanted, isStrict));
    if (new Path(fs.makeQualified(wanted).toString()).equals(folder)) {
      for (Path path : outside.keySet()) {
        FileSystem other = path.getFileSystem(fs.getConf());
        if (!isBelowAnother(path) && other.exists(path)) {
          roots.add(new SplitFinder.Root(other, path, isStrict));
        }
      }
    }
    return roots;
  }

  /**
   * Returns true if the search of the table's folder, or of another partition's, comes upon a
   * partition's folder.
   */
  private boolean isBelowAnother(Path partition) {
    Path below = partition;
    while (below.getParent() != null && !SplitDirectories.isHidden(below.getName(), true)) {
      below = below.getParent();
      if (below.equals(folder) || outside.containsKey(below)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true if a split-directory that was found belongs to the table. One in the table's
   * folder does not, if it has the values of a partition elsewhere, or if the transaction that
   * wrote it does not count.
   */
  public boolean owns(FileSystem fs, Path directory) throws IOException {
    if (committed != null && !isCommitted(fs, directory)) {
      return false;
    }
    if (outside.isEmpty() || outsideValues(directory) != null) {
      return true;
    }
    FolderValues folders = FolderValues.of(folder, directory);
    Map<String, String> values = new HashMap<>();
    for (TableColumn column : description.partitionColumns()) {
      values.put(CifSchema.foldCase(column.name()), folders.text(column.name()));
    }
    return !outside.containsValue(values);
  }

  private boolean isCommitted(FileSystem fs, Path directory) throws IOException {
    Path child = directory;
    Path partition = child.getParent();
    int depth = folder.depth() + description.partitionColumns().size();
    while (!outside.containsKey(partition)
        && (partition.depth() > depth || outsideValues(partition) != null)) {
      child = partition;
      partition = child.getParent();
    }
    return committed.counts(fs, partition, child.getName());
  }

  /**
   * Checks that a split-directory's columns can be read as the table's types.
   *
   * @param seen columns of the split-directory that are the table's, under the table's names
   */
  public void expectReadable(Path directory, CifSchema seen) throws CifException {
    for (TableColumn column : description.columns()) {
      int i = seen.indexOf(column.name());
      CifType stored = i < 0 ? null : seen.column(i).type();
      if (stored != null && !SplitReader.canRead(stored, column.type())) {
        throw CifException.at(
            directory,
            column.name(),
            -1,
            "stored as "
                + stored
                + ", which cannot be read as "
                + column.type()
                + ", the type in "
                + file());
      }
    }
  }

  /**
   * Returns the columns of rows that are to become the table's, with the keys of its columns.
   *
   * @throws CifException if one is none of the table's, or can't be read as the table's type
   */
  public CifSchema keyed(CifSchema rows) throws CifException {
    CifSchema known = CifSchema.of(columns());
    for (Column column : rows.columns()) {
      int i = known.indexOf(column.name());
      if (i < 0) {
        throw CifException.at(
            file(),
            column.name(),
            -1,
            "the new rows have a column that the table lacks, and no reader would see it; leave it"
                + " out, or add it to the table first"
                + (description.owner() == null ? "" : ": ALTER TABLE " + description.owner()));
      }
      CifType type = known.column(i).type();
      if (!SplitReader.canRead(column.type(), type)) {
        throw CifException.at(
            file(),
            column.name(),
            -1,
            "the new rows have a "
                + column.type()
                + ", which cannot be read as the table's "
                + type);
      }
    }
    return description.keys() == null ? rows : description.keys().keyed(rows);
  }
}
