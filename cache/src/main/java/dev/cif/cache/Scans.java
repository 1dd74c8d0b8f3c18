package dev.cif.cache;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** Number of times that a query scans each column of a folder. Immutable. */
public final class Scans {
  /** Name of a group file, in the place of a column's. */
  private static final String GROUP = "group";

  /** Length of a column's name in a file name, at most; longer names are cut. */
  private static final int MAX_NAME = 64;

  private final Map<String, Integer> times;

  /** Names of the columns as they stand in file names. */
  private final Set<String> fileNames;

  /**
   * Creates scans of columns.
   *
   * @param times number of scans by the column's name in lower case; each is positive
   */
  public Scans(Map<String, Integer> times) {
    times.forEach(
        (column, count) -> {
          if (count < 1) {
            throw new IllegalArgumentException(column + " is scanned " + count + " times");
          }
        });
    this.times = Map.copyOf(times);
    fileNames = times.keySet().stream().map(Scans::fileName).collect(Collectors.toSet());
  }

  private static String fileName(String column) {
    String name = column.replaceAll("[^a-z0-9_]", "_");
    return name.substring(0, Math.min(name.length(), MAX_NAME));
  }

  /** Returns the number of scans by the column's name in lower case. */
  Map<String, Integer> times() {
    return times;
  }

  /** Returns the columns' names, in lower case. */
  public Set<String> columns() {
    return times.keySet();
  }

  /** Returns one scan of some columns. */
  public static Scans once(Collection<String> columns) {
    return new Scans(columns.stream().collect(Collectors.toMap(Scans::key, c -> 1, (a, b) -> a)));
  }

  static String key(String column) {
    return column.toLowerCase(Locale.ROOT);
  }

  /** Returns the sum of these scans and others. */
  public Scans plus(Scans others) {
    return merged(others, Integer::sum);
  }

  /** Returns for each column the larger of two numbers of scans. */
  public Scans most(Scans others) {
    return merged(others, Math::max);
  }

  private Scans merged(Scans others, BinaryOperator<Integer> operator) {
    Map<String, Integer> all = new TreeMap<>(times);
    others.times.forEach((column, count) -> all.merge(column, count, operator));
    return new Scans(all);
  }

  /** Returns true if a column file holds one of the columns, as far as its name tells. */
  boolean mayBeIn(String file) {
    // <id>-<name>.col
    int from = file.indexOf('-') + 1;
    int to = file.indexOf('.', from);
    String name = file.substring(from, to < 0 ? file.length() : to);
    return name.equals(GROUP) || fileNames.contains(name);
  }

  /** Returns the text form for a job's setting, which {@link #parse} reads. */
  @Override
  public String toString() {
    return new TreeMap<>(times)
        .entrySet().stream()
            .map(e -> URLEncoder.encode(e.getKey(), StandardCharsets.UTF_8) + "=" + e.getValue())
            .collect(Collectors.joining("&"));
  }

  /**
   * Reads scans from their text form.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static Scans parse(String text) {
    Map<String, Integer> times = new TreeMap<>();
    for (String one : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int at = one.lastIndexOf('=');
      if (at < 0 || !one.substring(at + 1).matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException("'" + one + "' is not <column>=<scans>");
      }
      String column = URLDecoder.decode(one.substring(0, at), StandardCharsets.UTF_8);
      times.put(column, Integer.valueOf(one.substring(at + 1)));
    }
    return new Scans(times);
  }
}
