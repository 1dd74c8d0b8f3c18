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
 * The reads of files that queries have still to make. A plan names scans of folders. When a query
 * opens a split-directory for the first time, they become counts of rows of its files, which
 * readers then subtract from. Guarded by its {@link BufferCache}.
 */
final class PendingReads {
  /** Number of ended queries that are remembered, because tasks of theirs may still run. */
  private static final int ENDED = 256;

  /** Distance greater than that of every planned read. */
  static final int NEVER = Integer.MAX_VALUE;

  private final Map<String, Query> queries = new LinkedHashMap<>();

  /**
   * Turns of split-directories that running queries have opened. Queries are assumed to read them
   * in one order, and to begin again after the last.
   */
  private final Map<Path, Integer> turns = new HashMap<>();

  private int nextTurn;

  private final Set<String> ended =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > ENDED;
            }
          });

  /** The reads that one query has still to make. */
  static final class Query {
    /** True if nobody will report the end of this query. */
    private final boolean isGuest;

    private final Map<Path, Scans> folders = new HashMap<>();

    /** Split-directories whose rows are counted in {@link #left}. */
    private final Set<Path> opened = new LinkedHashSet<>();

    /** Rows still to be read of each file, times the scans, times the columns in the file. */
    private final Map<Path, Long> left = new HashMap<>();

    /** Turns of the split-directories that the query's readers have open. */
    private final List<Integer> reading = new ArrayList<>();

    /** Turn of the split-directory opened last; -1 before the first. */
    private int last = -1;

    private Query(boolean isGuest) {
      this.isGuest = isGuest;
    }

    /** Returns the scans of the closest folder above a split-directory; null if there are none. */
    private Scans of(Path directory) {
      for (Path at = directory; at != null && !folders.isEmpty(); at = at.getParent()) {
        Scans scans = folders.get(at);
        if (scans != null) {
          return scans;
        }
      }
      return null;
    }

    /** Returns true if the query will still read a file. */
    boolean has(Path file) {
      Path directory = file.getParent();
      if (opened.contains(directory)) {
        return left.getOrDefault(file, 0L) > 0;
      }
      Scans scans = of(directory);
      return scans != null && scans.mayBeIn(file.getName());
    }

    /**
     * Returns the number of turns, 1 to {@code count}, until the query reads the split-directory of
     * a turn.
     */
    private int next(int turn, int count) {
      return (reading.isEmpty() ? List.of(last) : reading)
          .stream().mapToInt(at -> Math.floorMod(turn - at - 1, count) + 1).min().getAsInt();
    }
  }

  /**
   * Begins a query whose end will be reported by {@link #end}.
   *
   * @return queries that end because of it
   */
  List<Query> begin(String query) {
    ended.remove(query);
    queries.putIfAbsent(query, new Query(false));
    return leave(query);
  }

  /** Adds scans of a folder to the reads of a query. */
  void plan(String query, Path folder, Scans scans) {
    if (!ended.contains(query)) {
      Query planned = queries.computeIfAbsent(query, q -> new Query(true));
      planned.folders.merge(folder, scans, Scans::plus);
    }
  }

  /** Returns the scans that a query makes of a split-directory; null if none are known. */
  Scans scans(String query, Path directory) {
    Query known = queries.get(query);
    return known == null ? null : known.of(directory);
  }

  /**
   * Records that a reader begins.
   *
   * @param rows rows that all scans of the query together will read, by file of the split-directory
   * @return queries that end because of it; null if the reader is not to be counted
   */
  List<Query> open(String query, Path directory, Map<Path, Long> rows) {
    if (ended.contains(query)) {
      return null;
    }
    Query reading = queries.computeIfAbsent(query, q -> new Query(true));
    int turn = turns.computeIfAbsent(directory, d -> nextTurn++);
    reading.reading.add(turn);
    reading.last = turn;
    if (reading.opened.add(directory)) {
      reading.left.putAll(rows);
    }
    return leave(query);
  }

  /**
   * Records that a reader ends.
   *
   * @param directory split-directory that it had open
   * @param rows rows that it has read, by file
   * @return files that the query will not read again
   */
  List<Path> close(String query, Path directory, Map<Path, Long> rows) {
    Query reading = queries.get(query);
    if (reading == null) {
      return List.of();
    }
    reading.reading.remove(turns.get(directory));
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

  /** Ends a query; returns null if it is not known. */
  Query end(String query) {
    ended.add(query);
    Query its = queries.remove(query);
    forgetTurns();
    return its;
  }

  /** Ends the other queries that are idle and whose end nobody reports. */
  private List<Query> leave(String query) {
    List<Query> gone = new ArrayList<>();
    queries
        .entrySet()
        .removeIf(
            other -> {
              Query its = other.getValue();
              boolean leaves =
                  its.isGuest && its.reading.isEmpty() && !other.getKey().equals(query);
              if (leaves) {
                gone.add(its);
              }
              return leaves;
            });
    if (!gone.isEmpty()) {
      forgetTurns();
    }
    return gone;
  }

  private void forgetTurns() {
    turns.keySet().removeIf(d -> queries.values().stream().noneMatch(q -> q.opened.contains(d)));
  }

  /** Returns true if a query will still read a file. */
  boolean has(Path file) {
    return queries.values().stream().anyMatch(query -> query.has(file));
  }

  /**
   * Returns the distance to the next read of a file, in turns of split-directories; {@link #NEVER}
   * if none is planned. A reader that has the file open now counts as a whole round.
   */
  int next(Path file) {
    Integer turn = turns.get(file.getParent());
    return queries.values().stream()
        .filter(query -> query.has(file))
        .mapToInt(query -> turn == null ? nextTurn : query.next(turn, nextTurn))
        .min()
        .orElse(NEVER);
  }

  /** Returns the number of queries whose reads are known. */
  int queries() {
    return queries.size();
  }
}
