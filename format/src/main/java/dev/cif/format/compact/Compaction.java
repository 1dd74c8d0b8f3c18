package dev.cif.format.compact;

import dev.cif.format.commit.AtomicFiles;
import dev.cif.format.commit.LockFile;
import dev.cif.format.commit.LockedException;
import dev.cif.format.commit.SplitState;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Joins small split-directories of a data set, and writes those anew that have many deleted rows,
 * group by group, FORMAT.md section 2.3. Each group is replaced on its own. If a group fails, or
 * the process dies, earlier groups stay joined and later ones unchanged. One compaction of a table
 * runs at a time. Not thread-safe.
 */
public final class Compaction implements Closeable {
  private static final String LOCK = "_compact.lock";

  /** Prefix of the ids of inserts that are compactions. */
  private static final String ID = "compact-";

  /** Suffix that a joined split-directory's name adds to that of the first of its group. */
  private static final Pattern SUFFIX = Pattern.compile("\\.c[0-9a-f]{8}$");

  /** Approximate size in bytes, before encoding, of the batches in which rows are copied. */
  private static final long BATCH_BYTES = 4L << 20;

  private static final int MAX_BATCH_ROWS = 1024;

  /** Observer of the progress. */
  public interface Observer {
    /**
     * Reports the progress; called repeatedly.
     *
     * @param rows total number of rows written
     * @param bytes size of the files of the split-directories that were joined
     */
    void update(long rows, long bytes);
  }

  private final FileSystem fs;
  private final Path table;
  private final LockFile lock;
  private CompactionPlan plan;
  private long rows;
  private long bytes;

  private Compaction(FileSystem fs, Path table, LockFile lock) {
    this.fs = fs;
    this.table = table;
    this.lock = lock;
  }

  /**
   * Begins a compaction, and removes the leftovers of dead ones.
   *
   * @param folder folder of the table, or one below it
   * @param splitBytes target size, see {@link CompactionPlan#of}
   * @param worn share of deleted rows, see {@link CompactionPlan#of}
   * @param part function from a name to a part, see {@link CompactionPlan#of}
   * @throws CifException if there is nothing to read, or another compaction of the table is running
   * @throws CifException if the file system is not known to rename in one step
   * @throws LockedException if a change of the table takes long to commit
   */
  public static Compaction begin(
      FileSystem fs, Path folder, long splitBytes, double worn, UnaryOperator<String> part)
      throws IOException {
    Path root = fs.makeQualified(folder);
    if (!fs.exists(root)) {
      throw CifException.at(root, null, -1, "there is no such folder");
    }
    if (!AtomicFiles.of(fs, root).replacesInOneStep()) {
      throw CifException.at(
          root,
          null,
          -1,
          "split-directories are replaced by renames in one step, which are known of HDFS and of"
              + " local files, not of "
              + fs.getUri().getScheme());
    }
    Path table = TableChange.tableOf(fs, root).orElseGet(() -> abovePartitions(root));
    Compaction compaction = new Compaction(fs, table, acquire(fs, table));
    try {
      compaction.plan =
          TableChange.between(fs, table, () -> CompactionPlan.of(fs, root, splitBytes, worn, part));
      compaction.removeLeftovers();
      return compaction;
    } catch (IOException | RuntimeException e) {
      compaction.close();
      throw e;
    }
  }

  /** Returns the folder that holds a folder's changes: the one above its partitions. */
  private static Path abovePartitions(Path folder) {
    Path table = folder;
    while (table.getName().indexOf('=') > 0) {
      table = table.getParent();
    }
    return table;
  }

  private static LockFile acquire(FileSystem fs, Path table) throws IOException {
    Path folder = new Path(table, ChangeFiles.FOLDER);
    fs.mkdirs(folder);
    try {
      return LockFile.acquire(fs, new Path(folder, LOCK), Duration.ZERO);
    } catch (LockedException e) {
      throw CifException.at(
          table, null, -1, "another compaction of the table is at work: " + e.getMessage(), e);
    }
  }

  /** Removes the work of compactions that died before they replaced anything. */
  private void removeLeftovers() throws IOException {
    for (FileStatus work : fs.listStatus(new Path(table, ChangeFiles.FOLDER))) {
      if (work.isDirectory() && work.getPath().getName().startsWith("_" + ID)) {
        fs.delete(work.getPath(), true);
      }
    }
  }

  /** Returns the plan. */
  public CompactionPlan plan() {
    return plan;
  }

  /**
   * Joins a group of the plan.
   *
   * @param properties properties of {@link WriteOptions} that override those of the files; null for
   *     none
   * @return split-directory that replaces the others
   * @throws CifException if one of them was changed since the plan was made; the group is unchanged
   *     then
   */
  public Path join(SplitGroup group, UnaryOperator<String> properties, Observer observer)
      throws IOException {
    TableInsert insert = TableInsert.of(fs, table, ID + TableChange.newId());
    String first = SUFFIX.matcher(group.splits().get(0).directory().getName()).replaceFirst("");
    String name = first + ".c" + UUID.randomUUID().toString().substring(0, 8);
    Path place = new Path(group.folder(), name);
    Path written = new Path(insert.attemptFolder("0"), name);
    try {
      List<SplitState> states = new ArrayList<>();
      for (FoundSplit split : group.splits()) {
        states.add(SplitState.of(split));
      }
      write(group, written, properties, observer);
      lock.expectHeld();
      insert.join(written, place, states);
    } catch (IOException | RuntimeException e) {
      insert.abort();
      throw e;
    }
    return place;
  }

  private void write(
      SplitGroup group, Path written, UnaryOperator<String> properties, Observer observer)
      throws IOException {
    try (SplitReader last =
        group.splits().get(group.splits().size() - 1).read(ReadOptions.UNCACHED)) {
      WriteOptions options =
          StoredOptions.placed(StoredOptions.of(fs, last, properties), group.splits());
      SplitWriter writer = SplitWriter.create(fs, written, group.schema(), options);
      writer.reportTo(lock::keep);
      try {
        for (FoundSplit split : group.splits()) {
          try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
            copy(reader, writer, observer);
          }
          bytes += split.listed().length();
        }
        expectRows(group, writer);
        writer.close();
      } finally {
        // Does nothing after a close that succeeded.
        writer.abort();
      }
    }
  }

  private static void expectRows(SplitGroup group, SplitWriter writer) throws CifException {
    if (writer.rows() != group.rows()) {
      throw CifException.at(
          group.folder(),
          null,
          -1,
          "the split-directories to be joined have "
              + writer.rows()
              + " rows, and had "
              + group.rows()
              + ": they were written anew meanwhile; try again");
    }
  }

  private void copy(SplitReader reader, SplitWriter writer, Observer observer) throws IOException {
    CifSchema schema = writer.schema();
    Map<String, String> names = new HashMap<>();
    reader
        .schema()
        .columns()
        .forEach(column -> names.put(CompactionPlan.identity(column), column.name()));
    Scan scan = Scan.of(reader).windowBytes(BATCH_BYTES).open();
    List<ScanColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      String name = names.get(CompactionPlan.identity(column));
      columns.add(scan.column(ColumnPath.of(name)));
    }
    ColumnVector[] batch = new ColumnVector[columns.size()];
    while (scan.next(MAX_BATCH_ROWS)) {
      for (int i = 0; i < batch.length; i++) {
        batch[i] = columns.get(i).values();
      }
      writer.append(batch, scan.count());
      rows += scan.count();
      lock.keep();
      observer.update(rows, bytes);
    }
  }

  /** Releases the table's lock, so that others may compact it. */
  @Override
  public void close() {
    lock.close();
  }
}
