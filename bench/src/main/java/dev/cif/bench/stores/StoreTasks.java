package dev.cif.bench.stores;

import com.sun.management.OperatingSystemMXBean;
import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import dev.cif.bench.system.FileTree;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
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

/**
 * Runs tasks over one store. The clock stops while the generator creates rows and checks answers. A
 * wrong answer ends the run. Not thread-safe.
 */
final class StoreTasks implements Closeable {
  private static final double NANOS = 1e9;
  private static final double MILLI = 1e6;

  /**
   * Limits of the tasks.
   *
   * @param lookups number of look-ups of a task, at most
   * @param seconds time of a task of look-ups, after which no more are begun
   * @param clients number of clients that look up at once
   * @param cold number of look-ups of a cold store
   * @param scanned number of partitions that are scanned, at most
   */
  record Amounts(int lookups, int seconds, int clients, int cold, int scanned) {
    int scanned(EventIndex index) {
      return Math.min(scanned, index.splits());
    }
  }

  private final EventIndex index;
  private final String name;
  private final Path folder;
  private final EventStore store;
  private final Amounts amounts;
  private final int[] all;
  private final int[] three;
  private final int scanned;
  private EventStore.Client client;

  StoreTasks(EventIndex index, String name, Path folder, Amounts amounts) {
    this.index = index;
    this.name = name;
    this.folder = folder;
    this.amounts = amounts;
    store = EventStores.open(name, index, folder.resolve(name));
    all = index.allFields();
    three = index.fields(EventIndex.THREE.toArray(new String[0]));
    scanned = index.fields(EventIndex.SCANNED)[0];
  }

  EventStore store() {
    return store;
  }

  StoreRun run(StoreTask task) throws Exception {
    if (task == StoreTask.INGEST) {
      return ingest();
    }
    if (task == StoreTask.LOAD) {
      return load();
    }
    if (task.isCold()) {
      return cold(task.isThree() ? three : all);
    }
    if (client == null) {
      client = store.open();
    }
    return task == StoreTask.SCAN
        ? scan()
        : lookups(task.isThree() ? three : all, task.isByMany() ? amounts.clients : 1);
  }

  private double cpuSeconds() throws IOException {
    return cpuSeconds(store);
  }

  /** Returns the CPU seconds of this process, and of the servers of a store. */
  private static double cpuSeconds(EventStore store) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / NANOS + store.serverSeconds();
  }

  /** Ingests one partition, into a store of its own that is deleted afterwards. */
  private StoreRun ingest() throws IOException {
    Path alone = folder.resolve("one-partition").resolve(name);
    EventIndex one = new EventIndex(index.first(1), 1, index.seed());
    FileTree.delete(alone);
    try (EventStore empty = EventStores.open(name, one, alone)) {
      double cpu = cpuSeconds(empty);
      StoreRun outcome = new Loading(one, empty, false).load();
      return outcome.withCpuSeconds(cpuSeconds(empty) - cpu);
    } finally {
      FileTree.delete(alone);
    }
  }

  /** Loads everything, unless an earlier run has left it. */
  private StoreRun load() throws IOException {
    LoadMarker marker =
        new LoadMarker(folder.resolve(name + ".loaded"), index, store.description());
    long start = System.nanoTime();
    if (marker.bytes() < 0) {
      Files.deleteIfExists(marker.file());
      FileTree.delete(folder.resolve(name));
      long bytes = new Loading(index, store, true).load().amount();
      marker.write(bytes, (System.nanoTime() - start) / NANOS);
    }
    double seconds = (System.nanoTime() - start) / NANOS;
    return new StoreRun(marker.bytes(), List.of(), List.of(), seconds, 0);
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private StoreRun scan() throws IOException {
    List<EventKey> partitions = new ArrayList<>();
    for (int split = 0; split < amounts.scanned(index); split++) {
      partitions.add(EventKey.of(index.picker().row(index.first(split))));
    }
    double cpu = cpuSeconds();
    long start = System.nanoTime();
    long count = client.count(scanned, EventIndex.PART, partitions);
    double seconds = (System.nanoTime() - start) / NANOS;
    return new StoreRun(count, List.of(), List.of(), seconds, cpuSeconds() - cpu);
  }

  /** Returns the numbers of the rows that are looked up, the same in each run. */
  private long[] wanted(int count) {
    return new SplittableRandom(count).longs(count, 0, index.size()).toArray();
  }

  private StoreRun lookups(int[] fields, int threads) throws Exception {
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
      return new StoreRun(done.size(), done, List.of(), seconds, cpuSeconds() - cpu);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Looks up every {@code step}-th row; returns the nanoseconds of creating keys and checking
   * answers.
   */
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
              ? found[i] instanceof CharSequence text && expected.toString().contentEquals(text)
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

  private StoreRun cold(int[] fields) throws IOException {
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
    return new StoreRun(wanted.length, list(millis), list(openMillis), seconds, cpuSeconds() - cpu);
  }

  @Override
  public void close() throws IOException {
    if (client != null) {
      client.close();
    }
    store.close();
  }
}
