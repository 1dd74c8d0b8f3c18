package dev.cif.embedded.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * Reads through every {@link CountingFileSystem} of this process since the last {@link #reset},
 * file by file. Thread-safe; the counts are complete once the measured query has ended.
 *
 * @param files files that were opened, sorted by path, each once
 */
public record Reads(List<FileRead> files) {
  private static final Map<String, Counter> COUNTERS = new ConcurrentHashMap<>();

  /** Copies the list. */
  public Reads {
    files = List.copyOf(files);
  }

  /** Forgets all counts; streams that are still open start again at zero. */
  public static void reset() {
    COUNTERS.clear();
  }

  /** Returns the reads since the last reset; later reads do not change the result. */
  public static Reads now() {
    List<FileRead> files = new ArrayList<>();
    COUNTERS.forEach(
        (path, c) -> {
          if (c.opens.get() > 0 || c.bytes.get() > 0) {
            files.add(new FileRead(path, c.opens.get(), c.bytes.get()));
          }
        });
    files.sort(Comparator.comparing(FileRead::path));
    return new Reads(files);
  }

  /** Returns the reads of files below a directory, at any depth, for example one table's. */
  public Reads under(Path directory) {
    String prefix = plain(directory) + "/";
    return where(file -> file.path().startsWith(prefix));
  }

  /** Returns the reads of files that pass a test. */
  public Reads where(Predicate<FileRead> test) {
    return new Reads(files.stream().filter(test).toList());
  }

  /** Returns the number of files that were opened, each counted once. */
  public int filesOpened() {
    return files.size();
  }

  /** Returns the number of bytes read from all of them. */
  public long bytes() {
    return files.stream().mapToLong(FileRead::bytes).sum();
  }

  static void opened(Path file) {
    counter(file).opens.incrementAndGet();
  }

  static void read(Path file, long bytes) {
    if (bytes > 0) {
      counter(file).bytes.addAndGet(bytes);
    }
  }

  private static Counter counter(Path file) {
    return COUNTERS.computeIfAbsent(plain(file), path -> new Counter());
  }

  private static String plain(Path path) {
    return Path.getPathWithoutSchemeAndAuthority(path).toString();
  }

  private static final class Counter {
    final AtomicInteger opens = new AtomicInteger();
    final AtomicLong bytes = new AtomicLong();
  }
}
