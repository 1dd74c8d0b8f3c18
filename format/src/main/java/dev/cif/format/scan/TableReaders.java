package dev.cif.format.scan;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.read.SplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Pool of open split-directories of a {@link Table} that no look-up uses at the moment. The last
 * one opened is used first, and stays longest. Thread-safe.
 */
final class TableReaders implements Closeable {
  /** Greatest number of files that stay open between look-ups. */
  private static final int MOST_FILES = 8192;

  /** Approximate memory of an open file in bytes: mostly buffers of the local file system. */
  private static final long FILE_MEMORY = 24 << 10;

  /** Least ratio of the heap to the memory of open files. */
  private static final int HEAP_SHARE = 16;

  /**
   * Least ratio of the process's descriptors to open files; a local file takes two, one for its
   * checksums.
   */
  private static final int DESCRIPTOR_SHARE = 4;

  private record Idle(TableSplit split, SplitReader reader, int files) {}

  private final int most;
  private final Deque<Idle> idle = new ArrayDeque<>();
  private int files;
  private boolean isClosed;

  /**
   * Creates an empty pool.
   *
   * @param keeps true if readers stay open
   */
  TableReaders(boolean keeps) {
    most = keeps ? mostFiles(Runtime.getRuntime().maxMemory(), descriptors()) : 0;
  }

  /**
   * Returns the number of files that may stay open between look-ups.
   *
   * @param heap greatest size of the heap in bytes
   * @param descriptors greatest number of descriptors of the process
   */
  static int mostFiles(long heap, long descriptors) {
    long some = Math.min(heap / HEAP_SHARE / FILE_MEMORY, descriptors / DESCRIPTOR_SHARE);
    return (int) Math.min(MOST_FILES, some);
  }

  private static long descriptors() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : MOST_FILES;
  }

  /** Takes a reader for one thread, which gives it back or closes it. */
  SplitReader take(TableSplit split) throws IOException {
    synchronized (this) {
      for (Iterator<Idle> all = idle.iterator(); all.hasNext(); ) {
        Idle one = all.next();
        if (one.split() == split) {
          all.remove();
          files -= one.files();
          return one.reader();
        }
      }
    }
    return split.read();
  }

  /** Takes a reader back, unless it has failed. */
  void giveBack(TableSplit split, SplitReader reader) {
    reader.forgetBlocks();
    int open = 1 + reader.metrics().filesOpened();
    Deque<Idle> closed = new ArrayDeque<>();
    synchronized (this) {
      idle.addFirst(new Idle(split, reader, open));
      files += open;
      while (!idle.isEmpty() && (files > most || isClosed)) {
        files -= idle.getLast().files();
        closed.add(idle.removeLast());
      }
    }
    closed.forEach(one -> SplitFiles.closeQuietly(one.reader()));
  }

  /** Closes all idle readers; those given back later are closed then. */
  @Override
  public synchronized void close() {
    isClosed = true;
    idle.forEach(one -> SplitFiles.closeQuietly(one.reader()));
    idle.clear();
    files = 0;
  }
}
