package dev.cif.format.read;

import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterFile;
import dev.cif.format.internal.file.FilterReads;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.filter.Xxh64;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Filters of a key, FORMAT.md section 5.3: what is known of the keys in each range of rows. Their
 * file is read at first use; a missing or damaged one raises {@link CifException}. Thread-safe,
 * except for its counters.
 */
public final class FilterDescription {
  /** Value of the key to look for. */
  public static final class Key {
    private final long hash;
    private final byte[] value;

    private Key(long hash, byte[] value) {
      this.hash = hash;
      this.value = value;
    }

    /** Returns a key by the bytes of the values of its columns, in the form that filters know. */
    public static Key of(List<byte[]> values) {
      if (values.size() == 1) {
        byte[] value = values.get(0);
        return new Key(Xxh64.of(value, 0, value.length), value);
      }
      Output hashes = new Output(Long.BYTES * values.size());
      for (byte[] value : values) {
        hashes.i64(Xxh64.of(value, 0, value.length));
      }
      return new Key(Xxh64.of(hashes.array(), 0, hashes.size()), null);
    }
  }

  /** Opener of the file, which also reads filters. */
  private interface Opener {
    FilterFile open(RowSelection wanted, FilterReads reads) throws IOException;
  }

  private final List<Integer> columns;
  private final FilterEntry entry;
  private final List<Integer> footerCrcs;
  private final Opener opener;
  private final FilterReads reads;

  /** Predicate that is true if this number of bytes may be kept. */
  private final LongPredicate room;

  private volatile FilterFile file;
  private volatile boolean isMissing;

  private FilterDescription(
      List<Integer> columns,
      FilterEntry entry,
      List<Integer> footerCrcs,
      Opener opener,
      FilterReads reads,
      LongPredicate room) {
    this.columns = List.copyOf(columns);
    this.entry = entry;
    this.footerCrcs = List.copyOf(footerCrcs);
    this.opener = opener;
    this.reads = reads;
    this.room = room;
  }

  /**
   * Returns the filters of a split whose keys have only columns that are known here.
   *
   * @param reads counters of what is read
   * @param room predicate that is true if this number of bytes may be kept; called once for each
   *     file that is read
   */
  static List<FilterDescription> of(
      FileSystem fs, Path directory, SchemaFile split, FilterReads reads, LongPredicate room) {
    List<FilterDescription> all = new ArrayList<>();
    CifSchema schema = split.schema();
    for (int i = 0; i < schema.size(); i++) {
      String name = schema.column(i).name();
      for (FilterEntry entry : split.entries().get(i).filters()) {
        List<Integer> key = new ArrayList<>(List.of(i));
        entry.with().forEach(id -> key.add(positionOf(schema, id)));
        if (key.stream().allMatch(k -> k >= 0 && schema.column(k).type().kind().isPrimitive())) {
          all.add(
              new FilterDescription(
                  key,
                  entry,
                  key.stream().map(k -> split.entries().get(k).footerCrc()).toList(),
                  (wanted, counts) ->
                      FilterFile.read(fs, directory, name, entry, split.rows(), wanted, counts),
                  reads,
                  room));
        }
      }
    }
    return all;
  }

  private static int positionOf(CifSchema schema, int id) {
    for (int i = 0; i < schema.size(); i++) {
      if (schema.column(i).id() == id) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the columns of the key, as positions in the schema. */
  public List<Integer> columns() {
    return columns;
  }

  /** Returns the length of the file in bytes. */
  public long length() {
    return entry.length();
  }

  /** Returns true if the file's index was read and is kept. */
  public boolean isRead() {
    return file != null;
  }

  /**
   * Returns the file, with the filters of these rows in memory.
   *
   * @return null if there is no such file, or the filters belong to other column files than the
   *     split has now, and say nothing
   */
  private FilterFile load(RowSelection rows) throws IOException {
    FilterFile known = file;
    if (known == null && !isMissing) {
      synchronized (this) {
        known = file;
        if (known == null) {
          known = opener.open(rows, reads);
          isMissing = known == null;
          file = known != null && room.test(known.memory()) ? known : null;
        }
      }
    }
    if (known == null || !known.isOf(footerCrcs)) {
      return null;
    }
    known.load(rows, reads);
    return known;
  }

  /** Receiver of ranges of rows. */
  public interface Ranges {
    /** Adds rows {@code from} to {@code to - 1}. */
    void add(long from, long to);
  }

  /**
   * Finds the ranges of rows that may have one of some keys and that include rows that matter.
   *
   * @param rows rows that matter
   * @param left receiver of the ranges, in ascending order; they may include other rows
   */
  public void find(RowSelection rows, List<Key> keys, Ranges left) throws IOException {
    FilterFile known = load(rows);
    if (known == null) {
      left.add(0, Long.MAX_VALUE);
      return;
    }
    for (int i = 0; i < known.count(); i++) {
      long from = known.firstRow(i);
      long to = known.firstRow(i + 1);
      if (rows.touches(from, to) && mayHave(known, i, keys)) {
        left.add(from, to);
      }
    }
  }

  private static boolean mayHave(FilterFile known, int filter, List<Key> keys) {
    for (Key key : keys) {
      if (known.mayHave(filter, key.hash, key.value)) {
        return true;
      }
    }
    return false;
  }
}
