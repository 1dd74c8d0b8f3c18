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

  /** Farther away than all that a query will read. */
  static final int NEVER = Integer.MAX_VALUE;

  private final Map<String, Query> queries = new LinkedHashMap<>();

  /**
   * Split-directories that running queries have opened, by their turn: queries are taken to read
   * them in one order, and to begin again behind the last.
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

  /** What one query will read. */
  static final class Query {
    /** Whether nobody will say that it ends. */
    private final boolean isGuest;

    private final Map<Path, Scans> folders = new HashMap<>();

    /** Split-directories of which rows were counted. */
    private final Set<Path> opened = new LinkedHashSet<>();

    /** Rows of files still to be read: times the scans, times the columns in the file. */
    private final Map<Path, Long> left = new HashMap<>();

    /** Turns of the split-directories that its readers have open. */
    private final List<Integer> reading = new ArrayList<>();

    /** The turn of what was opened last; -1 before. */
    private int last = -1;

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

    /** After how many of {@code count} turns it will read what has a turn: 1 to {@code count}. */
    private int next(int turn, int count) {
      return (reading.isEmpty() ? List.of(last) : reading)
          .stream().mapToInt(at -> Math.floorMod(turn - at - 1, count) + 1).min().getAsInt();
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
    int turn = turns.computeIfAbsent(directory, d -> nextTurn++);
    reading.reading.add(turn);
    reading.last = turn;
    if (reading.opened.add(directory)) {
      reading.left.putAll(rows);
    }
    return leave(query);
  }

  /**
   * Takes note that a reader ends.
   *
   * @param directory that it had open
   * @param rows of files that it has read
   * @return files that the query will not read any more
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

  /** Ends a query; null if it is not known. */
  Query end(String query) {
    ended.add(query);
    Query its = queries.remove(query);
    forgetTurns();
    return its;
  }

  /** Ends those of which nobody says that they end, that read nothing now, but for one. */
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

  /** Whether a query will still read a file. */
  boolean has(Path file) {
    return queries.values().stream().anyMatch(query -> query.has(file));
  }

  /**
   * How far away it is that a query reads a file, in turns of split-directories, where readers that
   * have it open now count as a whole round; {@link #NEVER} if none will.
   */
  int next(Path file) {
    Integer turn = turns.get(file.getParent());
    return queries.values().stream()
        .filter(query -> query.has(file))
        .mapToInt(query -> turn == null ? nextTurn : query.next(turn, nextTurn))
        .min()
        .orElse(NEVER);
  }

  /** Queries whose claims are known. */
  int queries() {
    return queries.size();
  }
}
