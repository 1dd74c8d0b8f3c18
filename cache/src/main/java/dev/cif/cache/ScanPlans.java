package dev.cif.cache;

import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * What the plans of queries tell the cache of the process, so that it knows what to keep: files
 * whose announced reads are done go first when there is no room or memory is scarce, and files that
 * are still to be read go last. It is a hint: a wrong count costs time, no answer. Thread-safe.
 */
public final class ScanPlans {
  private final BufferCache cache;

  ScanPlans(BufferCache cache) {
    this.cache = cache;
  }

  /** Those of the process; null where the platform has not what the cache needs. */
  public static ScanPlans shared() {
    BufferCache cache = CacheProvider.shared();
    return cache == null ? null : new ScanPlans(cache);
  }

  /**
   * Announces reads, in addition to those that the query has announced before.
   *
   * @param query its id, as the jobs that read have it: {@code hive.query.id} in Hive, else {@code
   *     mapreduce.job.id}
   * @param reads column files, qualified, and how many readers will open each
   * @throws IllegalArgumentException if a count is not positive
   */
  public void announce(String query, Map<Path, Integer> reads) {
    reads.forEach(
        (file, count) -> {
          if (count < 1) {
            throw new IllegalArgumentException(file + " is announced " + count + " times");
          }
        });
    cache.claim(query, reads);
  }

  /** Takes back what a query has announced and not read, since it has ended in whichever way. */
  public void end(String query) {
    cache.unclaim(query);
  }
}
