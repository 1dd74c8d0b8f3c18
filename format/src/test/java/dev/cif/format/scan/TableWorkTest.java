package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CountingFiles;
import dev.cif.format.LocalFiles;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.SplitFinder.Root;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Few of many small split-directories are opened, and the work of the others is told well. */
class TableWorkTest {
  private static final ReadOptions NO_CACHE = ReadOptions.UNCACHED;
  private static final long SMALL = 1 << 20;
  private static final int MANY = TableWork.SAMPLE + 50;

  @TempDir java.nio.file.Path folder;
  private CountingFiles fs;

  @BeforeEach
  void open() throws IOException {
    fs = new CountingFiles(LocalFiles.fs(), false);
  }

  private void write(String name, int rows) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n", "text"), List.of(CifType.BIGINT, CifType.STRING));
    Path split = new Path(folder.resolve(name).toUri());
    Random random = new Random(1);
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < rows; row++) {
        ((LongVector) writer.column(0)).append(row);
        byte[] text = Long.toHexString(random.nextLong()).getBytes(StandardCharsets.US_ASCII);
        ((BytesVector) writer.column(1)).append(text, 0, text.length);
        writer.endRow();
      }
    }
  }

  private void write(int splits, int rows) throws IOException {
    for (int i = 0; i < splits; i++) {
      write(String.format("%06d_0", i), rows);
    }
  }

  private List<SplitWork> work(long small, Integer... columns) throws IOException {
    Path root = new Path(folder.toUri());
    List<FoundSplit> found = SplitFinder.find(List.of(new Root(fs, root)), NO_CACHE);
    fs.reset();
    return TableWork.of(
        found, NO_CACHE, small, TableColumns.STORED, split -> List.of(columns), null);
  }

  private static boolean isOpened(SplitWork work) {
    return work.rows() != PlannedSplit.UNKNOWN;
  }

  @Test
  void work_ofManySmallSplits_opensSome_andEstimatesTheOthers() throws IOException {
    write(MANY, 100);
    List<SplitWork> works = work(SMALL, 1);
    assertEquals(TableWork.ALIKE, fs.opened.size());
    assertEquals(TableWork.ALIKE, works.stream().filter(TableWorkTest::isOpened).count());
    assertEquals(
        IntStream.range(0, MANY).mapToObj(i -> String.format("%06d_0", i)).toList(),
        works.stream().map(work -> work.directory().getName()).toList());
    SplitWork opened = works.stream().filter(TableWorkTest::isOpened).findFirst().orElseThrow();
    SplitWork other = works.stream().filter(w -> !isOpened(w)).findFirst().orElseThrow();
    assertEquals(opened.length(), other.length());
    assertEquals(opened.rawBytes(), other.rawBytes());
    assertEquals(opened.rawBytes(), other.chosenBytes());
    assertEquals("2-text.col", other.largest());
    PlannedSplit whole = other.divide(1).get(0);
    assertEquals(1, other.divide(1).size());
    assertEquals(
        List.of(0L, PlannedSplit.UNKNOWN, PlannedSplit.UNKNOWN),
        List.of(whole.from(), whole.to(), whole.rows()));
  }

  private List<Long> chosen(Predicate condition) throws IOException {
    Path root = new Path(folder.toUri());
    List<FoundSplit> found = SplitFinder.find(List.of(new Root(fs, root)), NO_CACHE);
    fs.reset();
    List<SplitWork> works =
        TableWork.of(
            found,
            NO_CACHE,
            SMALL,
            TableColumns.STORED,
            split -> List.of(0),
            split -> SummaryPruner.mayMatch(split, condition, ColumnTypes.STORED));
    assertEquals(found.size(), fs.opened.size(), "schema files alone");
    return works.stream().map(work -> work.chosen().count()).toList();
  }

  @Test
  void work_ofAConditionThatNoRowSatisfies_isNone() throws IOException {
    write("000000_0", 100);
    write("000001_0", 3_000);
    assertEquals(List.of(0L, 3_000L), chosen(Predicate.compare("n", Op.EQ, 100L)));
    assertEquals(List.of(0L, 0L), chosen(Predicate.compare("n", Op.EQ, 3_000L)));
    assertEquals(List.of(100L, 3_000L), chosen(Predicate.compare("n", Op.LT, 50L)));
    assertEquals(List.of(0L, 0L), chosen(Predicate.isNull("n")));
    assertEquals(List.of(0L, 0L), chosen(Predicate.compare("missing", Op.NE, 1L)));
    assertTrue(chosen(Predicate.compare("text", Op.LT, "0")).stream().allMatch(rows -> rows == 0));
    assertFalse(SummaryPruner.isOfUse(Predicate.not(Predicate.isNull("n"))));
  }

  @Test
  void work_ofUnlikeSplits_opensMore() throws IOException {
    write(MANY, 100);
    write("000000_0x", 1);
    write("-", 2_000);
    work(SMALL, 0);
    assertEquals(TableWork.SAMPLE, fs.opened.size());
  }

  @Test
  void work_ofNoColumns_isNone() throws IOException {
    write(MANY, 100);
    for (SplitWork work : work(SMALL)) {
      assertEquals(List.of(0L, 0L), List.of(work.length(), work.rawBytes()));
      assertEquals("2-text.col", work.largest());
    }
  }

  @Test
  void work_ofFewSplits_opensAll() throws IOException {
    write(TableWork.SAMPLE, 10);
    assertTrue(work(SMALL, 0, 1).stream().allMatch(TableWorkTest::isOpened));
  }

  @Test
  void work_ofLargeSplitsAmongSmall_opensThem() throws IOException {
    write(MANY, 10);
    write("large", 40_000);
    List<SplitWork> works = work(SMALL / 8, 0, 1);
    assertEquals(TableWork.ALIKE + 1, fs.opened.size());
    assertEquals(40_000, works.get(MANY).rows());
  }

  @Test
  void work_thatIsMuchBeforeEncoding_opensAll() throws IOException {
    write(MANY, 1000);
    SplitWork one = work(0, 0, 1).get(0);
    assertTrue(one.rawBytes() > one.length() + 1000, one::toString);
    assertFalse(work(one.rawBytes(), 0, 1).stream().allMatch(TableWorkTest::isOpened));
    assertTrue(work(one.rawBytes() - 1, 0, 1).stream().allMatch(TableWorkTest::isOpened));
  }

  @Test
  void work_ofASplitWithoutRowsThatAreLeft_isNone() throws IOException {
    write(3, 10);
    Path table = new Path(folder.toUri());
    try (TableChange change =
        TableChange.begin(
            LocalFiles.fs(), table, TableChange.newId(), List.of(TableChange.ROWS), List.of())) {
      try (SplitReader split = SplitReader.open(LocalFiles.fs(), new Path(table, "000001_0"))) {
        SplitDelete delete = SplitDelete.of(split, List.of());
        for (int row = 0; row < 10; row++) {
          delete.delete(row);
        }
        delete.addTo(LocalFiles.fs(), change);
      }
      change.commit();
    }
    assertEquals(
        List.of(1, 0, 1),
        work(SMALL, 0, 1).stream().map(work -> work.divide(1 << 20).size()).toList());
  }

  @Test
  void split_thatIsRemovedMeanwhile_isAnErrorThatNamesIt() throws IOException {
    write(3, 10);
    Path root = new Path(folder.toUri());
    List<FoundSplit> found = SplitFinder.find(List.of(new Root(fs, root)), NO_CACHE);
    Files.delete(folder.resolve("000001_0/schema.cif"));
    CifException e =
        assertThrows(
            CifException.class,
            () ->
                TableWork.of(
                    found, NO_CACHE, SMALL, TableColumns.STORED, split -> List.of(0), null));
    assertTrue(e.getMessage().contains("000001_0: no split-directory"), e.getMessage());
  }
}
