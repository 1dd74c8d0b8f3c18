package dev.cif.spark.table;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Address of a row in a table: two metadata columns, which a query gets if it names them. A table's
 * own column of such a name hides the metadata column.
 */
public final class RowAddress {
  /**
   * Path of the row's split-directory below the table's folder, {@code #}, and the time of its
   * files; STRING.
   */
  public static final String SPLIT = "_split";

  /** Number of the row in its split-directory, from 0; BIGINT. */
  public static final String ROW = "_row";

  /** Mark before the time; Hive encodes it in names of folders. */
  private static final char TIME = '#';

  private RowAddress() {}

  /** Metadata column as Spark asks for it. */
  private record Column(String name, DataType dataType, String comment) implements MetadataColumn {
    @Override
    public boolean isNullable() {
      return false;
    }
  }

  /** Returns both columns. */
  public static MetadataColumn[] columns() {
    return new MetadataColumn[] {
      new Column(SPLIT, DataTypes.StringType, "split-directory of the row"),
      new Column(ROW, DataTypes.LongType, "number of the row in its split-directory")
    };
  }

  /** Returns true if a name is that of a metadata column, and of no column of the table. */
  public static boolean is(StructType table, String name) {
    return TableFolder.has(List.of(SPLIT, ROW), name)
        && !TableFolder.has(List.of(table.fieldNames()), name);
  }

  /**
   * Returns the value of {@link #SPLIT} for a split-directory: its path below the table's folder,
   * and the time of its files. Call this before the rows are read.
   */
  public static String of(FileSystem fs, Path table, Path directory) throws IOException {
    String path = directory.toUri().getPath().substring(table.toUri().getPath().length());
    return (path.startsWith("/") ? path.substring(1) : path) + TIME + time(fs, directory);
  }

  /**
   * Returns the time of the oldest column file, in milliseconds as hexadecimal digits. Files that a
   * change adds are newer, and leave it as it is; files under old names have another one.
   */
  private static String time(FileSystem fs, Path directory) throws IOException {
    long oldest = Long.MAX_VALUE;
    for (FileStatus file : fs.listStatus(directory)) {
      if (SplitDirectories.isColumnFile(file.getPath())) {
        oldest = Math.min(oldest, file.getModificationTime());
      }
    }
    return Long.toHexString(oldest);
  }

  /** Returns the path in a value of {@link #SPLIT}; "" for the table's folder itself. */
  public static String path(String split) {
    int end = split.lastIndexOf(TIME);
    return end < 0 ? split : split.substring(0, end);
  }

  /**
   * Returns the split-directory of a value of {@link #SPLIT}.
   *
   * @throws CifException if it does not lie below the table's folder
   */
  public static Path directory(Path table, String split) throws CifException {
    String path = path(split);
    for (String name : path.split("/", -1)) {
      if (name.equals("..") || name.equals(".") || (name.isEmpty() && !path.isEmpty())) {
        throw CifException.at(
            table, SPLIT, -1, "'" + split + "' is no split-directory below the table's folder");
      }
    }
    return path.isEmpty() ? table : new Path(table + "/" + path);
  }

  /**
   * Checks that a split-directory has the files that it had when its rows were read.
   *
   * @throws CifException if others are there, under the same name
   */
  public static void expectSame(FileSystem fs, Path table, String split) throws IOException {
    Path directory = directory(table, split);
    int end = split.lastIndexOf(TIME);
    if (end >= 0 && !split.substring(end + 1).equals(time(fs, directory))) {
      throw CifException.at(
          directory,
          SPLIT,
          -1,
          "the split-directory was replaced since its rows were read, as INSERT OVERWRITE does;"
              + " nothing was set. Read the addresses again");
    }
  }

  /** Checks several values of {@link #SPLIT}, as the other method does one. */
  public static void expectSame(FileSystem fs, Path table, Collection<String> splits)
      throws IOException {
    Planner.visit(
        List.copyOf(splits),
        split -> {
          expectSame(fs, table, split);
          return null;
        });
  }
}
