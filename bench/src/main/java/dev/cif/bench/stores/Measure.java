package dev.cif.bench.stores;

import com.sun.management.OperatingSystemMXBean;
import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.fs.FileUtil;

/**
 * Runs tasks over one store. The generator makes rows and judges answers while the clock stands. A
 * wrong answer ends the run. Not thread-safe.
 */
final class Measure {
  private static final int BATCH = 1024;
  private static final double NANOS = 1e9;
  private static final double MILLI = 1e6;

  /**
   * How much is asked.
   *
   * @param lookups of a task, at most
   * @param seconds of a task of look-ups, after which no more are begun
   * @param clients that look up at once
   * @param cold look-ups of a cold store
   */
  record Amounts(int lookups, int seconds, int clients, int cold) {}

  private final EventIndex index;
  private final Path folder;
  private final Store store;
  private final Amounts amounts;
  private final int[] all;
  private final int[] three;
  private final int scanned;
  private Store.Client client;

  Measure(EventIndex index, String name, Path folder, Amounts amounts) {
    this.index = index;
    this.folder = folder.resolve(name);
    this.amounts = amounts;
    store = Stores.open(name, index, folder);
    all = index.allFields();
    three = index.fields(EventIndex.THREE.toArray(new String[0]));
    scanned = index.fields(EventIndex.SCANNED)[0];
  }

  Store store() {
    return store;
  }

  Outcome run(Task task) throws Exception {
    if (task == Task.INGEST) {
      return ingest();
    }
    if (task.isCold()) {
      return cold(task.isThree() ? three : all);
    }
    if (client == null) {
      client = store.open();
    }
    return task == Task.SCAN
        ? scan()
        : lookups(task.isThree() ? three : all, task.isByMany() ? amounts.clients : 1);
  }

  private double cpuSeconds() throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / NANOS + store.serverSeconds();
  }

  private Outcome ingest() throws IOException {
    FileUtil.fullyDelete(folder.toFile());
    double[] millis = new double[index.splits()];
    double cpu = cpuSeconds();
    for (int split = 0; split < millis.length; split++) {
      millis[split] = partition(split) / MILLI;
    }
    long start = System.nanoTime();
    store.finish();
    double finishing = (System.nanoTime() - start) / NANOS;
    return new Outcome(store.bytes(), list(millis), List.of(), finishing, cpuSeconds() - cpu);
  }

  /** Writes a partition; nanoseconds without those of the generator. */
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
    try (Store.Partition partition = store.partition(first)) {
      nanos = System.nanoTime() - start;
      for (int from = 0; from < numbers.length; from += BATCH) {
        int count = Math.min(BATCH, numbers.length - from);
        for (int i = 0; i < count; i++) {
          batch[i] = pickers.get(i).row(numbers[from + i]);
        }
        start = System.nanoTime();
        for (int i = 0; i < count; i++) {
          partition.add(batch[i]);
        }
        nanos += System.nanoTime() - start;
      }
      start = System.nanoTime();
    }
    return nanos + System.nanoTime() - start;
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private Outcome scan() throws IOException {
    double cpu = cpuSeconds();
    long start = System.nanoTime();
    long count = client.count(scanned, EventIndex.PART);
    double seconds = (System.nanoTime() - start) / NANOS;
    return new Outcome(count, List.of(), List.of(), seconds, cpuSeconds() - cpu);
  }

  /** Numbers of rows that are looked up, the same in each run. */
  private long[] wanted(int count) {
    return new SplittableRandom(count).longs(count, 0, index.size()).toArray();
  }

  private Outcome lookups(int[] fields, int threads) throws Exception {
    long[] wanted = wanted(amounts.lookups);
    double[] millis = new double[wanted.length];
    Arrays.fill(millis, Double.NaN);
    double cpu = cpuSeconds();
    long start = System.nanoTime();
    long end = start + amounts.seconds * 1_000_000_000L;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> working = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int from = t;
        working.add(pool.submit(() -> some(wanted, from, threads, fields, millis, end)));
      }
      long judging = 0;
      for (Future<Long> work : working) {
        judging += work.get();
      }
      double seconds = (System.nanoTime() - start - (double) judging / threads) / NANOS;
      List<Double> done = list(Arrays.stream(millis).filter(m -> !Double.isNaN(m)).toArray());
      return new Outcome(done.size(), done, List.of(), seconds, cpuSeconds() - cpu);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Looks up every so many-th; nanoseconds that making keys and judging answers took. */
  private long some(long[] wanted, int from, int step, int[] fields, double[] millis, long end)
      throws IOException {
    NumberedData.Picker picker = index.picker();
    long judging = 0;
    for (int i = from; i < wanted.length && System.nanoTime() < end; i += step) {
      long begin = System.nanoTime();
      GenericRecord row = picker.row(wanted[i]);
      EventKey key = EventKey.of(row);
      long start = System.nanoTime();
      Object[] found = client.lookup(key, fields);
      long stop = System.nanoTime();
      millis[i] = (stop - start) / MILLI;
      expect(row, fields, found);
      judging += start - begin + System.nanoTime() - stop;
    }
    return judging;
  }

  private void expect(GenericRecord row, int[] fields, Object[] found) {
    if (found == null) {
      throw new IllegalStateException(store.description() + " lacks the row of " + row);
    }
    for (int i = 0; i < fields.length; i++) {
      Object expected = row.get(fields[i]);
      boolean isSame =
          expected instanceof Utf8
              ? Checksum.of(expected) == Checksum.of(found[i])
              : found[i] instanceof Number number
                  && number.longValue() == ((Number) expected).longValue();
      if (!isSame) {
        throw new IllegalStateException(
            String.format(
                "%s: field %d is %s, expected is %s",
                store.description(), fields[i], found[i], expected));
      }
    }
  }

  private Outcome cold(int[] fields) throws IOException {
    long[] wanted = wanted(amounts.cold);
    double[] millis = new double[wanted.length];
    double[] openMillis = new double[wanted.length];
    NumberedData.Picker picker = index.picker();
    double cpu = cpuSeconds();
    long began = System.nanoTime();
    for (int i = 0; i < wanted.length; i++) {
      GenericRecord row = picker.row(wanted[i]);
      EventKey key = EventKey.of(row);
      if (client != null) {
        client.close();
        client = null;
      }
      store.forget();
      long start = System.nanoTime();
      client = store.open();
      long opened = System.nanoTime();
      Object[] found = client.lookup(key, fields);
      millis[i] = (System.nanoTime() - opened) / MILLI;
      openMillis[i] = (opened - start) / MILLI;
      expect(row, fields, found);
    }
    double seconds = (System.nanoTime() - began) / NANOS;
    return new Outcome(wanted.length, list(millis), list(openMillis), seconds, cpuSeconds() - cpu);
  }
}
