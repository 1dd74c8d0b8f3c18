package dev.cif.hive;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.write.SplitWriter;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes and reads a split; run inside the class loader of {@link HiveJarIT}. */
public final class HiveJarProbe implements Function<String, String> {
  @Override
  public String apply(String folder) {
    try {
      FileSystem fs = FileSystem.getLocal(new Configuration());
      Configuration job = new Configuration(false);
      job.set("cif.cache.size", "1048576");
      ReadOptions options = ReadOptions.from(job);
      StringBuilder read = new StringBuilder(options.columnCache() == null ? "no cache; " : "");
      for (Compression compression : List.of(Compression.ZSTD, Compression.LZO)) {
        ColumnOptions column =
            ColumnOptions.DEFAULT.withLayout(Layout.BLOCK).withCompression(compression);
        Path split = new Path(folder, compression.name());
        CifSchema schema = CifSchema.of(List.of("s"), List.of(CifType.parse("string")));
        try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.of(column))) {
          ((BytesVector) writer.column(0)).append("written with " + compression + "; ");
          writer.endRow();
        }
        try (SplitReader reader = SplitReader.open(fs, split, options)) {
          read.append(reader.column("s").value(0).asString());
        }
      }
      return read.toString();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
