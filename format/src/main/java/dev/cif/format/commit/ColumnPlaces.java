package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import java.util.HashSet;
import java.util.Set;

/** Assigns ids, names and keys to changed columns in a split, FORMAT.md sections 2.1 and 3.1. */
final class ColumnPlaces {
  private final Set<String> names = new HashSet<>();
  private final Set<Integer> ids = new HashSet<>();

  ColumnPlaces(SchemaFile stored) {
    take(stored.schema());
    stored.changes().stream().map(ChangeEntry::schema).forEach(this::take);
  }

  private void take(CifSchema schema) {
    for (Column column : schema.columns()) {
      names.add(CifSchema.foldCase(column.name()));
      ids.add(column.id());
    }
  }

  /**
   * Returns the column that a file becomes: one of the split's with another type, or a new one.
   *
   * @param latest columns of the split
   */
  Column of(ChangedColumn changed, CifSchema latest) {
    String key = changed.identity().key();
    Column old = old(changed, latest);
    if (old != null) {
      return new Column(old.id(), old.name(), changed.type(), key == null ? old.key() : key);
    }
    if (key == null) {
      return new Column(free(0), changed.name(), changed.type());
    }
    int number = Integer.parseInt(key.substring(key.indexOf('/') + 1));
    String name = changed.name();
    // The name may be taken by another column; the key identifies this one.
    for (int k = 0; !names.add(CifSchema.foldCase(name)); k++) {
      name = changed.name() + "." + number + (k == 0 ? "" : "." + k);
    }
    return new Column(free(number), name, changed.type(), key);
  }

  /** Returns the split's column that a file would replace; null if it is a new one. */
  static Column old(ChangedColumn changed, CifSchema latest) {
    ColumnIdentity identity = changed.identity();
    if (identity.key() == null) {
      int at = latest.indexOf(changed.name());
      return at < 0 ? null : latest.column(at);
    }
    for (Column column : latest.columns()) {
      if (identity.key().equals(column.key()) || identity.replaces() == column.id()) {
        return column;
      }
    }
    return null;
  }

  /** Returns an id that no column has; the wanted one if that is free. */
  private int free(int wanted) {
    int id = wanted;
    if (id == 0 || ids.contains(id)) {
      id = 1 + ids.stream().mapToInt(i -> i).max().orElse(0);
    }
    ids.add(id);
    return id;
  }
}
