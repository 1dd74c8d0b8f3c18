package dev.cif.format.write;

import dev.cif.format.internal.file.ColumnFileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps the open blocks of a split within their memory: it writes the largest before they are full.
 * Not thread-safe.
 */
final class WriteMemory {
  /** Minimum memory of a value in bytes: a number, and its NULL flag. */
  private static final int VALUE_BYTES = Long.BYTES + 1;

  /** Number of measurements while the memory fills. */
  private static final int MEASURES = 16;

  private final ColumnFileWriter[] files;
  private final long rowBytes;
  private final long limit;

  /** Minimum growth in bytes since the last measurement. */
  private long grown;

  /**
   * Creates a watcher of the open blocks of files.
   *
   * @param columns number of columns of all files
   * @param limit limit in bytes, which arrays that have just grown may exceed
   */
  WriteMemory(ColumnFileWriter[] files, int columns, long limit) {
    this.files = files;
    this.rowBytes = (long) VALUE_BYTES * columns;
    this.limit = limit;
  }

  /**
   * Counts rows, and writes blocks if all together are too large.
   *
   * @param bytes size of the rows' values before encoding
   */
  void endRows(int rows, long bytes) throws IOException {
    grown += rows * rowBytes + bytes;
    if (grown < limit / MEASURES) {
      return;
    }
    grown = 0;
    List<Held> all = new ArrayList<>();
    long held = 0;
    for (ColumnFileWriter file : files) {
      all.add(new Held(file, file.memory()));
      held += all.get(all.size() - 1).bytes;
    }
    if (held <= limit) {
      return;
    }
    all.sort(Comparator.comparingLong(Held::bytes).reversed());
    for (int i = 0; i < all.size() && held > limit; i++) {
      all.get(i).file.release();
      held -= all.get(i).bytes;
    }
  }

  private record Held(ColumnFileWriter file, long bytes) {}
}
