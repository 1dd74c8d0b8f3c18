package dev.cif.format.internal.sort;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Memory of all sorters of a process. Each may hold what it was given, but all together hold an
 * eighth of the heap at most, in equal shares. A task that writes many partitions has many sorters.
 */
final class SortMemory {
  private static final long ALL = Runtime.getRuntime().maxMemory() / 8;

  /**
   * Open sorters. The references are weak, so that a collected writer that nobody closed does not
   * count.
   */
  private static final Set<RowSorter> OPEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private SortMemory() {}

  static void enter(RowSorter sorter) {
    OPEN.add(sorter);
  }

  static void leave(RowSorter sorter) {
    OPEN.remove(sorter);
  }

  /** Returns the bytes that a sorter may hold now if it was given {@code given}. */
  static long share(long given) {
    return Math.min(given, ALL / Math.max(1, OPEN.size()));
  }
}
