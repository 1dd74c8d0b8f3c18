package dev.cif.bench.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store of files gives the generator's rows; the rows are as the article describes them. */
class StoresTest {
  private static final int ROWS = 300;
  private static final int SPLITS = 2;
  private static final Measure.Amounts AMOUNTS = new Measure.Amounts(15, 60, 3, 1);

  private static EventIndex index() {
    return new EventIndex(ROWS, SPLITS, 7);
  }

  static List<String> stores() {
    return Stores.names();
  }

  /** Measure itself compares each record that it looks up. */
  @ParameterizedTest
  @MethodSource("stores")
  void recordsAndCountsAreTheGenerators(String name, @TempDir Path folder) throws Exception {
    EventIndex index = index();
    Measure measure = new Measure(index, name, folder, AMOUNTS);
    for (Task task : Task.values()) {
      Outcome outcome = measure.run(task);
      switch (task) {
        case INGEST -> assertEquals(SPLITS, outcome.millis().size());
        case SCAN -> assertEquals(count(index), outcome.amount());
        default ->
            assertEquals(task.isCold() ? AMOUNTS.cold() : AMOUNTS.lookups(), outcome.amount());
      }
    }
    try (Store.Client client = measure.store().open()) {
      EventKey some = EventKey.of(index.picker().row(1));
      EventKey none = new EventKey(some.texts(), some.event() + 1_000_000);
      assertNull(client.lookup(none, index.allFields()));
    }
  }

  private static long count(EventIndex index) {
    NumberedData.Picker picker = index.picker();
    long count = 0;
    for (int row = 0; row < ROWS; row++) {
      String text = picker.row(row).get(EventIndex.SCANNED).toString();
      count += text.contains(EventIndex.PART) ? 1 : 0;
    }
    assertTrue(count > 0 && count < ROWS, "rows found: " + count);
    return count;
  }

  @Test
  void rowsAreAsTheArticleDescribes() {
    EventIndex index = index();
    NumberedData.Picker picker = index.picker();
    Set<EventKey> keys = new HashSet<>();
    long bytes = 0;
    for (int row = 0; row < ROWS; row++) {
      GenericRecord record = picker.row(row);
      keys.add(EventKey.of(record));
      for (int field : index.allFields()) {
        bytes += record.get(field).toString().length() + 1;
      }
    }
    assertEquals(56, index.allFields().length);
    assertEquals(ROWS, keys.size());
    assertEquals(1500, (double) bytes / ROWS, 100);
  }

  @Test
  void numbersByKeyAreThoseOfThePartitionInTheOrderOfKeys() {
    EventIndex index = new EventIndex(20_000, 1, 7);
    NumberedData.Picker picker = index.picker();
    String last = "";
    Set<Long> seen = new HashSet<>();
    for (long number : index.numbers(0, true)) {
      GenericRecord row = picker.row(number);
      String key = row.get("version") + String.format("%012d", (Long) row.get("eventnumber"));
      assertTrue(last.compareTo(key) < 0, last + " before " + key);
      last = key;
      seen.add(number);
    }
    assertEquals(20_000, seen.size());
  }

  @Test
  void unknownStoresAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Stores.expect(List.of("cif", "none")));
  }
}
