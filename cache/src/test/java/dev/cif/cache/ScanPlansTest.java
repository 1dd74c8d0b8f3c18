package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What plans announce decides what goes first. */
class ScanPlansTest {
  private static final int PAGES = 4;

  private final BufferCache cache = new BufferCache();
  private final ScanPlans plans = new ScanPlans(cache);

  @BeforeEach
  void size() {
    cache.resize(16L * PAGES * LibC.PAGE, 16L * PAGES * LibC.PAGE);
  }

  private static Path path(String name) {
    return new Path("/" + name);
  }

  /** Reads files, one after the other, once each. */
  private void read(String query, String... names) throws java.io.IOException {
    for (String name : names) {
      int bytes = PAGES * LibC.PAGE;
      Entry entry = cache.hold(path(name), new Identity(bytes, 0, 0, ""));
      if (cache.find(entry, 0) == null) {
        BufferCache.Place place = cache.reserve(entry, 0, bytes, bytes);
        place.extent().loaded(NativeMemory.allocate(bytes));
      }
      cache.release(entry, query);
    }
  }

  /** The files in the order in which they go when memory becomes scarce. */
  private List<String> order(String... names) {
    List<String> left = new ArrayList<>(List.of(names));
    List<String> order = new ArrayList<>();
    while (!left.isEmpty()) {
      // One byte too few: one file goes.
      cache.watch(cache.freeMemory() - 1);
      List<String> gone = left.stream().filter(name -> !cache.has(path(name))).toList();
      assertEquals(1, gone.size(), left.toString());
      order.addAll(gone);
      left.removeAll(gone);
    }
    return order;
  }

  @Test
  void filesWhoseReadsAreDone_goFirstAndThoseToBeReadLast() throws Exception {
    plans.announce("q", Map.of(path("once"), 1, path("twice"), 2));
    read("q", "twice", "once");
    read(null, "other");
    assertEquals((long) PAGES * LibC.PAGE, cache.releasableBytes());
    assertEquals(List.of("once", "other", "twice"), order("once", "other", "twice"));
  }

  @Test
  void amongEquals_thatWhichWasNotReadForTheLongestTimeGoesFirst() throws Exception {
    plans.announce("q", Map.of(path("a"), 1, path("b"), 2, path("c"), 1));
    read("q", "b", "a", "c", "b");
    assertEquals(List.of("a", "c", "b"), order("a", "b", "c"));
  }

  @Test
  void fileThatAnotherQueryWillRead_stays() throws Exception {
    plans.announce("q", Map.of(path("a"), 1, path("b"), 1));
    plans.announce("r", Map.of(path("a"), 1));
    read("q", "a", "b");
    assertEquals(List.of("b", "a"), order("a", "b"));
  }

  @Test
  void queryThatEnds_takesItsClaimsAlong() throws Exception {
    plans.announce("q", Map.of(path("a"), 3, path("b"), 1));
    plans.announce("r", Map.of(path("b"), 1));
    read("q", "a");
    read("r", "c", "b");
    assertEquals(0, cache.releasableBytes());
    plans.end("q");
    assertEquals(2L * PAGES * LibC.PAGE, cache.releasableBytes());
    plans.end("q");
    assertEquals(List.of("a", "b", "c"), order("a", "b", "c"));
  }

  @Test
  void fileThatIsAnnouncedAgain_isNoLongerReleasable() throws Exception {
    plans.announce("q", Map.of(path("a"), 1));
    read("q", "a");
    read(null, "b");
    plans.announce("r", Map.of(path("a"), 1));
    assertEquals(0, cache.releasableBytes());
    assertEquals(List.of("b", "a"), order("a", "b"));
  }

  @Test
  void readsThatNobodyAnnounced_changeNothing() throws Exception {
    plans.announce("q", Map.of(path("a"), 1));
    read("r", "a", "b");
    assertEquals(0, cache.releasableBytes());
    assertEquals(List.of("b", "a"), order("a", "b"));
  }

  @Test
  void countsBelowOne_areRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> plans.announce("q", Map.of(path("a"), 0)));
    assertTrue(e.getMessage().contains("/a"), e.getMessage());
  }

  @Test
  void plansOfTheProcess_areThereWhereTheCacheIs() {
    ScanPlans.shared().end("none");
  }
}
