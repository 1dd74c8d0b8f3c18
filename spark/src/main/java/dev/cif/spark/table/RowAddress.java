package dev.cif.spark.table;

import dev.cif.format.schema.CifException;
import java.util.List;
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
  /** Path of the row's split-directory below the table's folder; STRING. */
  public static final String SPLIT = "_split";

  /** Number of the row in its split-directory, from 0; BIGINT. */
  public static final String ROW = "_row";

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

  /** Returns the path of a split-directory below a table's folder; "" for the folder itself. */
  public static String split(Path table, Path directory) {
    String path = directory.toUri().getPath().substring(table.toUri().getPath().length());
    return path.startsWith("/") ? path.substring(1) : path;
  }

  /**
   * Returns the split-directory of a path by {@link #split}.
   *
   * @throws CifException if it does not lie below the table's folder
   */
  public static Path directory(Path table, String split) throws CifException {
    for (String name : split.split("/", -1)) {
      if (name.equals("..") || name.equals(".") || (name.isEmpty() && !split.isEmpty())) {
        throw CifException.at(
            table, SPLIT, -1, "'" + split + "' is no split-directory below the table's folder");
      }
    }
    return split.isEmpty() ? table : new Path(table + "/" + split);
  }
}
