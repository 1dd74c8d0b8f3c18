package dev.cif.format.internal.auto;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.RangeVector;

/** Base of lists and maps, whose values are ranges of child nodes. */
abstract class RangeNode extends Node {
  final GroupedOffsets offsets;

  /**
   * Creates a node.
   *
   * @param offsets offsets of the present values among their parts
   */
  RangeNode(CifType type, int n, Presence presence, Context context, GroupedOffsets offsets) {
    super(type, n, presence, context);
    this.offsets = offsets;
  }

  /** Sets starts and lengths of new slots. Their parts will be appended from {@code base} on. */
  final void readRanges(int from, int count, RangeVector vector, int base) {
    int at = vector.addSlots(count);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    int start = offsets.start(first);
    int shift = base - start;
    for (int i = 0; i < dense; i++) {
      int next = offsets.start(first + i + 1);
      vector.starts[at + i] = start + shift;
      vector.lengths[at + i] = next - start;
      start = next;
    }
    spread(presence, from, count, vector, at);
  }

  /** Moves the ranges of the present values to their slots, see {@link Presence#spread}. */
  static void spread(Presence presence, int from, int count, RangeVector vector, int at) {
    presence.spread(
        from,
        count,
        vector,
        at,
        (a, b) -> {
          vector.starts[b] = vector.starts[a];
          vector.lengths[b] = vector.lengths[a];
        });
  }

  /** Returns the first part of value {@code i}, also if that is NULL and has none. */
  final int start(int i) {
    return offsets.start(presence.rank(i));
  }

  @Override
  int sizeAt(int i) {
    int dense = presence.rank(i);
    return offsets.start(dense + 1) - offsets.start(dense);
  }

  /** Returns the index of part {@code k} of value {@code i}; k is below the number of its parts. */
  final int part(int i, int k) {
    return start(i) + k;
  }
}
