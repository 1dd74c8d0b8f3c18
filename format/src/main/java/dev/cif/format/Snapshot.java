package dev.cif.format;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The changes of a table that a reader takes as made (FORMAT.md section 2.1). A plan finds out once
 * which these are, and hands them to all of its tasks, so that a query sees a change in all
 * split-directories or in none. Immutable.
 */
public final class Snapshot {
  /** What was committed when a split-directory is opened. */
  public static final Snapshot LATEST = new Snapshot(null);

  /** No change. */
  public static final Snapshot NONE = new Snapshot(Set.of());

  private final Set<String> ids;

  private Snapshot(Set<String> ids) {
    this.ids = ids;
  }

  /** Changes of these ids, and no others. */
  public static Snapshot of(Collection<String> ids) {
    return ids.isEmpty() ? NONE : new Snapshot(Set.copyOf(ids));
  }

  /** Whether it is {@link #LATEST}. */
  public boolean isLatest() {
    return ids == null;
  }

  /** Whether a change counts; not to be asked of {@link #LATEST}. */
  public boolean has(String id) {
    return ids.contains(id);
  }

  /** As text, for {@link #parse}. */
  @Override
  public String toString() {
    return ids == null ? "latest" : String.join(",", new TreeSet<>(ids)) + ".";
  }

  /** Reads {@link #toString}. */
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
