package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import dev.cif.bench.formats.RecordSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/** Loads the rows of an index into a store. The clock stops while the generator creates them. */
final class Loading {
  private static final int BATCH = 1024;
  private static final double NANOS = 1e9;
  private static final double MILLI = 1e6;

  private final EventIndex index;
  private final EventStore store;
  private final boolean isBulk;

  /**
   * Creates a load of all rows of an index.
   *
   * @param isBulk true for the store's fastest way, false for writing row by row
   */
  Loading(EventIndex index, EventStore store, boolean isBulk) {
    this.index = index;
    this.store = store;
    this.isBulk = isBulk;
  }

  /** Loads all partitions, one after the other. */
  StoreRun load() throws IOException {
    store.create();
    List<Double> millis = new ArrayList<>();
    for (int split = 0; split < index.splits(); split++) {
      millis.add(partition(split) / MILLI);
    }
    long start = System.nanoTime();
    store.finish();
    double finishing = (System.nanoTime() - start) / NANOS;
    return new StoreRun(store.bytes(), millis, List.of(), finishing, 0);
  }

  /** Writes a partition; returns the nanoseconds without those of the generator. */
  private long partition(int split) throws IOException {
    long[] numbers = index.numbers(split, store.wantsKeyOrder());
    List<NumberedData.Picker> pickers = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      pickers.add(index.picker());
    }
    EventKey first = EventKey.of(pickers.get(0).row(numbers[0]));
    GenericRecord[] batch = new GenericRecord[BATCH];
    long start = System.nanoTime();
    long nanos;
    try (RecordSink partition = isBulk ? store.bulk(first) : store.partition(first)) {
      nanos = System.nanoTime() - start;
      for (int from = 0; from < numbers.length; from += BATCH) {
        int count = Math.min(BATCH, numbers.length - from);
        for (int i = 0; i < count; i++) {
          batch[i] = pickers.get(i).row(numbers[from + i]);
        }
        start = System.nanoTime();
        for (int i = 0; i < count; i++) {
          partition.write(batch[i]);
        }
        nanos += System.nanoTime() - start;
      }
      start = System.nanoTime();
    }
    return nanos + System.nanoTime() - start;
  }
}
