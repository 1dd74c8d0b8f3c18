package dev.cif.bench.formats;

import dev.cif.bench.data.Projection;
import dev.cif.bench.data.RowData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Storage format with its own writer and readers. Methods are called from one thread; each scan
 * opens the files anew, as a task would.
 */
public interface FormatUnderTest {
  /** Returns the name given to {@code --formats}. */
  String name();

  /** Returns the library, version and settings, for the report. */
  String description();

  /** Writes the first {@code rows} rows of the data under {@code directory}, which is empty. */
  void write(RowData data, long rows, Path directory) throws IOException;

  /** Reads every value of the projected columns and returns {@link Checksum#answer}. */
  long scan(RowData data, Path directory, Projection projection) throws IOException;

  /**
   * Reads the value of one key of the map column in every row that has it, and returns {@link
   * Lookup#answer}.
   */
  long lookup(RowData data, Path directory, String key) throws IOException;

  /**
   * Returns the bytes under {@code directory}, without the local file system's hidden checksum
   * files.
   */
  default long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !String.valueOf(file.getFileName()).endsWith(".crc"))
          .mapToLong(FormatUnderTest::length)
          .sum();
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
