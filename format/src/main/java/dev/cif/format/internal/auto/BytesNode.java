package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Strings;
import dev.cif.format.internal.encoding.StringsDecoder;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.util.Arrays;
import java.util.function.Consumer;

/** Node of class BYTES. */
final class BytesNode extends Node {
  private final Strings strings;

  BytesNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    strings = StringsDecoder.decode(in, presence.present());
  }

  /** Returns the stream of the present values. */
  Strings strings() {
    return strings;
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    BytesVector vector = (BytesVector) out;
    int at = vector.addSlots(count);
    // The vector may read the new slots before they are set, if it must copy shared bytes.
    Arrays.fill(vector.lengths, at, at + count, 0);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    if (dense > 0) {
      strings.read(first, dense, vector, at);
      counter.decoded += dense;
    }
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

  @Override
  byte[] bytesAt(int i) {
    counter.decoded++;
    return strings.get(presence.rank(i));
  }

  @Override
  void encodings(Consumer<String> to) {
    to.accept(strings.name());
  }
}
