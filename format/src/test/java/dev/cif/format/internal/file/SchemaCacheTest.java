package dev.cif.format.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CifSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What is kept of schema files, how long, and that no other is given for one. */
class SchemaCacheTest {
  private static final int LENGTH = 1000;
  private static final int WEIGHT = LENGTH + 512;
  private static final long MANY = 1 << 20;

  private final SchemaCache cache = new SchemaCache();

  private static FileStatus status(String name, long length, long time) {
    return new FileStatus(length, false, 0, 0, time, new Path("/t", name));
  }

  private static FileStatus status(int number) {
    return status("split-" + number, LENGTH, 1);
  }

  private static SchemaFile file(long rows) {
    return new SchemaFile(CifSchema.of(List.of()), rows, List.of(), LENGTH, 0);
  }

  @Test
  void get_givesAFileOnlyByItsPathLengthAndTime() {
    SchemaFile file = file(1);
    cache.put(status("a", LENGTH, 5), file, MANY);
    assertSame(file, cache.get(status("a", LENGTH, 5), MANY));
    assertNull(cache.get(status("a", LENGTH, 6), MANY));
    assertNull(cache.get(status("a", LENGTH + 1, 5), MANY));
    assertNull(cache.get(status("b", LENGTH, 5), MANY));
    assertNull(cache.get(status("a", LENGTH, 5), 0));
  }

  @Test
  void put_replacesWhatWasThereBefore() {
    cache.put(status("a", LENGTH, 5), file(1), MANY);
    cache.put(status("a", LENGTH, 6), file(2), MANY);
    assertNull(cache.get(status("a", LENGTH, 5), MANY));
    assertEquals(2, cache.get(status("a", LENGTH, 6), MANY).rows());
    assertEquals(WEIGHT, cache.bytes());
  }

  @Test
  void put_keepsNoFileThatMayStillBeReplacedWithinItsTime() {
    FileStatus young = status("a", LENGTH, System.currentTimeMillis());
    cache.put(young, file(1), MANY);
    assertNull(cache.get(young, MANY));
    assertEquals(0, cache.bytes());
  }

  @Test
  void put_keepsNoFileOfAnotherLengthThanListed() {
    cache.put(status("a", LENGTH - 1, 5), file(1), MANY);
    assertNull(cache.get(status("a", LENGTH - 1, 5), MANY));
  }

  @Test
  void put_dropsThoseThatWereNotAskedForTheLongest() {
    for (int i = 0; i < 3; i++) {
      cache.put(status(i), file(i), 3 * WEIGHT);
    }
    assertNotNull(cache.get(status(0), MANY));
    cache.put(status(3), file(3), 3 * WEIGHT);
    assertNull(cache.get(status(1), MANY));
    assertNotNull(cache.get(status(0), MANY));
    assertEquals(3 * WEIGHT, cache.bytes());
    cache.put(status(4), file(4), WEIGHT);
    assertEquals(WEIGHT, cache.bytes());
    assertEquals(4, cache.get(status(4), MANY).rows());
    cache.put(status(5), file(5), WEIGHT - 1);
    assertEquals(0, cache.bytes());
  }

  @Test
  void put_ofALimitOfNone_changesNothing() {
    cache.put(status(0), file(0), MANY);
    cache.put(status(1), file(1), 0);
    assertNull(cache.get(status(1), MANY));
    assertNotNull(cache.get(status(0), MANY));
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
      SchemaFile known = cache.get(status(i % 30), MANY);
      assertTrue(known == null || known.rows() == i % 30);
      cache.put(status(i % 30), file(i % 30), 10 * WEIGHT);
    }
  }
}
