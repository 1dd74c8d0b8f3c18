package dev.cif.bench.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** Contract that every store must pass, of files or of servers. */
final class StoreContract {
  static final int ROWS = 300;
  private static final int SPLITS = 2;
  private static final StoreTasks.Amounts AMOUNTS = new StoreTasks.Amounts(15, 60, 3, 1, SPLITS);

  private StoreContract() {}

  static EventIndex index() {
    return new EventIndex(ROWS, SPLITS, 7);
  }

  private static StoreTasks measure(String name, Path folder) {
    return new StoreTasks(index(), name, folder, AMOUNTS);
  }

  /** Measure itself compares each record that it looks up. */
  static void expectTheGenerators(String name, Path folder) throws Exception {
    EventIndex index = index();
    long count = count(index, ROWS);
    assertTrue(count > 0 && count < ROWS, "rows to find: " + count);
    try (StoreTasks measure = measure(name, folder)) {
      for (StoreTask task : StoreTask.values()) {
        StoreRun outcome = measure.run(task);
        switch (task) {
          case INGEST -> assertEquals(1, outcome.millis().size());
          case LOAD -> assertTrue(outcome.amount() > 0);
          case SCAN -> assertEquals(count, outcome.amount());
          default ->
              assertEquals(task.isCold() ? AMOUNTS.cold() : AMOUNTS.lookups(), outcome.amount());
        }
      }
      try (EventStore.Client client = measure.store().open()) {
        EventKey some = EventKey.of(index.picker().row(1));
        EventKey none = new EventKey(some.texts(), some.event() + 1_000_000);
        assertNull(client.lookup(none, index.allFields()));
      }
    }
  }

  private static long count(EventIndex index, long rows) {
    NumberedData.Picker picker = index.picker();
    long count = 0;
    for (long row = 0; row < rows; row++) {
      String text = picker.row(row).get(EventIndex.SCANNED).toString();
      count += text.contains(EventIndex.PART) ? 1 : 0;
    }
    return count;
  }

  /**
   * Checks that a second run measures the store that the first has loaded, without loading, and
   * finds all rows, here in one partition.
   */
  static void expectKept(String name, Path folder) throws Exception {
    long bytes;
    try (StoreTasks first = measure(name, folder)) {
      bytes = first.run(StoreTask.LOAD).amount();
    }
    Path marker = folder.resolve(name + ".loaded");
    FileTime loaded = Files.getLastModifiedTime(marker);
    EventIndex index = index();
    StoreTasks.Amounts one = new StoreTasks.Amounts(15, 60, 3, 1, 1);
    try (StoreTasks second = new StoreTasks(index, name, folder, one)) {
      assertEquals(bytes, second.run(StoreTask.LOAD).amount());
      assertEquals(loaded, Files.getLastModifiedTime(marker));
      assertEquals(count(index, index.first(1)), second.run(StoreTask.SCAN).amount());
      assertEquals(AMOUNTS.lookups(), second.run(StoreTask.RECORD).amount());
    }
  }
}
