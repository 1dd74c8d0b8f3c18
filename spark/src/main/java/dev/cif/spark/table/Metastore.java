package dev.cif.spark.table;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Partitions of a table of Hive's metastore, which alone says which folders belong to it. */
public final class Metastore {
  /** Depth of statements that are Spark's own for tables of Hive. */
  private static final ThreadLocal<Integer> AS_HIVE = ThreadLocal.withInitial(() -> 0);

  /** Hive's property of a partition that has statistics by which it may answer. */
  private static final String ACCURATE = "COLUMN_STATS_ACCURATE";

  private static final String ROWS = "BASIC_STATS";

  private final String database;
  private final String table;
  private final List<String> keys;

  /**
   * Creates the partitions of a table.
   *
   * @param keys partition columns; none for a table that is not partitioned
   */
  public Metastore(Identifier ident, List<String> keys) {
    database = ident.namespace()[0];
    table = ident.name();
    this.keys = List.copyOf(keys);
  }

  /** Returns true if this thread runs a statement for which tables of Hive are Spark's own. */
  public static boolean isAsHive() {
    return AS_HIVE.get() > 0;
  }

  private static void sqlAsHive(String statement) {
    AS_HIVE.set(AS_HIVE.get() + 1);
    try {
      SparkSession.active().sql(statement);
    } finally {
      AS_HIVE.set(AS_HIVE.get() - 1);
    }
  }

  /**
   * Returns the folders that hold the table's split-directories: its own, or those of its
   * partitions that are there.
   *
   * @param root the table's folder
   * @throws CifException if a partition lies elsewhere
   */
  List<Path> folders(FileSystem fs, Path root) throws IOException {
    if (keys.isEmpty()) {
      return List.of(root);
    }
    List<Path> folders = new ArrayList<>();
    for (CatalogTablePartition partition : partitions()) {
      Path folder = folder(fs, partition);
      if (!folder.toString().startsWith(root + "/")) {
        throw CifException.at(
            folder,
            null,
            -1,
            "a partition of "
                + database
                + "."
                + table
                + " lies outside of the table's folder, "
                + root
                + "; Spark reads such tables by CIF's SerDe, without CIF's catalog");
      }
      if (fs.exists(folder)) {
        folders.add(folder);
      }
    }
    return folders;
  }

  private static Path folder(FileSystem fs, CatalogTablePartition partition) {
    return fs.makeQualified(new Path(partition.storage().locationUri().get()));
  }

  /** Returns the partitions. The session of Spark 4 is of another class, Seq of another package. */
  private List<CatalogTablePartition> partitions() {
    SparkSession session = SparkSession.active();
    try {
      Method state = session.getClass().getMethod("sessionState");
      SessionCatalog catalog = ((SessionState) state.invoke(session)).catalog();
      Method list =
          SessionCatalog.class.getMethod("listPartitions", TableIdentifier.class, Option.class);
      Object found =
          list.invoke(catalog, new TableIdentifier(table, Option.apply(database)), Option.empty());
      List<CatalogTablePartition> partitions = new ArrayList<>();
      scala.collection.Iterator<?> each = ((scala.collection.Iterable<?>) found).iterator();
      while (each.hasNext()) {
        partitions.add((CatalogTablePartition) each.next());
      }
      return partitions;
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Spark " + session.version() + " does not tell partitions as 3.5 and 4 do", e);
    }
  }

  /**
   * Adds the partitions of folders, unless they are there.
   *
   * @param folders paths below the table's folder, such as {@code day=1/hour=2}
   */
  public void add(Set<String> folders) {
    for (String folder : folders) {
      if (!folder.isEmpty()) {
        sqlAsHive("ALTER TABLE " + name() + " ADD IF NOT EXISTS " + partition(folder));
      }
    }
  }

  /**
   * Adds partitions.
   *
   * @param paths their paths below the table's folder
   * @param locations where they lie; null for one that lies there
   */
  public void create(List<String> paths, List<String> locations) {
    StringBuilder sql = new StringBuilder("ALTER TABLE " + name() + " ADD");
    for (int i = 0; i < paths.size(); i++) {
      String location = locations.get(i);
      sql.append(' ').append(partition(paths.get(i)));
      sql.append(location == null ? "" : " LOCATION " + literal(location));
    }
    sqlAsHive(sql.toString());
  }

  /**
   * Drops partitions, with their files if the table is not external.
   *
   * @param isPurged true if files are not to go into a trash
   */
  public void drop(List<String> paths, boolean isPurged) {
    String all = paths.stream().map(this::partition).collect(Collectors.joining(", "));
    sqlAsHive("ALTER TABLE " + name() + " DROP " + all + (isPurged ? " PURGE" : ""));
  }

  /** Returns the paths of the partitions below the table's folder, as values name them. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (CatalogTablePartition partition : partitions()) {
      Map<String, String> values = values(partition);
      paths.add(
          keys.stream()
              .map(key -> FolderValues.folder(key, text(values.get(key))))
              .collect(Collectors.joining("/")));
    }
    return paths;
  }

  private static String text(String value) {
    return FolderValues.NULL_FOLDER.equals(value) ? null : value;
  }

  /** Returns the clause of statements that names a partition by its path. */
  private String partition(String path) {
    Path root = new Path("/");
    FolderValues texts = FolderValues.of(root, new Path(root, path + "/x"));
    Map<String, String> values = new LinkedHashMap<>();
    for (String key : keys) {
      String text = texts.text(key);
      values.put(key, text == null ? FolderValues.NULL_FOLDER : text);
    }
    return "PARTITION (" + assigned(values) + ")";
  }

  private Map<String, String> values(CatalogTablePartition partition) {
    Map<String, String> values = new LinkedHashMap<>();
    keys.forEach(key -> values.put(key, partition.spec().get(key).get()));
    return values;
  }

  /**
   * Makes Hive forget what it knows of numbers of rows and of values. It would answer queries by
   * that, and a write makes it wrong. An INSERT of no rows by the SerDe is what tells Hive.
   *
   * @param changed predicate that is true for folders of partitions that are to be changed
   * @throws IllegalStateException if Hive does not forget, as Spark's Hive gathers statistics
   */
  public void forgetStatistics(FileSystem fs, StructType columns, Predicate<Path> changed) {
    String none =
        TableFolder.stored(columns, keys).stream()
            .map(field -> TableFolder.quoted(field.name()))
            .collect(Collectors.joining(", ", " SELECT ", " FROM " + name() + " WHERE false"));
    if (keys.isEmpty()) {
      sqlAsHive("INSERT INTO " + name() + none);
      return;
    }
    List<Map<String, String>> accurate = accurate(fs, changed);
    for (Map<String, String> values : accurate) {
      sqlAsHive("INSERT INTO " + name() + " PARTITION (" + assigned(values) + ")" + none);
    }
    if (!accurate.isEmpty() && !accurate(fs, changed).isEmpty()) {
      throw new IllegalStateException(
          "Hive has numbers of rows of partitions of "
              + name()
              + ", by which it would answer wrongly after this write; nothing was changed. Start"
              + " Spark with spark.hadoop.hive.stats.autogather=false, and Hive is told");
    }
  }

  /** Returns the values of partitions that are to be changed and have numbers of rows. */
  private List<Map<String, String>> accurate(FileSystem fs, Predicate<Path> changed) {
    List<Map<String, String>> found = new ArrayList<>();
    for (CatalogTablePartition partition : partitions()) {
      Option<String> state = partition.parameters().get(ACCURATE);
      boolean isAccurate = state.isDefined() && state.get().contains(ROWS);
      if (isAccurate && changed.test(folder(fs, partition))) {
        found.add(values(partition));
      }
    }
    return found;
  }

  private static String assigned(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> TableFolder.quoted(value.getKey()) + " = " + literal(value.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Adds columns to the table.
   *
   * @return the changes that are left: those of properties
   * @throws UnsupportedOperationException if columns are to be changed otherwise, which Spark does
   *     not do for tables of Hive
   */
  public TableChange[] add(TableChange... changes) {
    List<TableChange> left = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (TableChange change : changes) {
      if (change instanceof TableChange.AddColumn column
          && column.fieldNames().length == 1
          && column.position() == null) {
        columns.add(
            TableFolder.quoted(column.fieldNames()[0])
                + " "
                + column.dataType().sql()
                + (column.comment() == null ? "" : " COMMENT " + literal(column.comment())));
      } else if (change instanceof TableChange.ColumnChange other) {
        throw new UnsupportedOperationException(
            "column "
                + String.join(".", other.fieldNames())
                + " of "
                + database
                + "."
                + table
                + ": Spark only adds columns to tables of Hive; rename, drop and change them in"
                + " Hive");
      } else {
        left.add(change);
      }
    }
    if (!columns.isEmpty()) {
      sqlAsHive("ALTER TABLE " + name() + " ADD COLUMNS (" + String.join(", ", columns) + ")");
    }
    return left.toArray(TableChange[]::new);
  }

  private String name() {
    return TableFolder.quoted(database) + "." + TableFolder.quoted(table);
  }

  private static String literal(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
