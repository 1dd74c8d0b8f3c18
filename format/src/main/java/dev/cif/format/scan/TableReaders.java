package dev.cif.format.scan;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.cif.format.SplitReader;
import dev.cif.format.internal.file.SplitFiles;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Open split-directories of a {@link Table} that no look-up uses at the moment. What was opened
 * last is used first, and stays longest. Thread-safe.
 */
final class TableReaders implements Closeable {
  /** So many files stay open between look-ups, at most. */
  private static final int MOST_FILES = 8192;

  /** About what an open file takes of the heap: buffers, most of all of the local file system. */
  private static final long FILE_MEMORY = 24 << 10;

  /** Of the heap they take at most one part in so many. */
  private static final int HEAP_SHARE = 16;

  /** Of the process's descriptors too; a local file takes two, one for its checksums. */
  private static final int DESCRIPTOR_SHARE = 4;

  private record Idle(TableSplit split, SplitReader reader, int files) {}

  private final int most;
  private final Deque<Idle> idle = new ArrayDeque<>();
  private int files;
  private boolean isClosed;

  /**
   * None is open yet.
   *
   * @param keeps whether any stays open
   */
  TableReaders(boolean keeps) {
    most = keeps ? mostFiles(Runtime.getRuntime().maxMemory(), descriptors()) : 0;
  }

  /**
   * How many files stay open between look-ups.
   *
   * @param heap bytes that the heap may have
   * @param descriptors that the process may have
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

  /** A reader for one thread, which gives it back or closes it. */
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

  /** Takes a reader back with which nothing went wrong. */
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

  /** Closes all; those that are given back later are closed then. */
  @Override
  public synchronized void close() {
    isClosed = true;
    idle.forEach(one -> SplitFiles.closeQuietly(one.reader()));
    idle.clear();
    files = 0;
  }
}
