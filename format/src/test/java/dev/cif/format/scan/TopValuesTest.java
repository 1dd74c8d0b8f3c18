package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopValuesTest {
  @TempDir java.nio.file.Path folder;

  private SplitReader split(String name, List<Integer> values) throws IOException {
    Path split = new Path(folder.resolve(name).toString());
    FileSystem files = split.getFileSystem(new Configuration(false));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(10));
    CifSchema schema = CifSchema.of(List.of("k"), List.of(CifType.INT));
    try (SplitWriter writer = SplitWriter.create(files, split, schema, options)) {
      for (Integer value : values) {
        if (value == null) {
          writer.column(0).appendNull();
        } else {
          ((LongVector) writer.column(0)).append(value);
        }
        writer.endRow();
      }
    }
    return SplitReader.open(files, split);
  }

  private static List<Integer> rows(Scan scan, int limit) throws IOException {
    List<Integer> rows = new ArrayList<>();
    while (scan.next(limit)) {
      for (int i = 0; i < scan.count(); i++) {
        rows.add((int) scan.row(i));
      }
    }
    return rows;
  }

  private static Comparator<Integer> comparator(TopOrder order) {
    Comparator<Integer> values =
        order.ascending() ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return order.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
  }

  @Test
  void scan_ofAnyOrder_givesAllRowsOfTheFirstValues() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      int range = 1 + random.nextInt(random.nextBoolean() ? 10 : 5_000);
      int nulls = 1 + random.nextInt(20);
      List<Integer> values = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        values.add(random.nextInt(nulls) == 1 ? null : random.nextInt(range));
      }
      TopOrder order =
          new TopOrder(
              ColumnPath.of("k"),
              1 + random.nextInt(8),
              random.nextBoolean(),
              random.nextBoolean());
      if (random.nextInt(3) == 0) {
        values.sort(comparator(order));
      }
      List<Integer> first =
          values.stream().distinct().sorted(comparator(order)).limit(order.count()).toList();
      List<Integer> wanted =
          IntStream.range(0, values.size())
              .filter(i -> first.contains(values.get(i)))
              .boxed()
              .toList();
      try (SplitReader split = split("split" + round, values)) {
        List<Integer> rows = rows(Scan.of(split).top(order).open(), 1 + random.nextInt(100));
        assertTrue(rows.containsAll(wanted), () -> order + " of " + values + ": " + rows);
        assertEquals(rows.stream().distinct().sorted().toList(), rows);
      }
    }
  }

  @Test
  void scan_inTheOrderOfTheRows_readsTheFirstBlocksOnly() throws IOException {
    List<Integer> values = IntStream.range(0, 1000).boxed().toList();
    try (SplitReader split = split("sorted", values)) {
      Scan scan = Scan.of(split).top(new TopOrder(ColumnPath.of("k"), 5, true, false)).open();
      assertEquals(List.of(0, 1, 2, 3, 4), rows(scan, 100).subList(0, 5));
      assertEquals(100, scan.rowsChosen());
      assertTrue(split.metrics().blocksRead() <= 10);
    }
  }

  @Test
  void scan_againstTheOrderOfTheRows_readsAll() throws IOException {
    List<Integer> values = IntStream.range(0, 1000).boxed().toList();
    try (SplitReader split = split("against", values)) {
      Scan scan = Scan.of(split).top(new TopOrder(ColumnPath.of("k"), 5, false, true)).open();
      assertEquals(values, rows(scan, 100));
    }
  }
}
