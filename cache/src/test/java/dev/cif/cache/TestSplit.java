package dev.cif.cache;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A split-directory of numbers that don't compress, in eight blocks: 800 KB in {@code 1-n.col}; and
 * of words, in {@code 2-w.col}, which is small.
 */
record TestSplit(Path directory, long seed) {
  static final int ROWS = 100_000;

  private static final int BLOCK = ROWS / 8;

  static TestSplit write(java.nio.file.Path directory, long seed) throws IOException {
    TestSplit split = new TestSplit(new Path(directory.toString()), seed);
    CifSchema schema = CifSchema.of(List.of("n", "w"), List.of(CifType.BIGINT, CifType.STRING));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(BLOCK));
    long[] numbers = split.numbers();
    try (SplitWriter writer =
        SplitWriter.create(TestFiles.near(), split.directory, schema, options)) {
      for (long number : numbers) {
        ((LongVector) writer.column(0)).append(number);
        ((BytesVector) writer.column(1)).append(word(number));
        writer.endRow();
      }
    }
    return split;
  }

  private static String word(long number) {
    return number < 0 ? "less" : "more";
  }

  /** Returns the values of the first column. */
  long[] numbers() {
    Random random = new Random(seed);
    long[] numbers = new long[ROWS];
    Arrays.setAll(numbers, i -> random.nextLong());
    return numbers;
  }

  /** The first row of a block. */
  static long row(int block) {
    return (long) block * BLOCK;
  }

  java.nio.file.Path numbersFile() {
    return java.nio.file.Path.of(directory.toString(), "1-n.col");
  }

  SplitReader open(FileSystem fs, ReadOptions options) throws IOException {
    return SplitReader.open(fs, directory, options);
  }

  /** Scans the split, and compares all that it gives. */
  void expectScanned(FileSystem fs, ReadOptions options) throws IOException {
    try (SplitReader reader = open(fs, options)) {
      expectScanned(reader, scan -> scan, 0, ROWS);
    }
  }

  /** Scans rows of the split, and compares them. */
  void expectScanned(SplitReader reader, UnaryOperator<Scan.Builder> wishes, long from, long to)
      throws IOException {
    long[] numbers = numbers();
    Scan scan = wishes.apply(Scan.of(reader).rows(from, to)).open();
    long row = from;
    while (scan.next(1000)) {
      LongVector n = (LongVector) scan.column(ColumnPath.of("n")).values();
      BytesVector w = (BytesVector) scan.column(ColumnPath.of("w")).values();
      for (int i = 0; i < scan.count(); i++, row++) {
        String found = w.string(i);
        if (n.values[i] != numbers[(int) row] || !found.equals(word(numbers[(int) row]))) {
          throw new AssertionError("row " + row + " is " + n.values[i] + ", " + found);
        }
      }
    }
    if (row != to) {
      throw new AssertionError("the scan ends at row " + row);
    }
  }
}
