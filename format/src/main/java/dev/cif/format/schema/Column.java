package dev.cif.format.schema;

import java.util.Objects;

/**
 * Column of a split, FORMAT.md section 3. Immutable.
 *
 * @param id column id, 1 or greater
 * @param name name, exactly as given
 * @param type type of the values
 * @param key key of the column in its table (section 3.1); null for none
 */
public record Column(int id, String name, CifType type, String key) {
  public Column {
    Objects.requireNonNull(type, "type");
    if (key != null && !ColumnKeys.isKey(key)) {
      throw new IllegalArgumentException("column '" + name + "' has the key '" + key + "'");
    }
    if (id < 1) {
      throw new IllegalArgumentException("column '" + name + "' has id " + id + ", ids start at 1");
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a column needs a name");
    }
    if (type.depth() > CifType.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "column '" + name + "' is nested deeper than " + CifType.MAX_DEPTH);
    }
  }

  /** Creates a column without a key. */
  public Column(int id, String name, CifType type) {
    this(id, name, type, null);
  }
}
