package dev.cif.format.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Schema files are kept for as long as they are valid, and none is given for another. */
class PlanCacheTest {
  private static final int LENGTH = 1000;
  private static final int WEIGHT = 768;
  private static final long MANY = 1 << 20;

  private final PlanCache cache = new PlanCache();

  private static ListedSplit listed(String name, long folderTime, long length, long time) {
    Path folder = new Path("/t", name);
    FileStatus file =
        new FileStatus(length, false, 0, 0, time, new Path(folder, SplitDirectories.SCHEMA_FILE));
    try {
      return ListedSplit.of(folder, folderTime, new FileStatus[] {file});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ListedSplit listed(int number) {
    return listed("split-" + number, 1, LENGTH, 1);
  }

  private static SchemaFile file(long rows) {
    return new SchemaFile(
        CifSchema.of(List.of()), rows, List.of(), List.of(), LENGTH, 0, null, null, null);
  }

  @Test
  void schemaFile_isOfItsPathLengthAndTime() {
    cache.put(listed("a", 0, LENGTH, 5), file(1), MANY);
    assertEquals(1, cache.schemaFile(listed("a", 0, LENGTH, 5)).rows());
    assertEquals(1, cache.schemaFile(listed("a", 9, LENGTH, 5)).rows());
    assertNull(cache.schemaFile(listed("a", 0, LENGTH, 6)));
    assertNull(cache.schemaFile(listed("a", 0, LENGTH + 1, 5)));
    assertNull(cache.schemaFile(listed("b", 0, LENGTH, 5)));
    cache.put(listed("a", 9, LENGTH, 5), file(2), MANY);
    assertEquals(2, cache.schemaFile(listed("a", 9, LENGTH, 5)).rows());
    assertNull(cache.schemaFile(listed("a", 10, LENGTH, 5)));
  }

  @Test
  void listed_isOfItsFolderAndTime() {
    ListedSplit a = listed("a", 7, LENGTH, 5);
    cache.put(a, file(1), MANY);
    assertSame(a, cache.listed(a.directory(), 7));
    assertNull(cache.listed(a.directory(), 8));
    assertNull(cache.listed(new Path("/t/b"), 7));
  }

  @Test
  void listed_withoutATime_isNotGiven_norTakesTheRoomOfOneWithATime() {
    ListedSplit a = listed("a", 7, LENGTH, 5);
    ListedSplit timeless = listed("a", 0, LENGTH, 5);
    cache.put(timeless, file(1), MANY);
    assertNull(cache.listed(a.directory(), 0));
    cache.put(a, file(1), MANY);
    cache.put(timeless, file(1), MANY);
    assertSame(a, cache.listed(a.directory(), 7));
  }

  @Test
  void listed_withoutTheSchemaFile_isGiven_andLeavesWhatWasReadBefore() {
    ListedSplit a = listed("a", 7, LENGTH, 5);
    cache.put(a, null, MANY);
    assertSame(a, cache.listed(a.directory(), 7));
    assertNull(cache.schemaFile(a));
    cache.put(a, file(1), MANY);
    ListedSplit again = a.with("1-n.col", List.of());
    cache.put(again, null, MANY);
    assertSame(again, cache.listed(a.directory(), 7));
    assertEquals(1, cache.schemaFile(a).rows());
    cache.put(listed("a", 8, LENGTH, 5), null, MANY);
    assertNull(cache.schemaFile(listed("a", 8, LENGTH, 5)));
  }

  @Test
  void listed_ofAFolderThatIsYoung_isNotGiven() {
    long now = System.currentTimeMillis();
    ListedSplit a = listed("a", now, LENGTH, 5);
    cache.put(a, file(1), MANY);
    assertNull(cache.listed(a.directory(), now));
    assertNotNull(cache.schemaFile(a));
  }

  @Test
  void put_replacesWhatWasThereBefore() {
    cache.put(listed("a", 0, LENGTH, 5), file(1), MANY);
    cache.put(listed("a", 0, LENGTH, 6), file(2), MANY);
    assertNull(cache.schemaFile(listed("a", 0, LENGTH, 5)));
    assertEquals(2, cache.schemaFile(listed("a", 0, LENGTH, 6)).rows());
    assertEquals(WEIGHT, cache.bytes());
  }

  @Test
  void put_keepsNoFileThatIsYoung_norOneOfAnotherLengthThanListed() {
    ListedSplit young = listed("a", 0, LENGTH, System.currentTimeMillis() + 60_000);
    cache.put(young, file(1), MANY);
    assertNull(cache.schemaFile(young));
    ListedSplit shorter = listed("a", 0, LENGTH - 1, 5);
    cache.put(shorter, file(1), MANY);
    assertNull(cache.schemaFile(shorter));
    assertEquals(0, cache.bytes());
  }

  @Test
  void put_dropsThoseThatWereNotAskedForTheLongest() {
    for (int i = 0; i < 3; i++) {
      cache.put(listed(i), file(i), 3 * WEIGHT);
    }
    assertNotNull(cache.schemaFile(listed(0)));
    cache.put(listed(3), file(3), 3 * WEIGHT);
    assertNull(cache.schemaFile(listed(1)));
    assertNotNull(cache.schemaFile(listed(0)));
    assertEquals(3 * WEIGHT, cache.bytes());
    cache.put(listed(4), file(4), WEIGHT);
    assertEquals(WEIGHT, cache.bytes());
    assertEquals(4, cache.schemaFile(listed(4)).rows());
    cache.put(listed(5), file(5), WEIGHT - 1);
    assertEquals(0, cache.bytes());
  }

  @Test
  void schemas_thatAreEqual_areKeptOnce() {
    cache.put(listed(0), file(0), MANY);
    cache.put(listed(1), file(1), MANY);
    assertSame(cache.schemaFile(listed(0)).schema(), cache.schemaFile(listed(1)).schema());
  }

  @Test
  void severalThreads_getTheirOwn_andTheBoundHolds() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        running.add(pool.submit(this::putAndGet));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(10 * WEIGHT, cache.bytes());
  }

  private void putAndGet() {
    for (int i = 0; i < 20_000; i++) {
      SchemaFile known = cache.schemaFile(listed(i % 30));
      assertTrue(known == null || known.rows() == i % 30);
      cache.put(listed(i % 30), file(i % 30), 10 * WEIGHT);
    }
  }
}
