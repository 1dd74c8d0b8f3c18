package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.TimestampVector;
import java.util.function.Consumer;

/** Node of class TIMESTAMP. */
final class TimestampNode extends Node {
  private static final int CHUNK = 1024;

  private final Ints seconds;
  private final Ints nanos;
  private long[] buffer = new long[0];

  TimestampNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    seconds = ints(in, presence);
    nanos = ints(in, presence);
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    TimestampVector vector = (TimestampVector) out;
    int at = vector.addSlots(count);
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    if (dense > 0) {
      seconds.read(first, dense, vector.seconds, at);
      readNanos(first, dense, vector.nanos, at);
      counter.decoded += dense;
    }
    presence.spread(
        from,
        count,
        vector,
        at,
        (a, b) -> {
          vector.seconds[b] = vector.seconds[a];
          vector.nanos[b] = vector.nanos[a];
        });
  }

  private void readNanos(int first, int dense, int[] out, int at) {
    if (buffer.length < Math.min(dense, CHUNK)) {
      buffer = new long[Math.min(dense, CHUNK)];
    }
    for (int done = 0; done < dense; done += CHUNK) {
      int k = Math.min(CHUNK, dense - done);
      nanos.read(first + done, k, buffer, 0);
      for (int i = 0; i < k; i++) {
        out[at + done + i] = checked(buffer[i]);
      }
    }
  }

  private static int checked(long nano) {
    if (nano < 0 || nano > 999_999_999) {
      throw new CorruptDataException(-1, nano + " nanoseconds in a timestamp");
    }
    return (int) nano;
  }

  @Override
  long secondsAt(int i) {
    counter.decoded++;
    return seconds.get(presence.rank(i));
  }

  @Override
  int nanosAt(int i) {
    return checked(nanos.get(presence.rank(i)));
  }

  @Override
  void encodings(Consumer<String> to) {
    to.accept(seconds.name());
  }
}
