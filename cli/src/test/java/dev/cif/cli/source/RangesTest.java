package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.load.Inputs;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files read in ranges of all sizes: each row is in one range, and in order. */
class RangesTest {
  private static final int ROWS = 500;

  @TempDir Path folder;

  private void expectEachRowOnce(SourceFormat format, Path path, SourceOptions options)
      throws Exception {
    var place = new org.apache.hadoop.fs.Path(path.toUri());
    SourceFile file = SourceFiles.list(format, List.of(place), new Configuration()).get(0);
    assertTrue(format.isCuttable(file, options));
    CifSchema schema;
    try (RecordSource whole = format.open(file, options, null)) {
      schema = whole.schema();
    }
    List<Integer> all = IntStream.range(0, ROWS).boxed().toList();
    for (int size : new int[] {97, 999, 4096, (int) file.length() - 1}) {
      List<Integer> ids = new ArrayList<>();
      for (long start = 0; start < file.length(); start += size) {
        long end = Math.min(file.length(), start + size);
        SourceFile range =
            new SourceFile(file.path(), file.length(), file.modified(), start, end, file.conf());
        read(format.open(range, options, schema), ids);
      }
      assertEquals(all, ids, "ranges of " + size + " bytes");
    }
  }

  private static void read(RecordSource source, List<Integer> ids) throws Exception {
    ColumnVector[] row = new ColumnVector[source.schema().size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = ColumnVector.create(source.schema().column(i).type());
    }
    try (source) {
      int rows = 0;
      while (source.next(row)) {
        ids.add((int) ((dev.cif.format.vector.LongVector) row[0]).values[rows++]);
      }
    }
  }

  private static SourceOptions options(SourceFormat format) {
    boolean csv = format == SourceFormat.CSV;
    CifSchema schema = csv ? SchemaText.parse("--schema", "id int, text string") : null;
    return new SourceOptions(schema, false, csv ? Map.of("multiline", "false") : Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"avro", "orc", "parquet", "jsonl", "csv"})
  void open_ranges_giveEachRowOnce(String name) throws Exception {
    SourceFormat format = SourceFormat.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    Path file = Inputs.write(name, folder.resolve("in"), 0, ROWS);
    expectEachRowOnce(format, file, options(format));
  }

  @ParameterizedTest
  @EnumSource
  void open_rangesOfSequenceFiles_giveEachRowOnce(CompressionType compression) throws Exception {
    Path file =
        Inputs.sequence(
            folder.resolve("in"),
            compression,
            new DefaultCodec(),
            ROWS,
            IntWritable::new,
            i -> new Text(Inputs.text(i)));
    expectEachRowOnce(SourceFormat.SEQ, file, options(SourceFormat.SEQ));
  }
}
