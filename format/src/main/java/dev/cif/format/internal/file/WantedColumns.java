package dev.cif.format.internal.file;

import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import java.util.Set;

/**
 * Columns that are wanted of a schema file.
 *
 * @param names of columns, as {@link CifSchema#foldCase} makes them
 * @param keys of columns, FORMAT.md section 3.1
 */
public record WantedColumns(Set<String> names, Set<String> keys) {
  public WantedColumns {
    names = Set.copyOf(names);
    keys = Set.copyOf(keys);
  }

  /** How many columns a split can have of these, at most. */
  int count() {
    return names.size() + keys.size();
  }

  /** Whether a column is one of these. */
  public boolean has(Column column) {
    return names.contains(CifSchema.foldCase(column.name()))
        || (column.key() != null && keys.contains(column.key()));
  }
}
