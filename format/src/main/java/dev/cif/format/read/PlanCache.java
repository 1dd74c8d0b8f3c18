package dev.cif.format.read;

import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.schema.CifSchema;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.fs.Path;

/**
 * Cache of listings and schema files of split-directories for repeated planning. A schema file is
 * unchanged if its path, length and modification time are. A folder's content is unchanged if the
 * folder's time is. The least recently used entries are dropped first. Thread-safe.
 */
final class PlanCache {
  /** Cache of the process. */
  static final PlanCache SHARED = new PlanCache();

  /**
   * Least age of a cacheable file or folder in milliseconds. Times may be whole seconds, so that of
   * two changes within one the second would not be noticed.
   */
  private static final long LEAST_AGE = 2_000;

  /** Greatest age of a usable listing in milliseconds: blocks may move without any new time. */
  private static final long LISTING_AGE = 600_000;

  /** Approximate memory of an entry, and of each of its columns, in bytes. */
  private static final long ENTRY_BYTES = 768;

  private static final long COLUMN_BYTES = 64;

  /**
   * Cached content of a split-directory.
   *
   * @param file schema file; null if it was not read
   */
  private record Entry(ListedSplit listed, SchemaFile file) {
    /**
     * Returns the approximate memory in bytes, without the schema, which the splits of a table
     * share.
     */
    long weight() {
      long columns = file == null ? 0 : file.entries().size();
      return ENTRY_BYTES + COLUMN_BYTES * columns + listed.bytes();
    }

    /**
     * Returns true if this is about the schema file of a listing. Any change of the folder may have
     * replaced it.
     */
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
   * Returns the listing of a split-directory that still holds.
   *
   * @param folderTime current modification time of the folder
   * @return null if there is none
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

  /** Returns the content of a schema file; null if it is not known. */
  synchronized SchemaFile schemaFile(ListedSplit listed) {
    Entry entry = entries.get(listed.directory().toString());
    return entry != null && entry.isOf(listed) ? entry.file : null;
  }

  /**
   * Caches a listing and a schema file.
   *
   * @param listed listing, from before the schema file was read
   * @param read schema file; null if it was not read, which keeps the one that is known
   * @param limit memory in bytes that all entries may take from now on
   */
  synchronized void put(ListedSplit listed, SchemaFile read, long limit) {
    String key = listed.directory().toString();
    Entry before = entries.get(key);
    boolean isKnown = before != null && before.isOf(listed);
    long age = System.currentTimeMillis() - listed.schemaTime();
    if (age >= LEAST_AGE && (read == null || read.bytes() == listed.schemaLength())) {
      // A listing without times must not replace one that has them.
      ListedSplit kept = isKnown && listed.folderTime() == 0 ? before.listed : listed;
      SchemaFile known = isKnown ? before.file : null;
      Entry entry = new Entry(kept, read == null ? known : kept(read));
      entries.put(key, entry);
      bytes += entry.weight() - (before == null ? 0 : before.weight());
    }
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > limit) {
      bytes -= oldest.next().weight();
      oldest.remove();
    }
  }

  /** Returns what is kept of a schema file: no summaries, and a schema that splits share. */
  private SchemaFile kept(SchemaFile read) {
    return read.withoutSummaries().withSchema(shared(read.schema()));
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

  /** Returns the time of a folder if it will reveal later changes, else 0. */
  static long settled(long folderTime) {
    return System.currentTimeMillis() - folderTime >= LEAST_AGE ? folderTime : 0;
  }

  /** Returns the memory of all entries in bytes. */
  synchronized long bytes() {
    return bytes;
  }
}
