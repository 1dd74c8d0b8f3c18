package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 3 of integers: runs of equal values. */
final class RunLengthInts extends Ints {
  static final int ID = 3;

  private final Ints values;
  private final Ints lengths;
  private final long offset;

  /** Value and end of each run, decoded at first use. */
  private long[] runs;

  private int[] ends;

  /** Run that was looked up last. */
  private int last;

  private RunLengthInts(int size, Ints values, Ints lengths, long offset) {
    super(size);
    this.values = values;
    this.lengths = lengths;
    this.offset = offset;
  }

  static RunLengthInts open(Input in, int n, Nesting nesting) {
    int r = in.count("the number of runs", n);
    if (r == 0) {
      throw in.corrupt("no runs for " + n + " values");
    }
    Nesting inner = nesting.inner(in);
    long offset = nesting.offset(in);
    Ints values = IntsDecoder.decode(in, r, inner);
    Ints lengths = IntsDecoder.decode(in, r, inner);
    in.expectEnd("runs");
    return new RunLengthInts(n, values, lengths, offset);
  }

  /** Writes r runs; {@code values} and {@code lengths} are their streams. */
  static void write(int r, Output values, Output lengths, Output out) {
    out.u8(ID);
    out.uvarint(r);
    out.sized(values);
    out.sized(lengths);
  }

  private void load() {
    if (ends != null) {
      return;
    }
    int r = values.size();
    long[] scratch = new long[r];
    lengths.read(0, r, scratch, 0);
    int[] sums = new int[r];
    long sum = 0;
    for (int i = 0; i < r; i++) {
      long length = scratch[i];
      if (length < 1 || length > size() - sum) {
        throw new CorruptDataException(
            offset, "run " + i + " is of " + length + " values, " + (size() - sum) + " are left");
      }
      sum += length;
      sums[i] = (int) sum;
    }
    if (sum != size()) {
      throw new CorruptDataException(offset, "runs of " + sum + " values in all, not " + size());
    }
    values.read(0, r, scratch, 0);
    runs = scratch;
    ends = sums;
  }

  /** Returns the run that holds value {@code i}. */
  private int run(int i) {
    int low = 0;
    int high = ends.length - 1;
    if (i < ends[last]) {
      if (last == 0 || i >= ends[last - 1]) {
        return last;
      }
      high = last - 1;
    } else {
      low = last + 1;
      if (i < ends[low]) {
        last = low;
        return low;
      }
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (i < ends[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    last = low;
    return low;
  }

  @Override
  public long get(int i) {
    load();
    return runs[run(i)];
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    if (count == 0) {
      return;
    }
    load();
    int shift = at - from;
    int end = at + count;
    int run = run(from);
    int to = at;
    while (to < end) {
      long value = runs[run];
      int stop = Math.min(end, ends[run] + shift);
      if (to + 4 <= end) {
        // Most runs are short: four stores without a check; the next run overwrites the surplus.
        out[to] = value;
        out[to + 1] = value;
        out[to + 2] = value;
        out[to + 3] = value;
        to += 4;
      }
      for (; to < stop; to++) {
        out[to] = value;
      }
      to = stop;
      run++;
    }
    last = run - 1;
  }

  @Override
  public int encoding() {
    return ID;
  }
}
