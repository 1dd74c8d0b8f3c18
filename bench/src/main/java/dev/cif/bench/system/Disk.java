package dev.cif.bench.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counters of reads from a disk.
 *
 * @param bytes bytes read by this process, by {@code /proc/self/io}
 * @param requests requests to the device by all processes; those that the kernel merged count as
 *     one
 * @param deviceBytes bytes read from the device by all processes
 */
public record Disk(long bytes, long requests, long deviceBytes) {
  private static final int SECTOR = 512;

  /**
   * Returns the counters at this moment.
   *
   * @param place a file or folder on the device; requests are 0 if that is no block device
   */
  public static Disk now(Path place) throws IOException {
    long bytes = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("read_bytes:")) {
        bytes = Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    Path device = Path.of(Files.getFileStore(place).name()).getFileName();
    for (String line : Files.readAllLines(Path.of("/proc/diskstats"))) {
      // A line is: major minor name reads merged sectors milliseconds ...
      String[] words = line.strip().split("\\s+", -1);
      if (device != null && words[2].equals(device.toString())) {
        return new Disk(bytes, Long.parseLong(words[3]), Long.parseLong(words[5]) * SECTOR);
      }
    }
    return new Disk(bytes, 0, 0);
  }

  /** Returns the bytes that this process has read up to now, from a disk or not. */
  public static long bytesReadByProcess() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
        .sum();
  }

  /** Returns the reads since then. */
  public Disk since(Disk then) {
    return new Disk(bytes - then.bytes, requests - then.requests, deviceBytes - then.deviceBytes);
  }
}
