package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that plans decide which files are evicted first. */
class ScanPlansTest {
  private static final int BYTES = 4 * LibC.PAGE;

  @TempDir static java.nio.file.Path folder;
  private static FileSystem fs;

  private final BufferCache cache = new BufferCache();
  private final ScanPlans plans = new ScanPlans(cache);

  @BeforeAll
  static void write() throws IOException {
    fs = TestFiles.near();
    TestSplit.write(folder.resolve("t/a"), 1);
    TestSplit.write(folder.resolve("t/b"), 2);
    TestSplit.write(folder.resolve("t/c"), 3);
  }

  @BeforeEach
  void size() {
    cache.resize(16L * BYTES, 16L * BYTES);
  }

  private static Path table() {
    return fs.makeQualified(new Path(folder.resolve("t").toString()));
  }

  /** A column file: {@code an} is that of column {@code n} in split-directory {@code a}. */
  private static Path file(String name) {
    String column = name.endsWith("n") ? "1-n.col" : "2-w.col";
    return new Path(new Path(table(), name.substring(0, 1)), column);
  }

  private static Scans scans(int n, int w) {
    return new Scans(Map.of("n", n, "w", w));
  }

  /** Has the cache hold files; those that are opened last go last among equals. */
  private void cached(String... names) throws IOException {
    for (String name : names) {
      Entry entry = cache.hold(file(name), new Identity(BYTES, 0, 0, ""));
      if (cache.find(entry, 0) == null) {
        BufferCache.Place place = cache.reserve(entry, 0, BYTES, BYTES);
        place.extent().loaded(NativeMemory.allocate(BYTES));
      }
      cache.release(entry);
    }
  }

  /** Reads rows of a split-directory for a query whose plan is as told. */
  private void read(String query, Scans told, String split, int rows, String... columns)
      throws IOException {
    begin(query, told, split, rows, columns).close();
  }

  private ScanPlans.Reading begin(
      String query, Scans told, String split, int rows, String... columns) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, new Path(table(), split))) {
      ScanPlans.Reading reading = plans.opened(query, told, fs, reader, List.of(columns));
      reading.passed(rows);
      return reading;
    }
  }

  private void plan(String query, Scans scans) {
    plans.begin(query);
    plans.planned(query, table(), scans);
  }

  private int releasable() {
    return (int) (cache.releasableBytes() / BYTES);
  }

  private int claimed() {
    return (int) (cache.claimedBytes() / BYTES);
  }

  /** The files in the order in which they go when memory becomes scarce. */
  private List<String> order(String... names) {
    List<String> left = new ArrayList<>(List.of(names));
    List<String> order = new ArrayList<>();
    while (!left.isEmpty()) {
      // One byte too few: one file goes.
      cache.watch(cache.freeMemory() - 1);
      List<String> gone = left.stream().filter(name -> !cache.has(file(name))).toList();
      assertEquals(1, gone.size(), left.toString());
      order.addAll(gone);
      left.removeAll(gone);
    }
    return order;
  }

  @Test
  void filesWhoseScansAreDone_goFirstAndThoseToBeScannedLast() throws Exception {
    plan("q", scans(1, 2));
    cached("aw", "an", "bn");
    read("q", null, "a", TestSplit.ROWS, "n", "w");
    assertEquals(1, releasable());
    assertEquals(2, claimed());
    assertEquals(List.of("an", "aw", "bn"), order("an", "aw", "bn"));
  }

  @Test
  void filesThatNoPlanNames_goBetween() throws Exception {
    plan("q", new Scans(Map.of("n", 1)));
    cached("bn", "an", "aw");
    read("q", null, "a", TestSplit.ROWS, "n");
    assertEquals(List.of("an", "aw", "bn"), order("an", "aw", "bn"));
  }

  @Test
  void partsOfASplitDirectory_areOneScanTogether() throws Exception {
    plan("q", scans(2, 1));
    cached("an");
    read("q", null, "a", 60_000, "n", "w");
    read("q", null, "a", 60_000, "n", "w");
    assertEquals(0, releasable());
    read("q", null, "a", 40_000, "n", "w");
    assertEquals(0, releasable());
    read("q", null, "a", 40_000, "n", "w");
    assertEquals(1, releasable());
  }

  @Test
  void ofFilesToBeScanned_thatWhichIsScannedLatestGoesFirst() throws Exception {
    plan("q", new Scans(Map.of("n", 2)));
    for (String split : List.of("a", "b", "c")) {
      cached(split + "n");
      read("q", null, split, TestSplit.ROWS, "n");
    }
    assertEquals(List.of("cn", "bn", "an"), order("an", "bn", "cn"));
  }

  @Test
  void ofSeveralQueries_theOneCounts_thatScansItFirst() throws Exception {
    plan("q", new Scans(Map.of("n", 2)));
    plan("r", new Scans(Map.of("n", 2)));
    for (String split : List.of("a", "b", "c")) {
      cached(split + "n");
      read("q", null, split, TestSplit.ROWS, "n");
    }
    // "q" goes on with "a"; "r" is in "a" now, and goes on with "b".
    ScanPlans.Reading reading = begin("r", null, "a", 0, "n");
    assertEquals(List.of("cn", "an", "bn"), order("an", "bn", "cn"));
    reading.close();
  }

  @Test
  void amongEquals_thatWhichWasNotReadForTheLongestTimeGoesFirst() throws Exception {
    plan("q", scans(1, 1));
    cached("bw", "an", "bn", "aw");
    read("q", null, "a", TestSplit.ROWS, "n", "w");
    read("q", null, "b", TestSplit.ROWS, "n", "w");
    assertEquals(List.of("bw", "an", "bn", "aw"), order("an", "aw", "bn", "bw"));
  }

  @Test
  void fileThatAnotherQueryWillScan_stays() throws Exception {
    plan("q", scans(1, 1));
    plan("r", new Scans(Map.of("n", 1)));
    cached("an", "aw");
    read("q", null, "a", TestSplit.ROWS, "n", "w");
    assertEquals(1, releasable());
    assertEquals(List.of("aw", "an"), order("an", "aw"));
  }

  @Test
  void queryThatEnds_takesItsClaimsAlong() throws Exception {
    plan("q", scans(3, 1));
    plan("r", new Scans(Map.of("n", 1)));
    cached("an", "aw", "bw");
    read("q", null, "a", TestSplit.ROWS, "n");
    assertEquals(0, releasable());
    assertEquals(3, claimed());
    plans.end("q");
    assertEquals(2, releasable());
    assertEquals(1, claimed());
    plans.end("r");
    plans.end("r");
    assertEquals(3, releasable());
    assertEquals(0, cache.queries());
  }

  @Test
  void readersOfAQueryThatHasEnded_claimNothing() throws Exception {
    plan("q", scans(2, 2));
    cached("an");
    ScanPlans.Reading late = begin("q", null, "a", TestSplit.ROWS, "n");
    plans.end("q");
    read("q", scans(2, 2), "a", 1, "n");
    late.close();
    plans.planned("q", table(), scans(1, 1));
    assertEquals(0, cache.queries());
    assertEquals(1, releasable());
    plan("q", scans(1, 1));
    assertEquals(1, claimed());
  }

  @Test
  void fileThatIsPlannedAgain_isNoLongerReleasable() throws Exception {
    plan("q", scans(1, 1));
    cached("an");
    read("q", null, "a", TestSplit.ROWS, "n");
    cached("bn");
    plans.end("q");
    assertEquals(2, releasable());
    plan("r", scans(1, 1));
    assertEquals(0, releasable());
    assertEquals(2, claimed());
  }

  @Test
  void readsThatNobodyPlanned_changeNothing() throws Exception {
    plan("q", new Scans(Map.of("n", 1)));
    cached("an", "aw");
    read("r", null, "a", TestSplit.ROWS, "n", "w");
    read("q", null, "a", TestSplit.ROWS, "w");
    assertEquals(0, releasable());
    assertEquals(1, claimed());
    assertEquals(List.of("aw", "an"), order("an", "aw"));
  }

  @Test
  void queryThatNobodyEnds_endsWhenAnotherBeginsToRead() throws Exception {
    cached("an", "aw");
    read("q", scans(2, 1), "a", TestSplit.ROWS, "n", "w");
    assertEquals(1, releasable());
    assertEquals(1, claimed());
    ScanPlans.Reading open = begin("q", scans(2, 1), "a", 0, "n");
    read("r", scans(1, 1), "b", TestSplit.ROWS, "n", "w");
    assertEquals(2, cache.queries());
    assertEquals(1, claimed());
    open.close();
    read("r", scans(1, 1), "b", 0, "n");
    assertEquals(1, cache.queries());
    assertEquals(2, releasable());
    plans.begin("s");
    read("t", scans(1, 1), "a", 0, "n");
    assertEquals(2, cache.queries());
  }

  @Test
  void closestFolder_tellsTheScans() throws Exception {
    plan("q", scans(1, 1));
    plans.planned("q", new Path(table(), "a"), scans(2, 1));
    cached("an", "bn");
    read("q", scans(9, 9), "a", TestSplit.ROWS, "n");
    read("q", scans(9, 9), "b", TestSplit.ROWS, "n");
    assertEquals(1, releasable());
    read("q", null, "a", TestSplit.ROWS, "n");
    assertEquals(2, releasable());
  }

  @Test
  void scans_areWrittenAndAdded() {
    Scans scans = Scans.once(List.of("B", "a=1&b", "${c}")).plus(new Scans(Map.of("b", 2)));
    assertEquals(Map.of("b", 3, "a=1&b", 1, "${c}", 1), scans.times());
    assertEquals("%24%7Bc%7D=1&a%3D1%26b=1&b=3", scans.toString());
    assertEquals(scans.times(), Scans.parse(scans.toString()).times());
    assertEquals(Map.of(), Scans.parse("").times());
    assertEquals(3, scans.most(new Scans(Map.of("b", 2))).times().get("b"));
    for (String wrong : List.of("b", "b=", "b=x", "b=1&", "b=0")) {
      assertThrows(IllegalArgumentException.class, () -> Scans.parse(wrong), wrong);
    }
  }

  @Test
  void countsBelowOne_areRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new Scans(Map.of("n", 0)));
    assertTrue(e.getMessage().contains("n is scanned 0 times"), e.getMessage());
  }

  @Test
  void filesOfColumns_areKnownByTheirNames() {
    String cut = "x".repeat(64);
    Scans scans = Scans.once(List.of("Größe", "a", "x".repeat(70)));
    for (String file : List.of("1-gr__e.col", "2-a.col", "2-a.g3.col", "7-group.col")) {
      assertTrue(scans.mayBeIn(file), file);
    }
    assertTrue(scans.mayBeIn("3-" + cut + ".col"));
    assertTrue(!scans.mayBeIn("2-b.col") && !scans.mayBeIn("2-aa.col") && !scans.mayBeIn("2-.col"));
  }

  @Test
  void jobWithoutTheCache_hasNoPlans() {
    assertNull(ScanPlans.of(new Configuration(false)));
  }
}
