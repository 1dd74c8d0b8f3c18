package dev.cif.format.internal.sort;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What the sorters of a process may hold: each what it was given, all together an eighth of the
 * heap, of which each has the same share. A task that writes many partitions has many sorters.
 */
final class SortMemory {
  private static final long ALL = Runtime.getRuntime().maxMemory() / 8;

  /** Weak, because a writer that nobody closed is of no account when it is gone. */
  private static final Set<RowSorter> OPEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private SortMemory() {}

  static void enter(RowSorter sorter) {
    OPEN.add(sorter);
  }

  static void leave(RowSorter sorter) {
    OPEN.remove(sorter);
  }

  /** Bytes that a sorter may hold now which was given some. */
  static long share(long given) {
    return Math.min(given, ALL / Math.max(1, OPEN.size()));
  }
}
