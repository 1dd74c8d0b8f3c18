package dev.cif.format.schema;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Set of a table's changes that count for a reader (FORMAT.md section 2.1). A plan determines it
 * once and passes it to all of its tasks. So a query sees a change in all split-directories or in
 * none. Immutable.
 */
public final class Snapshot implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Changes that are committed when a split-directory is opened. */
  public static final Snapshot LATEST = new Snapshot(null);

  /** Empty set of changes. */
  public static final Snapshot NONE = new Snapshot(Set.of());

  /** Ids of the changes, in a set that is serializable; null for {@link #LATEST}. */
  @SuppressWarnings("serial")
  private final Set<String> ids;

  private Snapshot(Set<String> ids) {
    this.ids = ids;
  }

  /** Returns the set of changes with these ids. */
  public static Snapshot of(Collection<String> ids) {
    return ids.isEmpty() ? NONE : new Snapshot(Set.copyOf(ids));
  }

  /** Returns true if this is {@link #LATEST}. */
  public boolean isLatest() {
    return ids == null;
  }

  /** Returns true if a change counts; not allowed for {@link #LATEST}. */
  public boolean has(String id) {
    return ids.contains(id);
  }

  /** Returns the text form that {@link #parse} reads. */
  @Override
  public String toString() {
    return ids == null ? "latest" : String.join(",", new TreeSet<>(ids)) + ".";
  }

  /** Reads the form of {@link #toString}. */
  public static Snapshot parse(String text) {
    if (text.equals(LATEST.toString())) {
      return LATEST;
    }
    String all = text.substring(0, text.length() - 1);
    return of(all.isEmpty() ? List.of() : List.of(all.split(",")));
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Snapshot s && (ids == null ? s.ids == null : ids.equals(s.ids));
  }

  @Override
  public int hashCode() {
    return ids == null ? 0 : ids.hashCode();
  }
}
