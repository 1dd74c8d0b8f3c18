package dev.cif.format.schema;

import java.util.Set;

/**
 * Columns that are wanted of a schema file.
 *
 * @param names folded names of columns, see {@link CifSchema#foldCase}
 * @param keys keys of columns, FORMAT.md section 3.1
 */
public record WantedColumns(Set<String> names, Set<String> keys) {
  public WantedColumns {
    names = Set.copyOf(names);
    keys = Set.copyOf(keys);
  }

  /** Returns the greatest number of columns that a split can have of these. */
  public int count() {
    return names.size() + keys.size();
  }

  /** Returns true if a column is one of these. */
  public boolean has(Column column) {
    return names.contains(CifSchema.foldCase(column.name()))
        || (column.key() != null && keys.contains(column.key()));
  }
}
