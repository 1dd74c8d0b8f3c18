package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.SortOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that a writer gets in batches, and the summaries of strings that recur. */
class BatchWritesTest {
  private static final int ROWS = 2_500;

  private static final CifSchema SCHEMA =
      CifSchema.of(
          List.of("id", "Flag`s", "name", "tags", "map", "amount"),
          List.of(
              CifType.BIGINT,
              CifType.STRING,
              CifType.varchar(8),
              CifType.array(CifType.STRING),
              CifType.map(CifType.STRING, CifType.INT),
              CifType.decimal(20, 2)));

  @TempDir private Path folder;

  /** Options that decide in which order a writer takes its values. */
  private enum Kind {
    COLUMNS,
    SMALL_BLOCKS,
    ONE_FILE,
    FILTER_OF_TWO_COLUMNS,
    SORTED;

    WriteOptions options() {
      return switch (this) {
        case COLUMNS -> WriteOptions.DEFAULT;
        case SMALL_BLOCKS -> WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(300));
        case ONE_FILE -> WriteOptions.DEFAULT.withColumnGroups(ColumnGroups.of("all"));
        case FILTER_OF_TWO_COLUMNS ->
            WriteOptions.DEFAULT.withFilters(List.of(List.of("id", "name")));
        case SORTED ->
            WriteOptions.DEFAULT.withSorting(new SortOptions(SortOrder.parse("name"), null));
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void rowsInBatches_makeTheSameFiles(Kind kind) throws IOException {
    ColumnVector[] values = values();
    Path one = folder.resolve("rows");
    try (SplitWriter writer = writer(one, kind)) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < values.length; i++) {
          writer.column(i).append(values[i], row);
        }
        writer.endRow();
      }
    }
    Path other = folder.resolve("batches");
    Random random = new Random(5);
    try (SplitWriter writer = writer(other, kind)) {
      for (int row = 0; row < ROWS; ) {
        int count = Math.min(random.nextInt(700), ROWS - row);
        writer.append(part(values, row, count), count);
        row += count;
      }
      assertEquals(ROWS, writer.rows());
    }
    Map<String, byte[]> expected = files(one);
    Map<String, byte[]> found = files(other);
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void summariesOfStrings_areThoseOfAllRows(Kind kind) throws IOException {
    ColumnVector[] values = values();
    Path split = folder.resolve("split");
    try (SplitWriter writer = writer(split, kind)) {
      writer.append(values, ROWS);
    }
    try (SplitReader reader = SplitReader.open(Golden.fs(), hadoop(split))) {
      for (String name : List.of("Flag`s", "name")) {
        ColumnReader column = reader.column(name);
        BytesVector read = (BytesVector) ColumnVector.create(column.type());
        column.read(0, ROWS, read);
        TreeSet<String> distinct = new TreeSet<>();
        int longest = 0;
        for (int i = 0; i < ROWS; i++) {
          if (!read.isNull(i)) {
            distinct.add(read.string(i));
            longest = Math.max(longest, read.lengths[i]);
          }
        }
        ValueSummary summary = reader.summary(reader.schema().indexOf(name));
        assertEquals(longest, summary.longest(), name);
        assertEquals(
            distinct.size(), (double) summary.distinct().estimate(), distinct.size() * 0.1, name);
        assertEquals(read.nullCount(), summary.statistics().nulls(), name);
        assertEquals(distinct.first(), text(summary.statistics().min()), name);
        assertEquals(distinct.last(), text(summary.statistics().max()), name);
      }
    }
  }

  private static String text(Object bound) {
    return new String((byte[]) bound, StandardCharsets.UTF_8);
  }

  /** Five flags, one of them empty; names, each of which recurs; NULLs in both. */
  private static ColumnVector[] values() {
    ColumnVector[] values = new ColumnVector[SCHEMA.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ColumnVector.create(SCHEMA.column(i).type());
    }
    Random random = new Random(3);
    for (int row = 0; row < ROWS; row++) {
      String flag = List.of("", "A", "AA", "eightby8", "nine bytes").get(random.nextInt(5));
      Object[] some = {
        (long) row,
        random.nextInt(9) == 0 ? null : Model.text(flag),
        random.nextInt(9) == 0 ? null : Model.text("n" + random.nextInt(400)),
        Model.randomOrNull(SCHEMA.column(3).type(), random, 0),
        Model.randomOrNull(SCHEMA.column(4).type(), random, 0),
        Model.randomOrNull(SCHEMA.column(5).type(), random, 0)
      };
      for (int i = 0; i < some.length; i++) {
        Model.append(some[i], values[i]);
      }
    }
    return values;
  }

  private static ColumnVector[] part(ColumnVector[] values, int from, int count) {
    ColumnVector[] part = new ColumnVector[values.length];
    for (int i = 0; i < part.length; i++) {
      part[i] = ColumnVector.create(SCHEMA.column(i).type());
      for (int row = from; row < from + count; row++) {
        part[i].append(values[i], row);
      }
    }
    return part;
  }

  private static SplitWriter writer(Path split, Kind kind) throws IOException {
    return SplitWriter.create(Golden.fs(), hadoop(split), SCHEMA, kind.options());
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private static Map<String, byte[]> files(Path split) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(split)) {
      files.forEach(all::add);
    }
    Map<String, byte[]> contents = new TreeMap<>();
    for (Path file : all) {
      contents.put(file.getFileName().toString(), Files.readAllBytes(file));
    }
    return contents;
  }
}
