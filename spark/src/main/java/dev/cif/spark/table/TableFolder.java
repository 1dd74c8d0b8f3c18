package dev.cif.spark.table;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.Release;
import dev.cif.format.read.ColumnDefaults;
import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Folder of a table, with the options that were given for it. On the driver only. */
public final class TableFolder {
  private static final String PATH = "path";
  private static final String PATHS = "paths";

  private final CaseInsensitiveStringMap options;

  /** Partitions that a metastore has; null if the folders themselves tell. */
  private final Metastore metastore;

  /** Table file, once it was looked for; null if there is none. */
  private DescribedTable described;

  private boolean isLookedFor;

  /** Settings, once they were asked for. */
  private Configuration conf;

  public TableFolder(Map<String, String> options) {
    this(options, null);
  }

  /**
   * Creates the folder of a table whose partitions a metastore has.
   *
   * @throws IllegalStateException if jars of several releases of CIF are on the class path
   */
  public TableFolder(Map<String, String> options, Metastore metastore) {
    Release.expectOne();
    this.options = new CaseInsensitiveStringMap(options);
    this.metastore = metastore;
  }

  /** Returns the partitions of a metastore; null if the folders themselves tell. */
  public Metastore metastore() {
    return metastore;
  }

  /** Returns the folder with options of a statement above those of the table. */
  public TableFolder with(Map<String, String> above) {
    Map<String, String> all = new HashMap<>(options);
    all.putAll(above);
    return new TableFolder(all, metastore);
  }

  /**
   * Returns the split-directories of the table, and of its partitions if a metastore has these.
   *
   * @throws CifException if there is no such folder, or it holds other data
   */
  public List<FoundSplit> splits() throws IOException {
    FileSystem fs = fs();
    Path root = root();
    List<Path> folders = metastore == null ? List.of(root) : metastore.folders(fs, root);
    List<SplitFinder.Root> roots =
        folders.stream().map(folder -> new SplitFinder.Root(fs, folder)).toList();
    try {
      return roots.isEmpty() ? List.of() : SplitFinder.find(roots, readOptions());
    } catch (FileNotFoundException e) {
      throw CifException.at(root, null, -1, "there is no such folder", e);
    }
  }

  /**
   * Returns the table file of the folder, FORMAT.md section 2.4, as it was when it was first asked
   * for; null if there is none, or a metastore tells what the columns are.
   */
  public synchronized DescribedTable described() throws IOException {
    if (!isLookedFor && metastore == null && isNamed()) {
      described = DescribedTable.find(fs(), root());
      isLookedFor = true;
    }
    if (described != null && !described.description().partitions().isEmpty()) {
      throw CifException.at(
          described.file(),
          null,
          -1,
          "partitions of the table lie elsewhere, as at "
              + described.description().partitions().get(0).location()
              + "; read it as a table of the metastore");
    }
    return described;
  }

  /**
   * Returns the properties by which columns have keys and defaults, and the revision of the table
   * file that they are from. Options that have keys go before a table file.
   */
  public Map<String, String> columnProperties() {
    Map<String, String> found = new HashMap<>();
    options.forEach(found::put);
    try {
      DescribedTable table = described();
      if (table != null && !options.containsKey(ColumnKeys.PROPERTY)) {
        TableProperties.of(table.description()).forEach(found::putIfAbsent);
      }
      found.keySet().removeIf(name -> !isOfColumns(name));
      if (table != null) {
        found.put(TableProperties.REVISION, Long.toString(table.description().revision()));
      }
      return found;
    } catch (IOException e) {
      throw unchecked(e);
    }
  }

  /** Returns the options, and the properties by which writers give columns their keys. */
  public Map<String, String> optionsOfWriters() {
    Map<String, String> all = new HashMap<>(columnProperties());
    all.putAll(options);
    return all;
  }

  private static boolean isOfColumns(String property) {
    return property.startsWith(ColumnKeys.PROPERTY) || property.startsWith(ColumnDefaults.DEFAULT);
  }

  /** Returns the options. */
  public CaseInsensitiveStringMap options() {
    return options;
  }

  /** Returns true if the options name a folder. */
  public boolean isNamed() {
    return options.containsKey(PATH);
  }

  /**
   * Returns the folder's path as it is named.
   *
   * @throws IllegalArgumentException if there is none, or there are several
   */
  public String path() {
    if (options.containsKey(PATHS)) {
      throw new IllegalArgumentException(
          "data source cif reads one folder, not "
              + options.get(PATHS)
              + "; load each, and union the results");
    }
    if (!isNamed()) {
      throw new IllegalArgumentException(
          "data source cif needs the folder of the table: load(path), save(path), or LOCATION");
    }
    return options.get(PATH);
  }

  /**
   * Returns Hadoop's settings of the session, under the options, as they were when they were first
   * asked for. {@link #with} gives a folder that asks again. The caller must not change them.
   */
  public synchronized Configuration conf() {
    if (conf == null) {
      Configuration session =
          new Configuration(SparkSession.active().sparkContext().hadoopConfiguration());
      options.forEach(
          (key, value) -> {
            if (value != null && !key.equals(PATH)) {
              session.set(key, value);
            }
          });
      conf = session;
    }
    return conf;
  }

  public ReadOptions readOptions() {
    return ReadOptions.from(conf());
  }

  public FileSystem fs() throws IOException {
    return new Path(path()).getFileSystem(conf());
  }

  /** Returns the qualified path. */
  public Path root() throws IOException {
    return fs().makeQualified(new Path(path()));
  }

  public boolean exists() {
    try {
      return fs().exists(root());
    } catch (IOException e) {
      throw unchecked(e);
    }
  }

  /** Reads all schema files. */
  public DataSet dataSet() throws IOException {
    return DataSet.read(fs(), root(), readOptions());
  }

  /** Returns the keys of the folders, from the outermost on; none if there is no folder. */
  public List<String> keys() {
    try {
      return isNamed() && exists() && hasKeys() ? dataSet().keys() : List.of();
    } catch (IOException e) {
      throw unchecked(e);
    }
  }

  /** Returns true if a split-directory lies below a folder with a key; opens none. */
  private boolean hasKeys() throws IOException {
    Path root = root();
    return SplitFinder.find(List.of(new SplitFinder.Root(fs(), root)), readOptions()).stream()
        .anyMatch(split -> !FolderValues.of(root, split.directory()).keys().isEmpty());
  }

  /**
   * Returns the columns of all split-directories, and behind them those that are folders.
   *
   * @throws UncheckedIOException if there are no split-directories, or a column has no type in
   *     Spark
   */
  public StructType schema() {
    try {
      DataSet data = dataSet();
      if (data.splits().isEmpty() && data.described() == null) {
        throw CifException.at(
            data.folder(),
            null,
            -1,
            "there is no split-directory, from which the columns would be known; correct the path,"
                + " or give a schema");
      }
      List<StructField> fields = new ArrayList<>();
      for (Column column : data.columns()) {
        fields.add(field(data, column));
      }
      for (Column folder : data.folders()) {
        fields.add(
            data.described() == null
                ? DataTypes.createStructField(
                    folder.name(),
                    FolderTypes.of(data.folder(), data.splits(), folder.name()),
                    true)
                : field(data, folder));
      }
      return DataTypes.createStructType(fields);
    } catch (IOException e) {
      throw unchecked(e);
    }
  }

  private static StructField field(DataSet data, Column column) throws CifException {
    try {
      return DataTypes.createStructField(column.name(), SparkTypes.spark(column.type()), true);
    } catch (IllegalArgumentException e) {
      throw CifException.at(
          data.folder(),
          column.name(),
          -1,
          e.getMessage() + "; name the other columns by schema(...)",
          e);
    }
  }

  /** Returns true if some names have one, ignoring case. */
  public static boolean has(Collection<String> names, String name) {
    String folded = CifSchema.foldCase(name);
    return names.stream().anyMatch(other -> CifSchema.foldCase(other).equals(folded));
  }

  /** Returns the fields that are in files: those that no key of a folder names. */
  public static List<StructField> stored(StructType columns, Collection<String> keys) {
    return Arrays.stream(columns.fields()).filter(field -> !has(keys, field.name())).toList();
  }

  /** Returns a reference to a column. Spark parses the name, which is quoted therefore. */
  public static NamedReference reference(String column) {
    return Expressions.column(quoted(column));
  }

  /** Returns a name as Spark's SQL quotes it. */
  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Returns an exception for Spark, which has no place for checked ones. */
  public static UncheckedIOException unchecked(IOException e) {
    return new UncheckedIOException(e.getMessage(), e);
  }
}
