package dev.cif.spark;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Split-directories that other writers than Spark leave. */
final class Splits {
  private Splits() {}

  /** Writes a split-directory of one row for each of the values of columns. */
  @SafeVarargs
  static void write(
      Path directory, List<String> names, List<String> types, Consumer<ColumnVector[]>... rows)
      throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    CifSchema schema = CifSchema.of(names, types.stream().map(CifType::parse).toList());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory.toUri());
    try (SplitWriter writer = SplitWriter.create(fs, path, schema, WriteOptions.DEFAULT)) {
      ColumnVector[] columns = new ColumnVector[schema.size()];
      for (Consumer<ColumnVector[]> row : rows) {
        for (int i = 0; i < columns.length; i++) {
          columns[i] = writer.column(i);
        }
        row.accept(columns);
        writer.endRow();
      }
    }
  }

  /** Writes a table of timestamps: 1 us and 0, 1 and 999 ns; 2 us; NULL. */
  static String timestamps(Path table) throws IOException {
    write(
        table.resolve("split"),
        List.of("t"),
        List.of("timestamp"),
        v -> ((TimestampVector) v[0]).append(0, 1000),
        v -> ((TimestampVector) v[0]).append(0, 1001),
        v -> ((TimestampVector) v[0]).append(0, 1999),
        v -> ((TimestampVector) v[0]).append(0, 2000),
        v -> v[0].appendNull());
    return table.toUri().toString();
  }
}
