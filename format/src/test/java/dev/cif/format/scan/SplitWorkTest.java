package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.BlockHosts;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reading of a split-directory is divided among tasks. */
class SplitWorkTest {
  private static final Path DIRECTORY = new Path("/t/split-00000");

  @TempDir java.nio.file.Path folder;

  private static SplitWork work(long rows, long length, long rawBytes) {
    return new SplitWork(
        DIRECTORY, Snapshot.NONE, rows, RowRanges.all(rows), 0, length, rawBytes, null, List.of());
  }

  @Property
  void parts_areAllRowsOnce_andAllBytes(
      @ForAll @LongRange(min = 1, max = 1L << 40) long rows,
      @ForAll @LongRange(min = 0, max = 1L << 50) long length,
      @ForAll @LongRange(min = 0, max = 1L << 50) long rawBytes,
      @ForAll @LongRange(min = 1, max = 100) long count) {
    long size = Math.max(1, rawBytes / count);
    List<PlannedSplit> parts = work(rows, length, rawBytes).divide(size);
    long row = 0;
    long start = 0;
    long raw = 0;
    for (PlannedSplit part : parts) {
      assertEquals(row, part.from());
      assertEquals(start, part.start());
      assertTrue(part.to() > row);
      row = part.to();
      start += part.length();
      raw += part.rawBytes();
    }
    assertEquals(rows, row);
    assertEquals(length, start);
    assertEquals(rawBytes, raw);
    assertTrue(parts.size() <= Math.max(1, (rawBytes + size - 1) / size), parts::toString);
  }

  @Test
  void parts_areOfOneSize_andBeginWhereBlocksOfNarrowColumnsDo() {
    List<PlannedSplit> parts = work(6_000_000, 1000, 400).divide(100);
    assertEquals(
        List.of(0L, 1_507_328L, 3_014_656L, 4_521_984L),
        parts.stream().map(PlannedSplit::from).toList());
    assertEquals(1, work(6_000_000, 1000, 400).divide(400).size());
    assertEquals(2, work(6_000_000, 1000, 400).divide(399).size());
    // Wide rows, of which few make a block.
    assertEquals(
        List.of(0L, 25L, 50L, 75L),
        work(100, 1000, 400).divide(100).stream().map(PlannedSplit::from).toList());
    assertEquals(3, work(3, 1000, 400).divide(1).size());
  }

  @Test
  void parts_areOfTheRowsThatMayMatter() {
    RowRanges chosen =
        RowRanges.between(100, 200)
            .union(RowRanges.between(500, 600))
            .union(RowRanges.between(900, 1000));
    SplitWork work =
        new SplitWork(DIRECTORY, Snapshot.NONE, 1000, chosen, 0, 10_000, 4000, null, List.of());
    assertEquals(1200, work.chosenBytes());
    List<PlannedSplit> parts = work.divide(600);
    assertEquals(List.of(0L, 550L), parts.stream().map(PlannedSplit::from).toList());
    assertEquals(List.of(550L, 1000L), parts.stream().map(PlannedSplit::to).toList());
    assertEquals(List.of(600L, 600L), parts.stream().map(PlannedSplit::rawBytes).toList());
    assertEquals(List.of(1500L, 1500L), parts.stream().map(PlannedSplit::length).toList());
    assertEquals(
        List.of(0L, 500L, 900L), work.divide(400).stream().map(PlannedSplit::from).toList());
    SplitWork none =
        new SplitWork(
            DIRECTORY,
            Snapshot.NONE,
            1000,
            RowRanges.between(0, 0),
            0,
            10_000,
            4000,
            null,
            List.of());
    assertEquals(List.of(), none.divide(1));
    SplitWork empty =
        new SplitWork(DIRECTORY, Snapshot.NONE, 0, RowRanges.all(0), 0, 0, 0, null, List.of());
    assertEquals(List.of(), empty.divide(1));
  }

  @Test
  void part_isWhereItsShareOfTheLargestFileIs() {
    List<BlockHosts> places =
        List.of(
            new BlockHosts(0, 100, List.of("a", "b")),
            new BlockHosts(100, 100, List.of("b", "c")),
            new BlockHosts(200, 40, List.of("d")));
    SplitWork work =
        new SplitWork(
            DIRECTORY, Snapshot.NONE, 240, RowRanges.all(240), 0, 1000, 480, "1-a.col", places);
    assertEquals(List.of("a", "b", "c", "d"), work.whole().hosts());
    assertEquals(
        List.of(List.of("a", "b"), List.of("a", "b", "c"), List.of("b", "c", "d")),
        work.divide(160).stream().map(PlannedSplit::hosts).toList());
  }

  private static FileSystem fs() throws Exception {
    return FileSystem.getLocal(new Configuration());
  }

  private Path write(int columns, int rows) throws Exception {
    Path split = new Path(folder.resolve("split-" + columns + "-" + rows).toUri());
    List<String> names = List.of("a", "b").subList(0, columns);
    CifSchema schema = CifSchema.of(names, names.stream().map(n -> CifType.INT).toList());
    try (SplitWriter writer = SplitWriter.create(fs(), split, schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < rows; i++) {
        for (int c = 0; c < columns; c++) {
          ((LongVector) writer.column(c)).append(i);
        }
        writer.endRow();
      }
    }
    return split;
  }

  @Test
  void work_isThatOfTheWantedColumns() throws Exception {
    try (SplitReader split = SplitReader.open(fs(), write(2, 1000))) {
      SplitWork both = SplitWork.of(split, List.of(0, 1), RowRanges.all(1000));
      assertEquals(1000, both.rows());
      assertEquals(split.fileLength(0) + split.fileLength(1), both.length());
      assertEquals(split.rawBytes(), both.rawBytes());
      assertEquals(
          split.rawBytes(1), SplitWork.of(split, List.of(1), RowRanges.all(1000)).rawBytes());
      assertEquals(List.of(), both.whole().hosts());
      PlannedSplit none = SplitWork.of(split, List.of(), RowRanges.all(1000)).divide(1).get(0);
      assertEquals(List.of(0L, 1000L, 0L), List.of(none.from(), none.to(), none.rawBytes()));
    }
  }

  @Test
  void split_thatWasReplaced_isRefused() throws Exception {
    try (SplitReader split = SplitReader.open(fs(), write(1, 10))) {
      PlannedSplit.expectRows(split, 10);
      CifException e = assertThrows(CifException.class, () -> PlannedSplit.expectRows(split, 11));
      assertTrue(e.getMessage().contains("10 rows, and had 11 when"), e.getMessage());
      assertTrue(e.getMessage().contains("run the query again"), e.getMessage());
    }
  }
}
