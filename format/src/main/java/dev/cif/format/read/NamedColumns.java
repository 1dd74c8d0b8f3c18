package dev.cif.format.read;

import dev.cif.format.options.SortOrder;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The properties of a table whose values name columns: {@code cif.filters} and {@code cif.sort.by}.
 * Every INSERT fails where one names a column that is not there. So they get the new name of a
 * column, and a column that they name can't be dropped.
 */
final class NamedColumns {
  /** Before and behind each separator of names in {@code cif.filters}. */
  private static final Pattern AT_SEPARATORS = Pattern.compile("(?=[,+])|(?<=[,+])");

  private NamedColumns() {}

  /** Writes the new name of a column where its old one stands. */
  static void rename(Map<String, String> properties, String from, String to) {
    if (filters(properties).contains(CifSchema.foldCase(from))) {
      if (to.contains(",") || to.contains("+") || !to.equals(to.strip())) {
        throw refused(properties, WriteOptions.FILTERS, from, "renamed to '" + to + "'");
      }
      properties.put(
          WriteOptions.FILTERS,
          AT_SEPARATORS
              .splitAsStream(properties.get(WriteOptions.FILTERS))
              .map(part -> isSame(part.strip(), from) ? to : part)
              .collect(Collectors.joining()));
    }
    SortOrder order = order(properties);
    if (names(order).contains(CifSchema.foldCase(from))) {
      List<SortOrder.Key> keys =
          order.keys().stream()
              .map(
                  key ->
                      isSame(key.column(), from)
                          ? new SortOrder.Key(to, key.ascending(), key.nullsFirst())
                          : key)
              .toList();
      properties.put(WriteOptions.SORT_BY, new SortOrder(keys).toString());
    }
  }

  /**
   * Looks for columns that are to be dropped.
   *
   * @throws IllegalArgumentException if a property names one
   */
  static void expectNone(Map<String, String> properties, Collection<String> dropped) {
    for (String name : dropped) {
      String column = CifSchema.foldCase(name);
      if (filters(properties).contains(column)) {
        throw refused(properties, WriteOptions.FILTERS, column, "dropped");
      }
      if (names(order(properties)).contains(column)) {
        throw refused(properties, WriteOptions.SORT_BY, column, "dropped");
      }
    }
  }

  private static IllegalArgumentException refused(
      Map<String, String> properties, String property, String column, String change) {
    return new IllegalArgumentException(
        "column '"
            + column
            + "' can't be "
            + change
            + ": "
            + property
            + " is '"
            + properties.get(property)
            + "', and every INSERT would fail; set that property without the column, or unset it,"
            + " first. Nothing was changed");
  }

  private static List<String> filters(Map<String, String> properties) {
    String value = properties.get(WriteOptions.FILTERS);
    return value == null
        ? List.of()
        : AT_SEPARATORS.splitAsStream(value).map(part -> CifSchema.foldCase(part.strip())).toList();
  }

  /** The order of rows; none where it can't be read: the writer says what is wrong with it. */
  private static SortOrder order(Map<String, String> properties) {
    try {
      return SortOrder.parse(properties.getOrDefault(WriteOptions.SORT_BY, ""));
    } catch (IllegalArgumentException e) {
      return SortOrder.NONE;
    }
  }

  private static List<String> names(SortOrder order) {
    return order.keys().stream().map(key -> CifSchema.foldCase(key.column())).toList();
  }

  private static boolean isSame(String name, String other) {
    return CifSchema.foldCase(name).equals(CifSchema.foldCase(other));
  }
}
