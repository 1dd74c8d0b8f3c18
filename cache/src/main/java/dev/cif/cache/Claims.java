package dev.cif.cache;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** How often queries will still read files. Guarded by its {@link BufferCache}. */
final class Claims {
  private final Map<String, Map<Path, Integer>> ofQueries = new HashMap<>();
  private final Map<Path, Integer> ofAll = new HashMap<>();

  /** Adds to what a query will read. */
  void add(String query, Map<Path, Integer> reads) {
    Map<Path, Integer> ofQuery = ofQueries.computeIfAbsent(query, q -> new HashMap<>());
    reads.forEach(
        (file, count) -> {
          ofQuery.merge(file, count, Integer::sum);
          ofAll.merge(file, count, Integer::sum);
        });
  }

  /**
   * Takes note that a query has read a file once.
   *
   * @return whether it was the last time that any had announced
   */
  boolean readOnce(String query, Path file) {
    Map<Path, Integer> ofQuery = ofQueries.get(query);
    if (ofQuery == null || !ofQuery.containsKey(file)) {
      return false;
    }
    ofQuery.merge(file, -1, Claims::sumOrNone);
    if (ofQuery.isEmpty()) {
      ofQueries.remove(query);
    }
    return ofAll.merge(file, -1, Claims::sumOrNone) == null;
  }

  /**
   * Takes back all that a query has announced.
   *
   * @return files that no query will read any more
   */
  Set<Path> remove(String query) {
    Map<Path, Integer> ofQuery = ofQueries.remove(query);
    Set<Path> done = new HashSet<>();
    if (ofQuery != null) {
      ofQuery.forEach(
          (file, count) -> {
            if (ofAll.merge(file, -count, Claims::sumOrNone) == null) {
              done.add(file);
            }
          });
    }
    return done;
  }

  private static Integer sumOrNone(int a, int b) {
    return a + b == 0 ? null : Integer.valueOf(a + b);
  }

  /** Whether a query will still read a file. */
  boolean has(Path file) {
    return ofAll.containsKey(file);
  }
}
