package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** Node of classes DECIMAL64 and DECIMAL128. */
final class DecimalNode extends Node {
  /** Stream of the high words; null for a decimal64. */
  private final Ints high;

  private final Ints low;

  DecimalNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    high = type.isDecimal64() ? null : ints(in, presence);
    low = ints(in, presence);
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    DecimalVector vector = (DecimalVector) out;
    int at = vector.addSlots(count);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    if (dense > 0) {
      low.read(first, dense, vector.low, at);
      if (high != null) {
        high.read(first, dense, vector.high, at);
      } else {
        for (int i = at; i < at + dense; i++) {
          vector.high[i] = vector.low[i] >> 63;
        }
      }
      counter.decoded += dense;
    }
    presence.spread(
        from,
        count,
        vector,
        at,
        (a, b) -> {
          vector.low[b] = vector.low[a];
          vector.high[b] = vector.high[a];
        });
  }

  @Override
  BigDecimal decimalAt(int i) {
    DecimalVector one = new DecimalVector(type);
    read(i, 1, one);
    return one.decimal(0);
  }

  @Override
  void encodings(Consumer<String> to) {
    to.accept(low.name());
  }
}
