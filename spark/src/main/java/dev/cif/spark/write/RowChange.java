package dev.cif.spark.write;

import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TaskChanges;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifSchema;
import dev.cif.spark.table.Metastore;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Write of a statement that deletes and inserts rows. Tasks list the addresses of rows that go, and
 * write those that come aside; the commit publishes all of it in one step (FORMAT.md sections 2.1,
 * 3.3 and 3.4). On the driver.
 */
final class RowChange
    implements DeltaWriteBuilder, DeltaWrite, RequiresDistributionAndOrdering, DeltaBatchWrite {
  private final TableFolder folder;
  private final StructType table;
  private final List<String> keys;
  private final StructType rows;
  private final Set<String> before;
  private final FileSystem fs;
  private final Path root;
  private final String id = TableChange.newId();

  /** Columns in files. */
  private final List<StructField> stored;

  /** Begun change; null before. */
  private OpenChange open;

  /**
   * Creates a write.
   *
   * @param table columns of the table, those that are folders included
   * @param keys columns that are folders, from the outermost on
   * @param rows columns of new rows; none if the statement has no such rows
   * @param before changes that were committed before the rows were read
   */
  RowChange(
      TableFolder folder,
      StructType table,
      List<String> keys,
      StructType rows,
      Set<String> before) {
    this.folder = folder;
    this.table = table;
    this.keys = List.copyOf(keys);
    this.rows = rows;
    this.before = before;
    stored = TableFolder.stored(table, keys);
    try {
      fs = folder.fs();
      root = folder.root();
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  private boolean hasNewRows() {
    return rows.fields().length > 0;
  }

  @Override
  public RowChange build() {
    if (hasNewRows()) {
      CifSchema schema = NewRows.stored(rows, keys);
      try {
        NewRows.expectFit(folder, schema, keys);
        NewRows.expectAllColumns(folder, schema);
      } catch (IOException e) {
        throw TableFolder.unchecked(e);
      }
      WriteOptions options = WriteOptions.fromProperties(schema, folder.options()::get);
      options.sorting().order().expectFit(schema);
      RowSplits.splitSize(folder.options());
    }
    return this;
  }

  @Override
  public RowChange toBatch() {
    return this;
  }

  @Override
  public Distribution requiredDistribution() {
    return Distributions.unspecified();
  }

  /** Returns the order by folders, so that a task writes one split-directory at a time. */
  @Override
  public SortOrder[] requiredOrdering() {
    return hasNewRows() ? NewRows.ordering(keys) : new SortOrder[0];
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      List<String> changed = List.of(TableChange.ROWS);
      open = new OpenChange(TableChange.begin(fs, root, id, changed, names(), before));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
    return new RowChangeWriterFactory(
        id, new TaskRows(root, rows, keys, folder.optionsOfWriters(), folder.conf()));
  }

  private List<String> names() {
    return stored.stream().map(StructField::name).toList();
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      TableChange change = open.change();
      Map<String, RoaringBitmap> chosen = new TreeMap<>();
      TaskChanges inserts = new TaskChanges();
      for (WriterCommitMessage message : messages) {
        RowChangeWriter.Changed task = (RowChangeWriter.Changed) message;
        for (int i = 0; i < task.splits.length; i++) {
          RoaringBitmap some = new RoaringBitmap();
          some.deserialize(ByteBuffer.wrap(task.rows[i]));
          chosen.merge(task.splits[i], some, RowChange::both);
        }
        for (String split : task.inserted) {
          inserts.add(split);
        }
      }
      if (chosen.isEmpty() && inserts.inserts().isEmpty()) {
        return;
      }
      RowAddress.expectSame(fs, root, chosen.keySet());
      delete(chosen, change);
      change.expectNoVacuum();
      Set<String> folders = new TreeSet<>();
      for (InsertedSplit split : inserts.inserts()) {
        change.add(split);
        folders.add(split.folder());
      }
      if (!chosen.isEmpty() && !folders.isEmpty()) {
        change.setReplaced(names());
      }
      if (folder.metastore() != null) {
        tell(folder.metastore(), chosen.keySet(), folders);
      }
      open.commit(fs, root, chosen.keySet());
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    } finally {
      open.close();
    }
  }

  private static RoaringBitmap both(RoaringBitmap some, RoaringBitmap others) {
    some.or(others);
    return some;
  }

  /** Adds deleted rows to a change. */
  private void delete(Map<String, RoaringBitmap> chosen, TableChange change) throws IOException {
    ReadOptions reading = folder.readOptions();
    TableColumns columns =
        TableColumns.fromProperties(
            names(),
            stored.stream().map(field -> SparkTypes.cif(field.dataType())).toList(),
            new CaseInsensitiveStringMap(folder.optionsOfWriters())::get);
    for (Map.Entry<String, RoaringBitmap> split : chosen.entrySet()) {
      Path directory = RowAddress.directory(root, split.getKey());
      SplitDelete delete = SplitDelete.open(fs, directory, reading, columns, names());
      PeekableIntIterator each = split.getValue().getIntIterator();
      while (each.hasNext()) {
        delete.delete(Integer.toUnsignedLong(each.next()));
      }
      delete.addTo(fs, change);
    }
  }

  /** Makes the metastore know partitions before they have rows, and no statistics of before. */
  private void tell(Metastore metastore, Collection<String> addresses, Set<String> folders)
      throws IOException {
    Set<String> changed =
        addresses.stream()
            .map(address -> new Path(root + "/" + RowAddress.path(address)).getParent().toString())
            .collect(Collectors.toSet());
    folders.forEach(folder -> changed.add(new Path(root + "/" + folder).toString()));
    metastore.forgetStatistics(fs, table, partition -> isChanged(partition.toString(), changed));
    metastore.add(folders);
  }

  /** Returns true if a partition is one of some folders, or above one. */
  private static boolean isChanged(String partition, Set<String> changed) {
    return changed.contains(partition)
        || changed.stream().anyMatch(folder -> folder.startsWith(partition + "/"));
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (open != null) {
      open.close();
    }
  }

  @Override
  public String description() {
    return "rows of cif " + root;
  }

  @Override
  public String toString() {
    return description();
  }
}
