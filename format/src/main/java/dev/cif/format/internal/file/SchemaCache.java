package dev.cif.format.internal.file;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;

/**
 * Schema files that were read, for who plans once more. One is the same as before if its path,
 * length and modification time are. Those that were not asked for the longest are dropped first.
 * Thread-safe.
 */
public final class SchemaCache {
  /** That of the process. */
  public static final SchemaCache SHARED = new SchemaCache();

  /**
   * So old must a file be, in milliseconds: times may be whole seconds, and one that is replaced
   * within a second by one of its length would not be told from it.
   */
  private static final long LEAST_AGE = 2000;

  /** What an entry takes beside its schema, which takes about as much memory as its file. */
  private static final long ENTRY_BYTES = 512;

  private record Entry(long length, long time, SchemaFile file) {
    long weight() {
      return file.bytes() + ENTRY_BYTES;
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * What was read of a schema file.
   *
   * @param listed as its folder's listing shows it
   * @param limit 0 if this caller is to read
   * @return null if it is not known
   */
  public synchronized SchemaFile get(FileStatus listed, long limit) {
    if (limit == 0) {
      return null;
    }
    Entry entry = entries.get(listed.getPath().toString());
    boolean same =
        entry != null
            && entry.length == listed.getLen()
            && entry.time == listed.getModificationTime();
    return same ? entry.file : null;
  }

  /**
   * Keeps what was read.
   *
   * @param listed as its folder's listing showed it before it was read
   * @param limit bytes that all may take from now on; 0 changes nothing
   */
  public synchronized void put(FileStatus listed, SchemaFile file, long limit) {
    if (limit == 0) {
      return;
    }
    if (System.currentTimeMillis() - listed.getModificationTime() >= LEAST_AGE
        && file.bytes() == listed.getLen()) {
      Entry entry = new Entry(listed.getLen(), listed.getModificationTime(), file);
      Entry before = entries.put(listed.getPath().toString(), entry);
      bytes += entry.weight() - (before == null ? 0 : before.weight());
    }
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > limit) {
      bytes -= oldest.next().weight();
      oldest.remove();
    }
  }

  /** What all take, in bytes. */
  synchronized long bytes() {
    return bytes;
  }
}
