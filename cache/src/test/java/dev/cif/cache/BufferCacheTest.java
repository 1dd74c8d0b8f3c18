package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Tests eviction: which entries go, which stay, and that their memory returns to the system. */
class BufferCacheTest {
  private static final long MEGABYTE = 1 << 20;

  private final BufferCache cache = new BufferCache();

  private static Identity identity(int length) {
    return new Identity(length, 0, 0, "");
  }

  /** Fills an entry of {@code bytes} bytes, and still holds it. */
  private Entry hold(String name, int bytes) throws IOException {
    Entry entry = cache.hold(new Path("/" + name), identity(bytes));
    BufferCache.Place place = cache.reserve(entry, 0, bytes, bytes);
    NativeMemory memory = NativeMemory.allocate(place.extent().bytes());
    byte[] page = new byte[LibC.PAGE];
    for (long at = 0; at < memory.bytes(); at += page.length) {
      memory.write(at, page, 0, page.length);
    }
    place.extent().loaded(memory);
    return entry;
  }

  private void fill(String name, int bytes) throws IOException {
    cache.release(hold(name, bytes));
  }

  private boolean has(String name, int bytes) {
    Entry entry = cache.hold(new Path("/" + name), identity(bytes));
    try {
      return cache.find(entry, 0) != null;
    } finally {
      cache.release(entry);
    }
  }

  private static long resident() throws IOException {
    return Files.readAllLines(java.nio.file.Path.of("/proc/self/status"), StandardCharsets.UTF_8)
        .stream()
        .filter(line -> line.startsWith("RssAnon:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .sum();
  }

  @Test
  void evictedMemory_isTheSystemsAgainAtOnce() throws IOException {
    int bytes = 128 << 20;
    cache.resize(bytes, 0);
    fill("a", bytes);
    long before = resident();
    cache.resize(0, 0);
    long after = resident();
    assertTrue(before - after > bytes * 3L / 4, before + " bytes, then " + after);
    assertEquals(0, cache.bytes());
  }

  @Test
  void freedMemory_isNotMapped() throws IOException {
    NativeMemory memory = NativeMemory.allocate(NativeMemory.pages(MEGABYTE));
    assertTrue(Mincore.isMapped(memory.pointer(0, memory.bytes()), memory.bytes()));
    var at = memory.pointer(0, memory.bytes());
    memory.free();
    assertFalse(Mincore.isMapped(at, memory.bytes()));
  }

  @Test
  void fileThatWasNotOpenedForTheLongestTime_goesFirst() throws IOException {
    cache.resize(3 * MEGABYTE, 0);
    fill("a", (int) MEGABYTE);
    fill("b", (int) MEGABYTE);
    fill("c", (int) MEGABYTE);
    assertTrue(has("a", (int) MEGABYTE));
    fill("d", (int) MEGABYTE);
    assertFalse(has("b", (int) MEGABYTE));
    assertTrue(has("a", (int) MEGABYTE) && has("c", (int) MEGABYTE) && has("d", (int) MEGABYTE));
    assertEquals(3 * MEGABYTE, cache.bytes());
    assertEquals(1, cache.counters().evictions.sum());
  }

  @Test
  void heldFile_stays() throws IOException {
    cache.resize(2 * MEGABYTE, 0);
    Entry held = hold("a", (int) MEGABYTE);
    fill("b", (int) MEGABYTE);
    fill("c", (int) MEGABYTE);
    assertFalse(has("b", (int) MEGABYTE));
    cache.resize(0, 0);
    assertEquals(MEGABYTE, cache.bytes());
    assertNotNull(cache.find(held, 0));
    assertNull(cache.reserve(held, MEGABYTE, MEGABYTE + 1, MEGABYTE + 1));
    cache.release(held);
    assertEquals(0, cache.bytes());
  }

  @Test
  void placeThatAnotherLoads_isWaitedFor() throws Exception {
    cache.resize(2 * MEGABYTE, 0);
    Entry entry = cache.hold(new Path("/a"), identity((int) MEGABYTE));
    BufferCache.Place place = cache.reserve(entry, 0, 10, MEGABYTE);
    BufferCache.Place second = cache.reserve(entry, 5, 10, 10);
    assertTrue(place.isNew());
    assertFalse(second.isNew());
    CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(second.extent()::awaitLoaded);
    cache.abandon(entry, place.extent());
    assertFalse(waits.get());
    assertNull(cache.find(entry, 5));
    cache.release(entry);
    assertEquals(0, cache.bytes());
  }

  @Test
  void placesOfAFile_dontOverlap() throws IOException {
    cache.resize(2 * MEGABYTE, 0);
    Entry entry = hold("a", 100);
    BufferCache.Place behind = cache.reserve(entry, 200, 300, 300);
    BufferCache.Place between = cache.reserve(entry, 100, 300, 1000);
    assertEquals(300, behind.extent().end());
    assertEquals(200, between.extent().end());
    cache.abandon(entry, behind.extent());
    cache.abandon(entry, between.extent());
    cache.release(entry);
  }

  private static Path file(String directory) {
    return new Path("/" + directory, "1-n.col");
  }

  private void open(String query, String directory) {
    cache.open(query, new Path("/" + directory), Map.of(file(directory), 2L));
  }

  private void close(String query, String directory) {
    cache.close(query, new Path("/" + directory), Map.of(file(directory), 1L));
  }

  @Test
  void fileWithScansToCome_makesRoomOnlyForOneThatIsScannedSooner() throws IOException {
    cache.resize(2 * MEGABYTE, 0);
    Scans twice = new Scans(Map.of("n", 2));
    for (String query : List.of("q", "p")) {
      cache.begin(query);
      cache.plan(query, new Path("/"), twice);
    }
    for (String split : List.of("a", "b")) {
      open("q", split);
      fill(split + "/1-n.col", (int) MEGABYTE);
      close("q", split);
    }
    open("p", "b");
    open("q", "c");
    Entry other = cache.hold(new Path("/d/2-w.col"), identity((int) MEGABYTE));
    assertNull(cache.reserve(other, 0, MEGABYTE, MEGABYTE), "nobody will scan it");
    cache.release(other);
    // "p" will scan it next, "b" behind all others, and "q" will begin again with "a".
    fill("c/1-n.col", (int) MEGABYTE);
    assertFalse(has("b/1-n.col", (int) MEGABYTE));
    assertTrue(has("a/1-n.col", (int) MEGABYTE) && has("c/1-n.col", (int) MEGABYTE));
    close("q", "c");
    close("p", "b");
    cache.end("p");
    // For "q" alone, "c" is the farthest, and the file being read will not be read sooner.
    open("q", "d");
    Entry last = cache.hold(file("d"), identity((int) MEGABYTE));
    assertNull(cache.reserve(last, 0, MEGABYTE, MEGABYTE));
    cache.release(last);
    cache.end("q");
    fill("d/1-n.col", (int) MEGABYTE);
    assertFalse(has("a/1-n.col", (int) MEGABYTE));
    assertTrue(has("c/1-n.col", (int) MEGABYTE));
  }

  @Test
  void lackOfMemory_takesWhatNobodyHolds() throws IOException {
    cache.resize(10 * MEGABYTE, 4 * MEGABYTE);
    Entry held = hold("a", (int) MEGABYTE);
    fill("b", (int) MEGABYTE);
    fill("c", (int) MEGABYTE);
    fill("d", (int) MEGABYTE);
    cache.watch(5 * MEGABYTE);
    assertEquals(4 * MEGABYTE, cache.bytes());
    cache.watch(3 * MEGABYTE + 1);
    assertFalse(has("b", (int) MEGABYTE));
    assertEquals(3 * MEGABYTE, cache.bytes());
    assertTrue(cache.isPressed());
    // It may not grow, but may take another file in place of one.
    fill("e", (int) MEGABYTE);
    assertEquals(3 * MEGABYTE, cache.bytes());
    cache.watch(0);
    assertEquals(MEGABYTE, cache.bytes());
    assertNull(cache.reserve(held, MEGABYTE, MEGABYTE + 1, MEGABYTE + 1));
    cache.watch(4 * MEGABYTE);
    assertFalse(cache.isPressed());
    assertTrue(cache.reserve(held, MEGABYTE, MEGABYTE + 1, MEGABYTE + 1).isNew());
    assertEquals(2, cache.counters().pressures.sum());
    assertEquals(3 * MEGABYTE, cache.counters().bytesGivenBack.sum());
  }

  @Test
  void lackThatIsNoLongerAskedFor_isOver() throws IOException {
    cache.resize(2 * MEGABYTE, 4 * MEGABYTE);
    cache.watch(0);
    assertTrue(cache.isPressed());
    cache.resize(2 * MEGABYTE, 0);
    assertFalse(cache.isPressed());
    fill("a", (int) MEGABYTE);
    assertEquals(MEGABYTE, cache.bytes());
  }

  @Test
  void memoryThatIsNotThere_isAnError() {
    assertThrows(IOException.class, () -> NativeMemory.allocate(1L << 56));
  }
}
