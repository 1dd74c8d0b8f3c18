package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.DividedScan;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.scan.TaskScan;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of a task that several threads read are those that one reads, and cost as much. */
class ThreadsTest {
  private static final int ROWS = 3000;
  private static final int THREADS = 4;

  /**
   * Each thread opens its files, reads their footers, and the blocks at a range's ends with their
   * dictionaries.
   */
  private static final Set<String> OF_EACH_THREAD =
      Set.of(
          ScanCounters.VALUES_DECODED,
          ScanCounters.FILES_OPENED,
          ScanCounters.BYTES_READ,
          ScanCounters.BYTES_READ_LOCALLY,
          ScanCounters.BYTES_SKIPPED);

  @TempDir File folder;
  private final Configuration job = new Configuration();
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = new Path(new File(folder, "in").toURI());
    write(input, ROWS, 2);
  }

  private static void write(Path place, int rows, int splits) throws IOException {
    Configuration small = new Configuration();
    small.set("cif.block.rows", "200");
    Crawl.write(small, place, Crawl.rows(rows), splits);
  }

  /** Rows as text, sorted, and counters without those that tell of files. */
  private record Answer(List<String> rows, Map<String, Long> counters) {}

  private static Answer answer(List<String> rows, Map<String, Long> counters) {
    Collections.sort(rows);
    counters.keySet().removeIf(name -> OF_EACH_THREAD.stream().anyMatch(name::endsWith));
    return new Answer(rows, counters);
  }

  private static void expectSame(Configuration job, Path input, String what) throws Exception {
    Answer expected = byOne(job, input);
    Answer found = byThreads(job, input);
    assertEquals(expected.counters, found.counters, what);
    assertTrue(expected.rows.equals(found.rows), what);
  }

  /** Returns the rows of one thread, in its order, or of a thread that decodes ahead of it. */
  private static List<String> rows(Configuration job, Path input, Map<String, Long> counters)
      throws IOException {
    List<String> rows = new ArrayList<>();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {input})) {
      try (TaskScan scan =
          TaskScan.open(
              job, split, (group, name, n) -> counters.merge(name, n, Long::sum), false)) {
        IndexedRecord row = scan.newRecord();
        while (scan.next(row)) {
          rows.add(row.toString());
        }
        assertEquals(1f, scan.progress());
      }
    }
    expectNoThreads();
    return rows;
  }

  private static Answer byOne(Configuration job, Path input) throws IOException {
    Map<String, Long> counters = new HashMap<>();
    return answer(rows(job, input, counters), counters);
  }

  private static Answer byThreads(Configuration job, Path input) throws Exception {
    Configuration threaded = new Configuration(job);
    ScanOptions.setThreads(threaded, THREADS);
    Map<String, Long> counters = new HashMap<>();
    List<String> rows = Collections.synchronizedList(new ArrayList<>());
    for (ColumnSplit split : ColumnSplit.plan(threaded, new Path[] {input})) {
      try (TaskScan scan =
          TaskScan.open(
              threaded, split, (group, name, n) -> counters.merge(name, n, Long::sum), true)) {
        Told told = new Told();
        split.divided().run(told.work(row -> rows.add(row.toString())));
        assertEquals(told.rows, scan.position());
        assertEquals(1f, scan.progress());
      }
    }
    expectNoThreads();
    return answer(rows, counters);
  }

  /** Work of a thread on a row. */
  private interface OfRow {
    void take(IndexedRecord row) throws IOException, InterruptedException;
  }

  /** Counts the rows that Hadoop is told of. */
  private static final class Told {
    private long rows;

    DividedScan.Work work(OfRow ofRow) {
      return new DividedScan.Work() {
        @Override
        public void read(DividedScan.Rows rows) throws IOException, InterruptedException {
          IndexedRecord row = rows.newRecord();
          while (rows.next(row)) {
            ofRow.take(row);
          }
        }

        @Override
        public void tell(long more) {
          rows += more;
        }
      };
    }
  }

  private static void expectNoThreads() {
    List<String> alive =
        Thread.getAllStackTraces().keySet().stream()
            .filter(Thread::isAlive)
            .map(Thread::getName)
            .filter(name -> name.startsWith("cif-map-") || name.startsWith("cif-decode-"))
            .toList();
    assertEquals(List.of(), alive);
  }

  static Stream<String> goldenTables() {
    String[] folders = new File("../testdata/v1").list((dir, name) -> !name.endsWith(".jsonl"));
    return Stream.of(folders).sorted();
  }

  @ParameterizedTest
  @MethodSource("goldenTables")
  void goldenTable_isReadByThreadsAsByOne(String table) throws Exception {
    Path golden = new Path(new File("../testdata/v1", table).getAbsoluteFile().toURI());
    for (String kind : List.of("lazy", "eager")) {
      job.set(ScanOptions.RECORD, kind);
      expectSame(job, golden, kind);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void partsOfSplitDirectories_areReadByThreadsAsByOne(String kind) throws Exception {
    job.set(ScanOptions.RECORD, kind);
    assertEquals(ROWS, byThreads(job, input).rows.size());
    for (String size : List.of("0", "4000", "100000000")) {
      job.set(ScanOptions.SPLIT_SIZE, size);
      expectSame(job, input, size);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void predicates_leaveOutTheSameRows(String kind) throws Exception {
    job.set(ScanOptions.RECORD, kind);
    long first = 1_300_000_000L;
    List<Predicate> predicates =
        List.of(
            Predicate.compare("fetchTime", Op.LT, first + 1),
            Predicate.compare("fetchTime", Op.GE, first + ROWS - 250),
            Predicate.not(Predicate.compare("fetchTime", Op.EQ, first + 700)),
            Predicate.or(
                List.of(
                    Predicate.compare("fetchTime", Op.LT, first + 450),
                    Predicate.compare("fetchTime", Op.GT, first + 2000))),
            Predicate.compare("url", Op.GE, "http://ibm"));
    for (Predicate predicate : predicates) {
      for (boolean filters : new boolean[] {false, true}) {
        ScanOptions.setPredicate(job, predicate, filters);
        assertFalse(byOne(job, input).rows.isEmpty(), predicate::toString);
        expectSame(job, input, predicate.toString());
      }
    }
  }

  @Test
  void columnsThatAreNotAskedFor_stayUnopened() throws Exception {
    ScanOptions.setThreads(job, THREADS);
    Map<String, Long> counters = new HashMap<>();
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    try (TaskScan scan =
        TaskScan.open(job, split, (group, name, n) -> counters.merge(name, n, Long::sum), true)) {
      split.divided().run(new Told().work(row -> ((GenericRecord) row).get("url")));
      assertEquals(ROWS / 2, scan.position());
    }
    assertEquals(ROWS / 2, counters.get("url: rows read"));
    assertEquals(0, counters.get("content: bytes read"));
    assertEquals(4L * ROWS / 2, counters.get(ScanCounters.VALUES_SKIPPED));
    assertTrue(counters.get(ScanCounters.FILES_OPENED) <= THREADS);
  }

  @Test
  void allThreads_getRecordsOfTheirOwn() throws Exception {
    ScanOptions.setThreads(job, THREADS);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    TaskScan.open(job, split, (group, name, n) -> {}, true).close();
    CountDownLatch allAreIn = new CountDownLatch(THREADS);
    Map<Thread, IndexedRecord> records = new ConcurrentHashMap<>();
    Map<Thread, Boolean> waited = new ConcurrentHashMap<>();
    OfRow ofRow =
        row -> {
          records.put(Thread.currentThread(), row);
          if (waited.put(Thread.currentThread(), true) == null) {
            allAreIn.countDown();
            allAreIn.await();
          }
        };
    split.divided().run(new Told().work(ofRow));
    assertEquals(THREADS, records.size());
    Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    distinct.addAll(records.values());
    assertEquals(THREADS, distinct.size());
  }

  @Test
  void firstError_isTheTasksAndEndsTheOthers() throws Exception {
    ScanOptions.setThreads(job, THREADS);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    TaskScan.open(job, split, (group, name, n) -> {}, true).close();
    CountDownLatch othersWait = new CountDownLatch(THREADS - 1);
    CountDownLatch never = new CountDownLatch(1);
    IllegalStateException first = new IllegalStateException("as the test wants it");
    OfRow ofRow =
        row -> {
          if (Thread.currentThread().getName().equals("cif-map-2")) {
            othersWait.await();
            throw first;
          }
          othersWait.countDown();
          never.await();
        };
    AtomicInteger rows = new AtomicInteger();
    OfRow counted =
        row -> {
          rows.incrementAndGet();
          ofRow.take(row);
        };
    assertSame(
        first,
        assertThrows(
            IllegalStateException.class, () -> split.divided().run(new Told().work(counted))));
    expectNoThreads();
    assertEquals(THREADS, rows.get(), "no thread got a second row");
  }

  @Test
  void taskThatIsInterrupted_endsItsThreads() throws Exception {
    ScanOptions.setThreads(job, THREADS);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    TaskScan.open(job, split, (group, name, n) -> {}, true).close();
    Thread task = Thread.currentThread();
    CountDownLatch never = new CountDownLatch(1);
    OfRow ofRow =
        row -> {
          task.interrupt();
          never.await();
        };
    assertThrows(InterruptedException.class, () -> split.divided().run(new Told().work(ofRow)));
    // Another thread may have interrupted it again.
    Thread.interrupted();
    expectNoThreads();
  }

  @Test
  void damageInOneRange_failsTheTask() throws Exception {
    ScanOptions.setThreads(job, THREADS);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    Scans.damage(new File(folder, "in/s0/5-content.col"));
    job.set(ScanOptions.RECORD, "eager");
    TaskScan.open(job, split, (group, name, n) -> {}, true).close();
    CifException e =
        assertThrows(CifException.class, () -> split.divided().run(new Told().work(row -> {})));
    assertTrue(e.getMessage().contains("5-content.col"), e.getMessage());
    expectNoThreads();
  }

  @Test
  void settingsOfThreadsThatDoNotGoTogether_areRefused() throws Exception {
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    job.set(ScanOptions.THREADS, "0");
    refused(split, ScanOptions.THREADS, "1 to 1024");
    job.set(ScanOptions.THREADS, "many");
    refused(split, ScanOptions.THREADS, "many");
    job.set(ScanOptions.THREADS, "2");
    ScanOptions.setDecodeAhead(job, true);
    refused(split, ScanOptions.THREADS, ScanOptions.DECODE_AHEAD);
    job.unset(ScanOptions.THREADS);
    job.set(ScanOptions.RECORD, "lazy");
    refused(split, ScanOptions.DECODE_AHEAD, ScanOptions.RECORD);
  }

  private void refused(ColumnSplit split, String... says) {
    CifException e =
        assertThrows(
            CifException.class, () -> TaskScan.open(job, split, (group, name, n) -> {}, true));
    for (String part : says) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  @Test
  void splitThatNoReaderHasDivided_isRefused() throws Exception {
    ScanOptions.setThreads(job, 2);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    CifException e = assertThrows(CifException.class, () -> DividedScan.of(split));
    assertTrue(e.getMessage().startsWith(ScanOptions.THREADS + " is set"), e.getMessage());
    try (TaskScan scan = TaskScan.open(job, split, (group, name, n) -> {}, true)) {
      assertSame(scan, DividedScan.of(split));
    }
  }

  @Test
  void rowsDecodedAhead_areThoseOfOneThreadInTheirOrder() throws Exception {
    job.set(ScanOptions.RECORD, "eager");
    Map<String, Long> expected = new HashMap<>();
    List<String> rows = rows(job, input, expected);
    ScanOptions.setDecodeAhead(job, true);
    Map<String, Long> counters = new HashMap<>();
    assertEquals(rows, rows(job, input, counters));
    assertEquals(expected, counters);
  }

  @Test
  void closing_stopsTheThreadWhichIsFewBatchesAhead() throws Exception {
    Path many = new Path(new File(folder, "many").toURI());
    write(many, 12_000, 1);
    ScanOptions.setColumns(job, "fetchTime");
    ScanOptions.setDecodeAhead(job, true);
    Map<String, Long> counters = new HashMap<>();
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {many}).get(0);
    try (TaskScan scan =
        TaskScan.open(job, split, (group, name, n) -> counters.merge(name, n, Long::sum), false)) {
      assertTrue(scan.next(scan.newRecord()));
    }
    expectNoThreads();
    long decoded = counters.get(ScanCounters.VALUES_DECODED);
    assertTrue(decoded > 0 && decoded <= 5 * 1024, "decoded " + decoded);
  }

  @Test
  void errorAhead_comesBehindTheRowsBeforeIt() throws Exception {
    Path many = new Path(new File(folder, "many").toURI());
    write(many, 6000, 1);
    Scans.damage(new File(folder, "many/s0/5-content.col"));
    ScanOptions.setColumns(job, "content");
    ScanOptions.setDecodeAhead(job, true);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {many}).get(0);
    int rows = 0;
    try (TaskScan scan = TaskScan.open(job, split, (group, name, n) -> {}, false)) {
      IndexedRecord row = scan.newRecord();
      while (rows < 6000 && nextOrDamage(scan, row)) {
        rows++;
      }
      assertThrows(CifException.class, () -> scan.next(row));
    }
    assertTrue(rows > 0 && rows < 6000, "rows before the damage: " + rows);
    expectNoThreads();
  }

  /** Returns true if there is a row; the damage ends them. */
  private static boolean nextOrDamage(TaskScan scan, IndexedRecord row) throws IOException {
    try {
      assertTrue(scan.next(row), "the scan ended before its damage");
      return true;
    } catch (CifException e) {
      assertTrue(e.getMessage().contains("5-content.col"), e.getMessage());
      return false;
    }
  }
}
