package dev.cif.cache;

import dev.cif.format.SplitReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the plans of queries tell the cache of the process, so that it knows what to keep: files
 * whose planned scans are done go first when there is no room or memory is scarce, and files that
 * are still to be scanned go last. It is a hint: a wrong plan costs time, no answer. Thread-safe.
 *
 * <p>Who knows when a query ends says {@link #begin} and {@link #end}. Processes that only run
 * tasks don't know it: a query of which they have heard by {@link #planned} or {@link #opened}
 * alone ends for them when another begins to read, and it does not.
 */
public final class ScanPlans {
  private final BufferCache cache;

  ScanPlans(BufferCache cache) {
    this.cache = cache;
  }

  /** Those of the cache that a job reads through; null if it reads without. */
  public static ScanPlans of(Configuration job) {
    BufferCache cache = CacheSettings.from(job).size() == 0 ? null : CacheProvider.shared();
    return cache == null ? null : new ScanPlans(cache);
  }

  /** Begins a query, for {@link #end}. */
  public void begin(String query) {
    cache.begin(query);
  }

  /**
   * Adds to what a query will scan.
   *
   * @param folder of a table or partition, or a split-directory; qualified
   */
  public void planned(String query, Path folder, Scans scans) {
    cache.plan(query, folder, scans);
  }

  /**
   * Says that a task of a query begins to read a split-directory, or rows of it.
   *
   * @param scans all that the query will do of the split-directory, if it was not told by {@link
   *     #planned} in this process; null if that is not known
   * @param columns that the task reads
   */
  public Reading opened(
      String query, Scans scans, FileSystem fs, SplitReader split, Collection<String> columns) {
    Path directory = fs.makeQualified(split.directory());
    Scans planned = cache.scans(query, directory);
    Scans all = planned == null ? scans : planned;
    if (all == null) {
      return new Reading(null, query, directory, Map.of());
    }
    Map<Path, Long> rows = new HashMap<>();
    for (Map.Entry<String, Integer> column : all.times().entrySet()) {
      Path file = file(fs, split, column.getKey());
      if (file != null) {
        rows.merge(file, column.getValue() * split.rows(), Long::sum);
      }
    }
    Map<Path, Integer> read = new HashMap<>();
    for (String column : columns) {
      Path file = all.times().containsKey(Scans.key(column)) ? file(fs, split, column) : null;
      if (file != null) {
        read.merge(file, 1, Integer::sum);
      }
    }
    boolean counts = cache.open(query, directory, rows);
    return new Reading(counts ? cache : null, query, directory, read);
  }

  /** The file of a column; null if the split-directory lacks it. */
  private static Path file(FileSystem fs, SplitReader split, String column) {
    int i = split.schema().indexOf(column);
    return i < 0 ? null : fs.makeQualified(split.file(i));
  }

  /** Ends a query, in whichever way: what it has not read it will not read. */
  public void end(String query) {
    cache.end(query);
  }

  /** What a task reads of a split-directory. Not thread-safe. */
  public static final class Reading implements AutoCloseable {
    /** Null if it does not count, or is over. */
    private BufferCache cache;

    private final String query;
    private final Path directory;

    /** Columns that are read of each. */
    private final Map<Path, Integer> files;

    private long rows;

    private Reading(BufferCache cache, String query, Path directory, Map<Path, Integer> files) {
      this.cache = cache;
      this.query = query;
      this.directory = directory;
      this.files = files;
    }

    /** So many more rows lie behind the task, whether it had to read them or not. */
    public void passed(long count) {
      rows += count;
    }

    /** Ends it, after the readers of the files were closed. */
    @Override
    public void close() {
      if (cache != null) {
        Map<Path, Long> read = new HashMap<>();
        files.forEach((file, columns) -> read.put(file, columns * rows));
        cache.close(query, directory, read);
        cache = null;
      }
    }
  }
}
