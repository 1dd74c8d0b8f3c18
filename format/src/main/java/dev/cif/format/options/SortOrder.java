package dev.cif.format.options;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Order of the rows of a split-directory: by the first key, then by the second where the first is
 * equal, and so on. Rows of equal keys keep the order in which they were written. Values compare as
 * {@link dev.cif.format.scan.Predicate} states. Immutable.
 *
 * @param keys columns to sort by; empty if rows are in no order
 */
public record SortOrder(List<Key> keys) {
  /** Empty order. */
  public static final SortOrder NONE = new SortOrder(List.of());

  private static final Pattern PART =
      Pattern.compile(
          "\\s*(?:`((?:[^`]|``)+)`|([^`\\s,]+))(\\s+(?:asc|desc))?(\\s+nulls\\s+(?:first|last))?\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_]+");

  /**
   * Column by which rows are sorted.
   *
   * @param column name of the column, ignoring case
   * @param ascending true if small values come first
   * @param nullsFirst true if NULL comes before all values, false if behind
   */
  public record Key(String column, boolean ascending, boolean nullsFirst) {
    /** Returns the form that {@link SortOrder#parse} reads; defaults are omitted. */
    @Override
    public String toString() {
      String name =
          PLAIN_NAME.matcher(column).matches() ? column : "`" + column.replace("`", "``") + "`";
      String nulls = nullsFirst == ascending ? "" : nullsFirst ? " nulls first" : " nulls last";
      return name + (ascending ? "" : " desc") + nulls;
    }
  }

  public SortOrder {
    keys = List.copyOf(keys);
    Set<String> names = new HashSet<>();
    for (Key key : keys) {
      if (!names.add(CifSchema.foldCase(key.column()))) {
        throw new IllegalArgumentException("column '" + key.column() + "' is named twice");
      }
    }
  }

  /**
   * Reads {@code a, b desc, `c d` nulls last}. Columns are separated by commas. Each may be
   * followed by {@code asc} or {@code desc}, and by {@code nulls first} or {@code nulls last}. By
   * default, NULL comes first in ascending order and last in descending. An empty text is no order.
   *
   * @throws IllegalArgumentException if the text has another form; the message says what is allowed
   */
  public static SortOrder parse(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    List<Key> keys = new ArrayList<>();
    Matcher part = PART.matcher(text);
    int at = 0;
    do {
      part.region(at, text.length());
      boolean isKey = part.lookingAt();
      if (!isKey || (part.end() < text.length() && text.charAt(part.end()) != ',')) {
        throw new IllegalArgumentException(
            "at '"
                + text.substring(at).strip()
                + "': columns between commas are allowed, each with asc or desc, and nulls first or"
                + " nulls last behind it; names with other characters stand in backquotes");
      }
      boolean ascending = part.group(3) == null || part.group(3).strip().equalsIgnoreCase("asc");
      String nulls = part.group(4);
      keys.add(
          new Key(
              part.group(2) == null ? part.group(1).replace("``", "`") : part.group(2),
              ascending,
              nulls == null
                  ? ascending
                  : nulls.regionMatches(true, nulls.length() - 5, "first", 0, 5)));
      at = part.end() + 1;
    } while (at <= text.length());
    return new SortOrder(keys);
  }

  /** Returns true if rows are in no order. */
  public boolean isNone() {
    return keys.isEmpty();
  }

  /**
   * Checks the keys against columns.
   *
   * @throws IllegalArgumentException if a column is missing, or its values have no order
   */
  public void expectFit(CifSchema schema) {
    for (Key key : keys) {
      int at = schema.indexOf(key.column());
      if (at < 0) {
        throw new IllegalArgumentException(
            at(key)
                + "there is no such column in the files; there are "
                + schema.columns().stream().map(Column::name).limit(50).toList()
                + " (rows of a partition all have its values: leave partition columns out)");
      }
      CifType type = schema.column(at).type();
      if (!type.kind().isPrimitive()) {
        throw new IllegalArgumentException(
            at(key)
                + "values of type "
                + type
                + " have no order; sort by columns of primitive types");
      }
    }
  }

  private String at(Key key) {
    return WriteOptions.SORT_BY + " is '" + this + "': column '" + key.column() + "': ";
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return keys.stream().map(Key::toString).collect(Collectors.joining(", "));
  }
}
