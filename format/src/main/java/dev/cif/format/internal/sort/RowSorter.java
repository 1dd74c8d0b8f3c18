package dev.cif.format.internal.sort;

import dev.cif.format.internal.io.Output;
import dev.cif.format.internal.row.RowBytes;
import dev.cif.format.options.SortOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Sorts the rows of a split-directory: an external merge sort. It gathers rows in memory as bytes,
 * each its key and then its values. When the memory is full, it writes them as a sorted run to a
 * local file. In the end it merges the runs. Rows of equal keys keep their order. Not thread-safe.
 */
public final class RowSorter implements Closeable {
  /** Bounds, in bytes, of the chunk of a run that is read at a time. */
  private static final int MAX_CHUNK = 256 << 10;

  private static final int MIN_CHUNK = 4 << 10;

  /** Greatest number of runs that are merged at a time, if there is memory for a chunk of each. */
  private static final int MAX_MERGED = 128;

  /** Number of runs in a sample: a chunk of each takes memory beside the gathered rows. */
  private static final int SAMPLED_RUNS = 8;

  /** Number of rows between two checks of the memory that all sorters have. */
  private static final int ROWS_PER_CHECK = 256;

  /** Receiver of the sorted rows. */
  public interface Target {
    /** Ends a row, of which a value was appended to each vector. */
    void endRow() throws IOException;
  }

  private final Path directory;
  private final CifSchema schema;
  private final SortOptions options;
  private final long memory;
  private final int chunkBytes;
  private final int merged;
  private final ColumnVector[] vectors;
  private final RowBytes bytes;
  private final SortKey key;
  private final Output row = new Output();
  private final GatheredRows gathered;
  private final List<SpillFile.Run> runs = new ArrayList<>();
  private SpillFile file;

  /**
   * Creates a sorter of rows of a schema.
   *
   * @param directory split-directory that is written, for errors
   * @param memory memory in bytes that rows may take; a single row may take more
   * @throws IllegalArgumentException if the order does not fit the columns
   */
  public RowSorter(Path directory, CifSchema schema, SortOptions options, long memory) {
    options.order().expectFit(schema);
    this.directory = directory;
    this.schema = schema;
    this.options = options;
    this.memory = memory;
    chunkBytes = (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, memory / MAX_MERGED));
    merged = (int) Math.max(2, Math.min(MAX_MERGED, memory / chunkBytes));
    vectors = new ColumnVector[schema.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = ColumnVector.create(schema.column(i).type());
    }
    bytes = new RowBytes(vectors);
    key = new SortKey(schema, options.order(), vectors);
    gathered = new GatheredRows(chunkBytes);
    SortMemory.enter(this);
  }

  /** Returns the vector to which the next row's value of a column is appended. */
  public ColumnVector column(int i) {
    return vectors[i];
  }

  /**
   * Adds the row whose values are in the vectors, and resets these.
   *
   * @return bytes of the row's values before encoding
   */
  public long endRow() throws IOException {
    row.reset();
    key.write(0, row);
    int keyLength = row.size();
    long raw = 0;
    for (int i = 0; i < vectors.length; i++) {
      raw += vectors[i].rawBytes(0);
      try {
        bytes.write(i, 0, row);
      } catch (IllegalArgumentException e) {
        throw CifException.at(directory, schema.column(i).name(), -1, e.getMessage(), e);
      }
      vectors[i].reset();
    }
    gathered.add(row, keyLength);
    boolean isShared = gathered.size() % ROWS_PER_CHECK == 0;
    if (gathered.memory() > (isShared ? SortMemory.share(memory) : memory)) {
      spill();
    }
    return raw;
  }

  private void spill() throws IOException {
    if (file == null) {
      file = SpillFile.create(options.localFolder(), chunkBytes);
    }
    runs.add(file.write(gathered.sorted(0), 0));
    gathered.clear();
    // Merging equal levels writes each row once a level, not once a run.
    while (runs.size() >= merged
        && runs.get(runs.size() - merged).level() == runs.get(runs.size() - 1).level()) {
      mergeLast(merged);
    }
  }

  private void mergeLast(int count) throws IOException {
    List<SpillFile.Run> last = runs.subList(runs.size() - count, runs.size());
    SpillFile.Run run = file.write(merge(last), last.get(0).level() + 1);
    last.clear();
    runs.add(run);
  }

  private RowStream merge(List<SpillFile.Run> some) throws IOException {
    List<RowStream> streams = new ArrayList<>();
    for (SpillFile.Run run : some) {
      streams.add(file.read(run));
    }
    return new MergedRows(streams);
  }

  /** Returns the number of runs in the local file. */
  public int runs() {
    return runs.size();
  }

  /**
   * Passes all rows on in their order, and closes the sorter.
   *
   * @param out vectors to which the rows' values are appended, one a column
   * @param target receiver that is called after each row
   */
  public void drain(ColumnVector[] out, Target target) throws IOException {
    RowStream rows;
    if (runs.isEmpty()) {
      rows = gathered.sorted(0);
    } else {
      spill();
      while (runs.size() > merged) {
        mergeLast(Math.min(merged, runs.size() - merged + 1));
      }
      rows = merge(runs);
    }
    copy(rows, Long.MAX_VALUE, out, target);
    close();
  }

  /** Passes at most {@code count} rows on, which are consecutive in their order, and keeps them. */
  public void sample(int count, ColumnVector[] out, Target target) throws IOException {
    int some = Math.min(SAMPLED_RUNS, runs.size());
    RowStream rows =
        some > 0
            ? merge(runs.subList(runs.size() - some, runs.size()))
            : gathered.sorted(Math.max(0, (gathered.size() - count) / 2));
    copy(rows, count, out, target);
  }

  private static void copy(RowStream rows, long count, ColumnVector[] out, Target target)
      throws IOException {
    RowBytes values = new RowBytes(out);
    for (long i = 0; i < count && rows.next(); i++) {
      int end = rows.start() + rows.length();
      values.read(rows.array(), rows.start() + rows.keyLength(), end);
      target.endRow();
    }
  }

  /** Releases the memory and deletes the local file. */
  @Override
  public void close() throws IOException {
    SortMemory.leave(this);
    gathered.clear();
    runs.clear();
    if (file != null) {
      file.close();
    }
  }
}
