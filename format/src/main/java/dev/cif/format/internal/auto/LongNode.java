package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import java.util.function.Consumer;

/** Node of class INT. */
final class LongNode extends Node {
  private final Ints ints;

  LongNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    ints = ints(in, presence);
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    LongVector vector = (LongVector) out;
    int at = vector.addSlots(count);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    if (dense > 0) {
      ints.read(first, dense, vector.values, at);
      counter.decoded += dense;
    }
    presence.spread(from, count, vector, at, (a, b) -> vector.values[b] = vector.values[a]);
  }

  @Override
  long longAt(int i) {
    counter.decoded++;
    return ints.get(presence.rank(i));
  }

  @Override
  void encodings(Consumer<String> to) {
    to.accept(ints.name());
  }
}
