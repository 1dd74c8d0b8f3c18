package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.TimestampValue;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.PredicateJson;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predicates on the job: what is pruned, what is filtered, and which split-directories go out. */
class PredicateTest {
  private static final int ROWS = 1000;
  private static final int SPLITS = 4;
  private static final long FIRST = 1_300_000_000L;

  @TempDir File folder;
  private final Configuration job = new Configuration();
  private final Map<String, Long> counters = new HashMap<>();
  private Path input;
  private List<GenericRecord> rows;

  @BeforeEach
  void write() throws IOException {
    Configuration options = new Configuration();
    options.set("cif.block.rows", "50");
    input = new Path(new File(folder, "in").toURI());
    rows = Crawl.rows(ROWS);
    Crawl.write(options, input, rows, SPLITS);
  }

  private static Predicate time(Op op, long offset) {
    return Predicate.compare("fetchTime", op, FIRST + offset);
  }

  private List<Long> times() throws IOException {
    counters.clear();
    return Scans.read(job, input, counters).stream()
        .map(r -> (Long) r.get(r.getSchema().getField("fetchTime").pos()) - FIRST)
        .toList();
  }

  @Test
  void splitDirectoriesAndBlocksThatCannotMatchAreLeftOut() throws IOException {
    ScanOptions.setPredicate(job, time(Op.LT, 60), false);
    assertEquals(1, ColumnSplit.plan(job, new Path[] {input}).size());
    // Two blocks of 50 rows may have times below 60; they come whole.
    assertEquals(100, times().size());
    assertEquals(150, counters.get(ScanCounters.ROWS_PRUNED));
    assertEquals(100, counters.get(ScanCounters.ROWS));
  }

  @Test
  void blocksWithoutAKeyByItsFilterAreLeftOut() throws IOException {
    Configuration options = new Configuration();
    options.set("cif.block.rows", "50");
    options.set("cif.filters", "url");
    Path keyed = new Path(new File(folder, "keyed").toURI());
    Crawl.write(options, keyed, rows, SPLITS);
    Object url = rows.get(333).get("url");
    ScanOptions.setPredicate(job, Predicate.compare("url", Op.EQ, url), true);
    List<IndexedRecord> with = Scans.read(job, keyed, counters);
    long pruned = counters.get(ScanCounters.ROWS_PRUNED);
    job.setBoolean("cif.read.filters", false);
    Map<String, Long> without = new HashMap<>();
    assertEquals(Scans.read(job, keyed, without).toString(), with.toString());
    assertEquals(1, with.size());
    // A filter lets through one key in some hundreds that its block has not.
    assertTrue(pruned >= without.get(ScanCounters.ROWS_PRUNED) + 100, counters + " " + without);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void rowsAreFilteredIfAsked(String kind) throws IOException {
    job.set(ScanOptions.RECORD, kind);
    Predicate between = Predicate.between("fetchTime", FIRST + 240, FIRST + 260);
    Predicate odd = Predicate.not(Predicate.in("url", List.of(rows.get(250).get("url"))));
    ScanOptions.setPredicate(job, Predicate.and(List.of(between, odd)), true);
    List<Long> times = times();
    assertEquals(20, times.size());
    assertTrue(times.get(0) == 240 && !times.contains(250L) && times.get(19) == 260);
  }

  @Test
  void filterOnAColumnThatIsNotReadWorks() throws IOException {
    ScanOptions.setColumns(job, "url");
    ScanOptions.setPredicate(job, time(Op.EQ, 7), true);
    List<IndexedRecord> read = Scans.read(job, input);
    assertEquals(1, read.size());
    assertEquals(rows.get(7).get("url"), read.get(0).get(0).toString());
  }

  @Test
  void unknownColumnsAndLiteralsThatCannotBeComparedAreErrors() {
    ScanOptions.setPredicate(job, Predicate.isNull("colour"), false);
    CifException e = assertThrows(CifException.class, this::times);
    assertTrue(e.getMessage().contains("[colour]"), e.getMessage());
    ScanOptions.setPredicate(job, Predicate.compare("fetchTime", Op.EQ, "noon"), true);
    e = assertThrows(CifException.class, this::times);
    assertTrue(e.getMessage().contains("noon") && e.getMessage().contains("fetchTime"));
    ScanOptions.setPredicate(job, Predicate.unknown(), true);
    assertThrows(CifException.class, this::times);
  }

  @Test
  void everyPredicateSurvivesTheJobsConfiguration() {
    List<Predicate> all =
        List.of(
            Predicate.compare("a", Op.EQ_NULLSAFE, null),
            Predicate.compare("a", Op.GE, -1.5),
            Predicate.compare("a", Op.NE, Double.NaN),
            Predicate.compare("a", Op.LT, new BigDecimal("1.20")),
            Predicate.compare("a", Op.LE, new TimestampValue(-1, 999_999_999)),
            Predicate.compare("a", Op.GT, true),
            Predicate.in("b", List.of(1L, "x'\"", 2L)),
            Predicate.between("c d", "a", "ü"),
            Predicate.like(
                new ColumnPath(
                    "m['k'].f[2]",
                    "m",
                    List.of(new Step.Key("k"), new Step.Field("f"), new Step.Index(2))),
                "a%\\_"),
            new Predicate.CompareColumns(ColumnPath.of("a"), Op.LT, ColumnPath.of("b")),
            Predicate.not(Predicate.isNull("e")),
            Predicate.or(
                List.of(Predicate.and(List.of()), new Predicate.Null(), Predicate.unknown())));
    for (Predicate predicate : all) {
      assertEquals(predicate, PredicateJson.read(PredicateJson.write(predicate)));
    }
    byte[] bytes = {0, -1};
    Predicate ofBytes =
        PredicateJson.read(PredicateJson.write(Predicate.compare("a", Op.EQ, bytes)));
    assertTrue(Arrays.equals(bytes, (byte[]) ((Predicate.Compare) ofBytes).literal()));
  }

  @Test
  void tasksGetSeveralSplitDirectoriesIfAsked() throws IOException {
    assertEquals(SPLITS, ColumnSplit.plan(job, new Path[] {input}).size());
    ScanOptions.setSplitSize(job, Long.MAX_VALUE);
    List<ColumnSplit> one = ColumnSplit.plan(job, new Path[] {input});
    assertEquals(1, one.size());
    assertEquals(SPLITS, one.get(0).directories().size());
    List<Long> times = times();
    assertEquals(ROWS, times.size());
    assertEquals(ROWS - 1L, times.get(ROWS - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void tasksGetPartsOfLargeSplitDirectoriesIfAsked(String kind) throws IOException {
    job.set(ScanOptions.RECORD, kind);
    List<Long> all = times();
    ScanOptions.setSplitSize(job, ColumnSplit.plan(job, new Path[] {input}).get(0).getLength() / 3);
    List<ColumnSplit> parts = ColumnSplit.plan(job, new Path[] {input});
    assertTrue(parts.size() >= 3 * SPLITS && parts.size() <= 5 * SPLITS, parts::toString);
    assertEquals(all, times());
    assertEquals(ROWS, counters.get(ScanCounters.ROWS));
    ScanOptions.setPredicate(job, Predicate.between("fetchTime", FIRST + 130, FIRST + 520), true);
    assertTrue(ColumnSplit.plan(job, new Path[] {input}).size() < parts.size());
    List<Long> times = times();
    assertEquals(391, times.size());
    assertEquals(List.of(130L, 520L), List.of(times.get(0), times.get(390)));
  }

  @Test
  void splitDirectoryThatWasReplacedIsRefused() throws IOException {
    List<ColumnSplit> planned = ColumnSplit.plan(job, new Path[] {input});
    Configuration options = new Configuration();
    input.getFileSystem(job).delete(input, true);
    Crawl.write(options, input, rows.subList(0, ROWS / 2), SPLITS);
    ColumnScan scan = ColumnScan.open(job, planned.get(0), (group, name, n) -> {});
    CifException e = assertThrows(CifException.class, () -> scan.next(scan.newRecord()));
    assertTrue(e.getMessage().contains("125 rows, and had 250 when"), e.getMessage());
  }
}
