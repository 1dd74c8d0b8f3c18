package dev.cif.bench.paper;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Opens the files of some columns and reads them to their ends, without touching the bytes. It
 * measures the file system's own cost, which no reader of whole columns can beat.
 */
final class ReadingAlone {
  private static final int BUFFER = 1 << 20;

  private ReadingAlone() {}

  /** Reads the files of a folder whose names have these endings, such as {@code -url.col}. */
  static ScanRun run(Place place, Path folder, String... endings) throws IOException {
    byte[] buffer = new byte[BUFFER];
    FileSystem fs = place.fs();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    double seconds = 0;
    long bytes = 0;
    while (files.hasNext()) {
      Path file = files.next().getPath();
      for (String ending : endings) {
        if (file.getName().endsWith(ending)) {
          long start = System.nanoTime();
          bytes += read(fs, file, buffer);
          seconds += (System.nanoTime() - start) / 1e9;
        }
      }
    }
    return new ScanRun(seconds, bytes, 0);
  }

  private static long read(FileSystem fs, Path file, byte[] buffer) throws IOException {
    long bytes = 0;
    try (FSDataInputStream in = fs.open(file)) {
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        bytes += count;
      }
    }
    return bytes;
  }
}
