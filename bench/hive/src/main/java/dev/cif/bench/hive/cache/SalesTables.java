package dev.cif.bench.hive.cache;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Two tables of random numbers, {@code sales} and {@code orders}, in the place of TPC-DS's
 * store_sales and catalog_sales. They are external ones, whose split-directories are written
 * without Hive.
 *
 * @param noteBytes random bytes of a note, before they are written as letters; only scans read
 *     notes
 * @param splitMegabytes megabytes of notes in a split-directory, at most
 */
record SalesTables(Path folder, int rows, int noteBytes, int splitMegabytes) {
  private static final int ROWS_OF_SPLIT = 1_000_000;
  private static final int DAYS = 365;
  private static final int MOST_QUANTITY = 100;
  private static final long MOST_AMOUNT = 1L << 36;
  private static final List<String> NAMES =
      List.of("item", "customer", "day", "quantity", "amount", "note");

  /** Number of rows of sales for each row of orders. */
  private static final int SALES_PER_ORDER = 4;

  /** Writes the tables unless they exist, and declares them in Hive. */
  void make(EmbeddedHive hive) throws IOException, HiveStatementException {
    make(hive, "sales", rows, 1);
    make(hive, "orders", Math.max(1, rows / SALES_PER_ORDER), 2);
  }

  private void make(EmbeddedHive hive, String table, int count, long seed)
      throws IOException, HiveStatementException {
    Path place = folder.resolve(table + ending());
    if (!Files.exists(place)) {
      // The folder appears when it is complete.
      Path making = Files.createTempDirectory(Files.createDirectories(folder), "making");
      int most = Math.min(ROWS_OF_SPLIT, (splitMegabytes << 20) / Math.max(1, noteBytes));
      for (int from = 0; from < count; from += most) {
        Path split = making.resolve(String.format("split-%05d", from / most));
        write(split, Math.min(most, count - from), new Random(seed * count + from));
      }
      Files.move(making, place);
    }
    hive.run("DROP TABLE IF EXISTS " + table);
    hive.run(
        String.format(
            "CREATE EXTERNAL TABLE %s (item INT, customer INT, day INT, quantity INT, amount"
                + " BIGINT, note STRING) STORED AS CIF LOCATION '%s'",
            table, place.toUri()));
    hive.run("ANALYZE TABLE " + table + " COMPUTE STATISTICS FOR COLUMNS");
  }

  private void write(Path place, int count, Random random) throws IOException {
    CifSchema schema =
        CifSchema.of(
            NAMES,
            List.of(
                CifType.INT,
                CifType.INT,
                CifType.INT,
                CifType.INT,
                CifType.BIGINT,
                CifType.STRING));
    FileSystem fs = FileSystem.getLocal(new Configuration()).getRaw();
    org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path(place.toUri());
    int items = Math.max(10, rows / 1000);
    int customers = Math.max(10, rows / 200);
    byte[] note = new byte[noteBytes];
    try (SplitWriter writer =
        SplitWriter.create(fs, split, schema, WriteOptions.of(ColumnOptions.DEFAULT))) {
      for (int i = 0; i < count; i++) {
        append(writer, 0, random.nextInt(items));
        append(writer, 1, random.nextInt(customers));
        append(writer, 2, random.nextInt(DAYS));
        append(writer, 3, 1 + random.nextInt(MOST_QUANTITY));
        append(writer, 4, random.nextLong() & (MOST_AMOUNT - 1));
        random.nextBytes(note);
        ((BytesVector) writer.column(5)).append(Base64.getEncoder().encodeToString(note));
        writer.endRow();
      }
    }
  }

  private String ending() {
    return "-" + rows + "-" + noteBytes + "-" + splitMegabytes;
  }

  private static void append(SplitWriter writer, int column, long value) {
    ((LongVector) writer.column(column)).append(value);
  }

  /** Returns the column files of both tables. */
  List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".col"))
          .filter(file -> file.getParent().getParent().toString().endsWith(ending()))
          .toList();
    }
  }

  /** Returns the bytes of these files. */
  long bytes() throws IOException {
    long sum = 0;
    for (Path file : files()) {
      sum += Files.size(file);
    }
    return sum;
  }
}
