package dev.cif.bench.cache;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Split-directories of one column of random numbers.
 *
 * @param splits split-directories, one a file
 * @param sums sum of the numbers of each
 */
record NumberFiles(List<Path> splits, List<Long> sums) {
  private static final int WINDOW = 1024;

  private static FileSystem local() throws IOException {
    FileSystem local = new RawLocalFileSystem();
    local.initialize(java.net.URI.create("file:///"), new Configuration(false));
    return local;
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  /** Writes the split-directories anew. */
  static NumberFiles write(Path folder, int count, int megabytes) throws IOException {
    FileSystem fs = local();
    fs.delete(path(folder), true);
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withLayout(Layout.AUTO));
    NumberFiles all = new NumberFiles(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < count; i++) {
      Path split = folder.resolve("split-" + i);
      Random random = new Random(i);
      long sum = 0;
      try (SplitWriter writer = SplitWriter.create(fs, path(split), schema, options)) {
        for (int row = 0; row < megabytes << 17; row++) {
          long number = random.nextLong();
          sum += number;
          ((LongVector) writer.column(0)).append(number);
          writer.endRow();
        }
      }
      all.splits.add(split);
      all.sums.add(sum);
    }
    return all;
  }

  private static Path file(Path split) {
    return split.resolve("1-n.col");
  }

  /** Returns the type of the file system that holds them. */
  String fileSystem() throws IOException {
    return Files.getFileStore(splits.get(0)).type();
  }

  /** Reads all numbers, and compares their sums with those that were written. */
  void scan(ReadOptions options, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> running = new ArrayList<>();
      for (Path split : splits) {
        running.add(pool.submit(() -> sum(split, options)));
      }
      for (int i = 0; i < splits.size(); i++) {
        if (!running.get(i).get().equals(sums.get(i))) {
          throw new IOException(splits.get(i) + " gives other numbers than were written");
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static long sum(Path split, ReadOptions options) throws IOException {
    long sum = 0;
    try (SplitReader reader = SplitReader.open(local(), path(split), options)) {
      Scan scan = Scan.of(reader).open();
      while (scan.next(WINDOW)) {
        LongVector numbers = (LongVector) scan.column(ColumnPath.of("n")).values();
        for (int i = 0; i < scan.count(); i++) {
          sum += numbers.values[i];
        }
      }
    }
    return sum;
  }

  /** Returns the column files. */
  List<Path> files() {
    return splits.stream().map(NumberFiles::file).toList();
  }
}
