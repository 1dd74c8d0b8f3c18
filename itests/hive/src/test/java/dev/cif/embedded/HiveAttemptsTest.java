package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hive's own step that chooses among the attempts of tasks takes split-directories for files. */
class HiveAttemptsTest {
  @TempDir java.nio.file.Path folder;

  private static void write(FileSystem fs, Path split, long value) throws IOException {
    CifSchema schema = CifSchema.of(List.of("k"), List.of(CifType.parse("bigint")));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      ((LongVector) writer.column(0)).append(value);
      writer.endRow();
    }
  }

  @Test
  void removeTempOrDuplicateFiles_keepsTheLastAttemptOfEachTaskWhole() throws Exception {
    Configuration conf = new Configuration();
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    FileSystem fs = FileSystem.getLocal(conf);
    Path output = new Path(folder.toUri());
    write(fs, new Path(output, "000000_0"), 1);
    write(fs, new Path(output, "000000_1"), 2);
    write(fs, new Path(output, "000001_0"), 3);
    write(fs, new Path(output, "_tmp.000002_0"), 4);
    Utilities.removeTempOrDuplicateFiles(fs, output, conf, false);
    List<Path> splits = SplitDirectories.list(fs, output);
    assertEquals(List.of("000000_1", "000001_0"), splits.stream().map(Path::getName).toList());
    try (SplitReader reader = SplitReader.open(fs, splits.get(0))) {
      assertEquals(2, reader.column("k").value(0).asLong());
    }
  }
}
