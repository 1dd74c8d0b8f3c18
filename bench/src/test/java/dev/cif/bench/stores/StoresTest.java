package dev.cif.bench.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.NumberedData;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every store of files gives the generator's rows; the rows are as the article describes them. */
@Tag("nightly")
class StoresTest {
  static List<String> stores() {
    return FileStores.names();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void recordsAndCountsAreTheGenerators(String name, @TempDir Path folder) throws Exception {
    StoreContract.expectTheGenerators(name, folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet-zstd", "cif"})
  void whatWasLoadedIsMeasuredAgain(String name, @TempDir Path folder) throws Exception {
    StoreContract.expectKept(name, folder);
  }

  /** Other rows, of another seed or number, are loaded in their place. */
  @Test
  void whatHasOtherRowsIsLoadedAgain(@TempDir Path folder) throws Exception {
    StoreTasks.Amounts amounts = new StoreTasks.Amounts(5, 60, 1, 1, 1);
    for (EventIndex index : List.of(new EventIndex(60, 2, 7), new EventIndex(60, 2, 8))) {
      try (StoreTasks measure = new StoreTasks(index, "cif", folder, amounts)) {
        measure.run(StoreTask.LOAD);
        assertEquals(5, measure.run(StoreTask.RECORD).amount());
      }
    }
  }

  @Test
  void rowsAreAsTheArticleDescribes() {
    EventIndex index = StoreContract.index();
    NumberedData.Picker picker = index.picker();
    Set<EventKey> keys = new HashSet<>();
    long bytes = 0;
    for (int row = 0; row < StoreContract.ROWS; row++) {
      GenericRecord record = picker.row(row);
      keys.add(EventKey.of(record));
      for (int field : index.allFields()) {
        bytes += record.get(field).toString().length() + 1;
      }
    }
    assertEquals(56, index.allFields().length);
    assertEquals(StoreContract.ROWS, keys.size());
    assertEquals(1500, (double) bytes / StoreContract.ROWS, 100);
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
    assertThrows(IllegalArgumentException.class, () -> EventStores.expect(List.of("cif", "none")));
  }
}
