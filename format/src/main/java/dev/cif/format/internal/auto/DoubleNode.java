package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import java.util.function.Consumer;

/** Node of classes FLOAT and DOUBLE: streams of their bits. */
final class DoubleNode extends Node {
  private static final int CHUNK = 1024;

  private final Ints ints;
  private final boolean isFloat;
  private long[] buffer = new long[0];

  DoubleNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    ints = ints(in, presence);
    isFloat = type.kind() == CifType.Kind.FLOAT;
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    DoubleVector vector = (DoubleVector) out;
    int at = vector.addSlots(count);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    if (buffer.length < Math.min(dense, CHUNK)) {
      buffer = new long[Math.min(dense, CHUNK)];
    }
    for (int done = 0; done < dense; done += CHUNK) {
      int k = Math.min(CHUNK, dense - done);
      ints.read(first + done, k, buffer, 0);
      toDoubles(k, vector.values, at + done);
    }
    counter.decoded += dense;
    presence.spread(from, count, vector, at, (a, b) -> vector.values[b] = vector.values[a]);
  }

  private void toDoubles(int k, double[] out, int at) {
    if (isFloat) {
      for (int i = 0; i < k; i++) {
        out[at + i] = Float.intBitsToFloat((int) buffer[i]);
      }
    } else {
      for (int i = 0; i < k; i++) {
        out[at + i] = Double.longBitsToDouble(buffer[i]);
      }
    }
  }

  @Override
  double doubleAt(int i) {
    counter.decoded++;
    long bits = ints.get(presence.rank(i));
    return isFloat ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
  }

  @Override
  void encodings(Consumer<String> to) {
    to.accept(ints.name());
  }
}
