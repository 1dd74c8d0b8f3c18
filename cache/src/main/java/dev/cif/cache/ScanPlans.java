package dev.cif.cache;

import dev.cif.format.read.SplitReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Tells the cache of the process the plans of queries, which decide what it keeps. If room or
 * memory is short, files whose planned scans are done go first, and files that are still to be
 * scanned go last. Plans are hints: a wrong plan costs time, and never changes an answer.
 * Thread-safe.
 *
 * <p>A caller that knows when a query ends calls {@link #begin} and {@link #end}. Processes that
 * only run tasks don't know it. A query known by {@link #planned} or {@link #opened} alone ends
 * when another query begins to read while it reads nothing.
 */
public final class ScanPlans {
  private final BufferCache cache;

  ScanPlans(BufferCache cache) {
    this.cache = cache;
  }

  /** Returns the plans of the cache that a job reads through; null if it reads without a cache. */
  public static ScanPlans of(Configuration job) {
    BufferCache cache = CacheSettings.from(job).size() == 0 ? null : CacheProvider.shared();
    return cache == null ? null : new ScanPlans(cache);
  }

  /** Begins a query; {@link #end} ends it. */
  public void begin(String query) {
    cache.begin(query);
  }

  /**
   * Adds scans of a folder to a query.
   *
   * @param folder qualified path of a table, a partition or a split-directory
   */
  public void planned(String query, Path folder, Scans scans) {
    cache.plan(query, folder, scans);
  }

  /**
   * Records that a task of a query begins to read a split-directory, or rows of it.
   *
   * @param scans all scans that the query makes of the split-directory, unless {@link #planned}
   *     named them in this process; null if they aren't known
   * @param columns columns that the task reads
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

  /** Returns the file of a column; null if the split-directory lacks it. */
  private static Path file(FileSystem fs, SplitReader split, String column) {
    int i = split.schema().indexOf(column);
    return i < 0 ? null : fs.makeQualified(split.file(i));
  }

  /** Ends a query, finished or not: it reads nothing more. */
  public void end(String query) {
    cache.end(query);
  }

  /** Progress of a task that reads a split-directory. Not thread-safe. */
  public static final class Reading implements AutoCloseable {
    /** The cache; null if the task does not count, or has ended. */
    private BufferCache cache;

    private final String query;
    private final Path directory;

    /** Number of columns read from each file. */
    private final Map<Path, Integer> files;

    private long rows;

    private Reading(BufferCache cache, String query, Path directory, Map<Path, Integer> files) {
      this.cache = cache;
      this.query = query;
      this.directory = directory;
      this.files = files;
    }

    /** Adds rows that the task has finished, whether it had to read them or not. */
    public void passed(long count) {
      rows += count;
    }

    /** Ends the task's reading; call it after the readers of the files were closed. */
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
