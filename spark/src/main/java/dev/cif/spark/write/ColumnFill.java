package dev.cif.spark.write;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Write that sets columns of rows that are there: each row of the data frame has the {@link
 * RowAddress} of a row of the table, and its new values. Tasks write new files of these columns,
 * one for each split-directory; the commit publishes all of them in one step (FORMAT.md section
 * 2.1). Rows that are not addressed keep their values. On the driver.
 */
public final class ColumnFill implements WriteBuilder, RequiresDistributionAndOrdering, BatchWrite {
  /** Option of a save into a folder that makes it such a write. */
  static final String OPTION = "cif.fill";

  /** Option: false if the rows come in the order of a scan, with nothing in between. */
  private static final String SHUFFLE = "cif.fill.shuffle";

  private final TableFolder folder;
  private final StructType rows;
  private final CifSchema columns;

  /** Columns of the table; null if no catalog has them. */
  private final StructType declared;

  private final String id = TableChange.newId();
  private final FileSystem fs;
  private final Path root;

  /** Begun change; null before. */
  private OpenChange open;

  private ColumnFill(TableFolder folder, StructType rows, CifSchema columns, StructType declared)
      throws IOException {
    this.declared = declared;
    this.folder = folder;
    this.rows = rows;
    this.columns = columns;
    fs = folder.fs();
    root = folder.root();
    WriteOptions.fromProperties(columns, folder.options()::get);
  }

  /** Returns true if the options of a save make it such a write. */
  public static boolean isAsked(CaseInsensitiveStringMap options) {
    return options.getBoolean(OPTION, false);
  }

  /**
   * Creates a write.
   *
   * @param rows columns of the data frame, those of the address included
   * @param keys columns that are folders
   * @param declared columns of the table if a catalog has them, and all that may be set; null if
   *     the table's files tell, and new columns may come
   * @throws IllegalArgumentException if the data frame lacks the address, or a column that can't be
   *     set is in it
   */
  public static ColumnFill of(
      TableFolder folder, StructType rows, List<String> keys, StructType declared) {
    CifSchema columns = FillRows.of(rows).columns();
    for (Column column : columns.columns()) {
      if (TableFolder.has(keys, column.name())) {
        throw new IllegalArgumentException(
            "column '" + column.name() + "' is a folder of the table, and can't be set");
      }
    }
    try {
      expectTypes(folder, columns, declared);
      return new ColumnFill(folder, rows, columns, declared);
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  private static void expectTypes(TableFolder folder, CifSchema columns, StructType declared)
      throws IOException {
    if (declared == null) {
      for (Column stored : folder.dataSet().columns()) {
        int i = columns.indexOf(stored.name());
        if (i >= 0) {
          expectType(columns.column(i), SparkTypes.seen(stored.type()));
        }
      }
      return;
    }
    CifSchema table = SparkTypes.schema(List.of(declared.fields()));
    for (Column column : columns.columns()) {
      int i = table.indexOf(column.name());
      if (i < 0) {
        throw new IllegalArgumentException(
            "the table has no column '"
                + column.name()
                + "'; add it first: ALTER TABLE ... ADD COLUMNS");
      }
      expectType(column, table.column(i).type());
    }
  }

  private static void expectType(Column column, CifType type) {
    if (!column.type().equals(type)) {
      throw new IllegalArgumentException(
          "column '"
              + column.name()
              + "' is "
              + type
              + ", and the new values are "
              + column.type()
              + "; cast them");
    }
  }

  @Override
  public Write build() {
    return this;
  }

  private boolean isShuffled() {
    return folder.options().getBoolean(SHUFFLE, true);
  }

  /** Returns the rows of a split-directory together, as its files are written by one task. */
  @Override
  public Distribution requiredDistribution() {
    if (!isShuffled()) {
      return Distributions.unspecified();
    }
    return Distributions.clustered(new Expression[] {TableFolder.reference(RowAddress.SPLIT)});
  }

  @Override
  public SortOrder[] requiredOrdering() {
    if (!isShuffled()) {
      return new SortOrder[0];
    }
    return new SortOrder[] {
      Expressions.sort(TableFolder.reference(RowAddress.SPLIT), SortDirection.ASCENDING),
      Expressions.sort(TableFolder.reference(RowAddress.ROW), SortDirection.ASCENDING)
    };
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      List<String> names = columns.columns().stream().map(Column::name).toList();
      open = new OpenChange(TableChange.begin(fs, root, id, names, List.of()));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
    return new FillWriterFactory(
        root.toString(), id, rows, folder.options(), new SerializableConfiguration(folder.conf()));
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      Set<String> splits = new HashSet<>();
      List<String> addresses = new ArrayList<>();
      for (WriterCommitMessage message : messages) {
        FillWriter.Files files = (FillWriter.Files) message;
        addresses.addAll(files.splits());
        for (String address : files.splits()) {
          String split = RowAddress.path(address);
          if (!splits.add(split)) {
            throw CifException.at(
                root,
                RowAddress.SPLIT,
                -1,
                "two tasks have rows of '"
                    + split
                    + "': with "
                    + SHUFFLE
                    + "=false, they must come as a scan gives them");
          }
        }
        for (String file : files.columns()) {
          AddedColumn.fromJson(file).addTo(open.change());
        }
      }
      if (folder.metastore() != null) {
        folder
            .metastore()
            .forgetStatistics(
                fs,
                declared,
                partition -> splits.stream().anyMatch(split -> isBelow(split, partition)));
      }
      open.commit(fs, root, addresses);
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    } finally {
      end();
    }
  }

  private boolean isBelow(String split, Path partition) {
    return (root + "/" + split).startsWith(partition + "/");
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    end();
  }

  private void end() {
    if (open != null) {
      open.close();
    }
  }

  @Override
  public String description() {
    return "columns of cif " + root;
  }

  @Override
  public String toString() {
    return description();
  }
}
