package dev.cif.format.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Columns of a split, in order, FORMAT.md sections 3 and 4. Immutable. */
public final class CifSchema {
  private final List<Column> columns;
  private final Map<String, Integer> indexByName = new HashMap<>();

  private CifSchema(List<Column> columns) {
    this.columns = List.copyOf(columns);
    Set<Integer> ids = new HashSet<>();
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      Integer twin = indexByName.put(foldCase(column.name()), i);
      if (twin != null) {
        throw new IllegalArgumentException(
            "two columns of one name: '"
                + columns.get(twin).name()
                + "' and '"
                + column.name()
                + "' (case is ignored)");
      }
      if (!ids.add(column.id())) {
        throw new IllegalArgumentException(
            "column '" + column.name() + "' has the id " + column.id() + " of another column");
      }
      if (column.key() != null && !keys.add(column.key())) {
        throw new IllegalArgumentException(
            "column '" + column.name() + "' has the key " + column.key() + " of another column");
      }
    }
  }

  /**
   * Returns a schema of these columns.
   *
   * @throws IllegalArgumentException if two have one id, one key, or names that differ only by case
   */
  public static CifSchema of(List<Column> columns) {
    return new CifSchema(columns);
  }

  /** Returns a schema of columns with the ids 1, 2, 3 ... */
  public static CifSchema of(List<String> names, List<CifType> types) {
    if (names.size() != types.size()) {
      throw new IllegalArgumentException(names.size() + " names, " + types.size() + " types");
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(i + 1, names.get(i), types.get(i)));
    }
    return new CifSchema(columns);
  }

  /**
   * Returns the Avro record schema of a row as JSON, as in the schema file (FORMAT.md section 4).
   */
  public String toAvroJson() {
    return AvroJson.write(this).toString();
  }

  /**
   * Returns a name in the form in which names are compared: ASCII letters in lower case (FORMAT.md
   * section 3).
   */
  public static String foldCase(String name) {
    StringBuilder folded = new StringBuilder(name);
    for (int i = 0; i < folded.length(); i++) {
      char c = folded.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        folded.setCharAt(i, (char) (c + 32));
      }
    }
    return folded.toString();
  }

  public List<Column> columns() {
    return columns;
  }

  public int size() {
    return columns.size();
  }

  public Column column(int i) {
    return columns.get(i);
  }

  /** Returns the position of the column of that name, ignoring case, or -1. */
  public int indexOf(String name) {
    return indexByName.getOrDefault(foldCase(name), -1);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof CifSchema s && s.columns.equals(columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }
}
