package dev.cif.format;

import dev.cif.format.internal.file.SchemaFile;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.fs.Path;

/**
 * What was listed and read of split-directories, for who plans once more. A schema file is the same
 * as before if its path, length and modification time are; what its folder holds is the same if the
 * folder's time is. Those that were not asked for the longest are dropped first. Thread-safe.
 */
final class PlanCache {
  /** That of the process. */
  static final PlanCache SHARED = new PlanCache();

  /**
   * So old must a file or folder be, in milliseconds: times may be whole seconds, and what changes
   * twice within one would not be told from what it was.
   */
  private static final long LEAST_AGE = 2_000;

  /** So long a listing is good for, in milliseconds: blocks move, which no time tells. */
  private static final long LISTING_AGE = 600_000;

  /** Rough sizes in memory. */
  private static final long ENTRY_BYTES = 768;

  private static final long COLUMN_BYTES = 64;

  /**
   * What is known of a split-directory.
   *
   * @param file null if it was not read
   */
  private record Entry(ListedSplit listed, SchemaFile file) {
    /** Without the schema, which those of a table share. */
    long weight() {
      long columns = file == null ? 0 : file.entries().size();
      return ENTRY_BYTES + COLUMN_BYTES * columns + listed.bytes();
    }

    /** Whether it is about the schema file of a listing; whatever changed its folder may be new. */
    boolean isOf(ListedSplit now) {
      boolean isChanged =
          now.folderTime() > 0
              && listed.folderTime() > 0
              && now.folderTime() != listed.folderTime();
      return !isChanged
          && listed.schemaLength() == now.schemaLength()
          && listed.schemaTime() == now.schemaTime();
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<CifSchema, WeakReference<CifSchema>> schemas = new WeakHashMap<>();
  private long bytes;

  /**
   * What was listed of a split-directory, if that is still so.
   *
   * @param folderTime the modification time of the folder now
   * @return null if it is not known
   */
  synchronized ListedSplit listed(Path directory, long folderTime) {
    Entry entry = entries.get(directory.toString());
    boolean same =
        entry != null
            && entry.listed.folderTime() == folderTime
            && folderTime > 0
            && System.currentTimeMillis() - entry.listed.listedAt() < LISTING_AGE;
    return same ? entry.listed : null;
  }

  /** What was read of a schema file; null if it is not known. */
  synchronized SchemaFile schemaFile(ListedSplit listed) {
    Entry entry = entries.get(listed.directory().toString());
    return entry != null && entry.isOf(listed) ? entry.file : null;
  }

  /**
   * Keeps what was listed and read.
   *
   * @param listed from before it was read
   * @param read the schema file; null if it was not read, which leaves what is known of it
   * @param limit bytes that all may take from now on
   */
  synchronized void put(ListedSplit listed, SchemaFile read, long limit) {
    String key = listed.directory().toString();
    Entry before = entries.get(key);
    boolean isKnown = before != null && before.isOf(listed);
    long age = System.currentTimeMillis() - listed.schemaTime();
    if (age >= LEAST_AGE && (read == null || read.bytes() == listed.schemaLength())) {
      // A listing without times must not take the room of one that has them.
      ListedSplit kept = isKnown && listed.folderTime() == 0 ? before.listed : listed;
      SchemaFile known = isKnown ? before.file : null;
      Entry entry = new Entry(kept, read == null ? known : read.withSchema(shared(read.schema())));
      entries.put(key, entry);
      bytes += entry.weight() - (before == null ? 0 : before.weight());
    }
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > limit) {
      bytes -= oldest.next().weight();
      oldest.remove();
    }
  }

  private CifSchema shared(CifSchema schema) {
    WeakReference<CifSchema> known = schemas.get(schema);
    CifSchema one = known == null ? null : known.get();
    if (one == null) {
      schemas.put(schema, new WeakReference<>(schema));
      return schema;
    }
    return one;
  }

  /** The time of a folder if it tells of later changes, else 0. */
  static long settled(long folderTime) {
    return System.currentTimeMillis() - folderTime >= LEAST_AGE ? folderTime : 0;
  }

  /** What all take, in bytes. */
  synchronized long bytes() {
    return bytes;
  }
}
