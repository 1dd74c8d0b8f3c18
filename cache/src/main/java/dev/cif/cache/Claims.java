package dev.cif.cache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * What queries will still read of files. A plan says it of folders; when a split-directory is
 * opened for the first time, it becomes rows of files, which readers then take off. Guarded by its
 * {@link BufferCache}.
 */
final class Claims {
  /** How many queries that have ended are remembered, since tasks of theirs may still run. */
  private static final int ENDED = 256;

  private final Map<String, Query> queries = new LinkedHashMap<>();
  private final Set<String> ended =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > ENDED;
            }
          });

  /** What one query will read. */
  static final class Query {
    /** Whether nobody will say that it ends. */
    private final boolean isGuest;

    private final Map<Path, Scans> folders = new HashMap<>();

    /** Split-directories of which rows were counted. */
    private final Set<Path> opened = new LinkedHashSet<>();

    /** Rows of files still to be read: times the scans, times the columns in the file. */
    private final Map<Path, Long> left = new HashMap<>();

    /** Readers that are open. */
    private int readers;

    private Query(boolean isGuest) {
      this.isGuest = isGuest;
    }

    /** The scans of the closest folder that a split-directory is in; null for none. */
    private Scans of(Path directory) {
      for (Path at = directory; at != null && !folders.isEmpty(); at = at.getParent()) {
        Scans scans = folders.get(at);
        if (scans != null) {
          return scans;
        }
      }
      return null;
    }

    /** Whether it will still read a file. */
    boolean has(Path file) {
      Path directory = file.getParent();
      if (opened.contains(directory)) {
        return left.getOrDefault(file, 0L) > 0;
      }
      Scans scans = of(directory);
      return scans != null && scans.mayBeIn(file.getName());
    }
  }

  /**
   * Begins a query, of which somebody will say when it ends.
   *
   * @return queries that have ended by that
   */
  List<Query> begin(String query) {
    ended.remove(query);
    queries.putIfAbsent(query, new Query(false));
    return leave(query);
  }

  /** Adds to what a query will read. */
  void plan(String query, Path folder, Scans scans) {
    if (!ended.contains(query)) {
      Query planned = queries.computeIfAbsent(query, q -> new Query(true));
      planned.folders.merge(folder, scans, Scans::plus);
    }
  }

  /** What is known of a query's scans of a split-directory; null for nothing. */
  Scans scans(String query, Path directory) {
    Query known = queries.get(query);
    return known == null ? null : known.of(directory);
  }

  /**
   * Takes note that a reader begins.
   *
   * @param rows of files of a split-directory, that all scans of the query together will read
   * @return queries that have ended by that; null if it is not to be counted
   */
  List<Query> open(String query, Path directory, Map<Path, Long> rows) {
    if (ended.contains(query)) {
      return null;
    }
    Query reading = queries.computeIfAbsent(query, q -> new Query(true));
    reading.readers++;
    if (reading.opened.add(directory)) {
      reading.left.putAll(rows);
    }
    return leave(query);
  }

  /**
   * Takes note that a reader ends.
   *
   * @param rows of files that it has read
   * @return files that the query will not read any more
   */
  List<Path> close(String query, Map<Path, Long> rows) {
    Query reading = queries.get(query);
    if (reading == null) {
      return List.of();
    }
    reading.readers--;
    List<Path> done = new ArrayList<>();
    rows.forEach(
        (file, count) -> {
          Long left = reading.left.computeIfPresent(file, (f, n) -> Math.max(0, n - count));
          if (left != null && left == 0) {
            done.add(file);
          }
        });
    return done;
  }

  /** Ends a query; null if it is not known. */
  Query end(String query) {
    ended.add(query);
    return queries.remove(query);
  }

  /** Ends those of which nobody says that they end, that read nothing now, but for one. */
  private List<Query> leave(String query) {
    List<Query> gone = new ArrayList<>();
    queries
        .entrySet()
        .removeIf(
            other -> {
              Query its = other.getValue();
              boolean leaves = its.isGuest && its.readers == 0 && !other.getKey().equals(query);
              if (leaves) {
                gone.add(its);
              }
              return leaves;
            });
    return gone;
  }

  /** Whether a query will still read a file. */
  boolean has(Path file) {
    return queries.values().stream().anyMatch(query -> query.has(file));
  }

  /** How many queries will still read a file. */
  int count(Path file) {
    return (int) queries.values().stream().filter(query -> query.has(file)).count();
  }

  /** Queries whose claims are known. */
  int queries() {
    return queries.size();
  }
}
