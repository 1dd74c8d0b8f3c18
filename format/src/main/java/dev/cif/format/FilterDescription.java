package dev.cif.format;

import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterFile;
import dev.cif.format.internal.file.FilterReads;
import dev.cif.format.internal.filter.Xxh64;
import dev.cif.format.internal.io.Output;
import java.io.IOException;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The filters of a key, FORMAT.md section 5.3: of each range of rows what is known of the keys in
 * them. Their file is read when it is first asked; one that is missing or damaged raises {@link
 * CifException}. Thread-safe, but for what it counts.
 */
public final class FilterDescription {
  /** A value of the key, as it is looked for. */
  public static final class Key {
    private final long hash;
    private final byte[] value;

    private Key(long hash, byte[] value) {
      this.hash = hash;
      this.value = value;
    }

    /** A key by the bytes of the values of its columns, as filters know them. */
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

  /** Rows that matter. */
  public interface Rows {
    /** Whether one of the rows {@code from} to {@code to - 1} does. */
    boolean touch(long from, long to);
  }

  /** Opens the file, and reads filters. */
  interface Opener {
    FilterFile open(Rows wanted, FilterReads reads) throws IOException;
  }

  private final List<Integer> columns;
  private final FilterEntry entry;
  private final List<Integer> footerCrcs;
  private final Opener opener;
  private final FilterReads reads;

  /** Whether so many bytes may be kept. */
  private final LongPredicate room;

  private volatile FilterFile file;

  FilterDescription(
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

  /** The columns of the key, by their positions in the schema. */
  public List<Integer> columns() {
    return columns;
  }

  /** The name of the file in the split-directory. */
  public String fileName() {
    return entry.file();
  }

  /** Length in bytes of the file. */
  public long length() {
    return entry.length();
  }

  /** Whether the file's index was read, and is kept. */
  public boolean isRead() {
    return file != null;
  }

  /**
   * The file, with the filters of rows.
   *
   * @return null if they are of other column files than the split has by now, and say nothing
   */
  private FilterFile load(Rows rows) throws IOException {
    FilterFile known = file;
    if (known == null) {
      synchronized (this) {
        known = file;
        if (known == null) {
          known = opener.open(rows, reads);
          file = room.test(known.memory()) ? known : null;
        }
      }
    }
    if (!known.isOf(footerCrcs)) {
      return null;
    }
    known.load(rows, reads);
    return known;
  }

  /** Is told of ranges of rows. */
  public interface Ranges {
    /** Rows {@code from} to {@code to - 1}. */
    void add(long from, long to);
  }

  /**
   * Finds the rows that may have one of some keys, among those that matter and others.
   *
   * @param rows that matter
   * @param left is told of ranges that may have one, in ascending order
   */
  public void find(Rows rows, List<Key> keys, Ranges left) throws IOException {
    FilterFile known = load(rows);
    if (known == null) {
      left.add(0, Long.MAX_VALUE);
      return;
    }
    for (int i = 0; i < known.count(); i++) {
      long from = known.firstRow(i);
      long to = known.firstRow(i + 1);
      if (rows.touch(from, to) && mayHave(known, i, keys)) {
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
