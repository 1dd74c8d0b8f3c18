package dev.cif.format.read;

import dev.cif.format.internal.file.PartName;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.PartsFile;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.value.MapKey;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/**
 * Statistics of the parts of a column's values, FORMAT.md section 5.2. Parts are fields of structs,
 * and the values of maps of primitive values under a key. Their file is opened at first use. Of a
 * missing one nothing is known, a damaged one raises {@link CifException}. Not thread-safe.
 */
public final class PartDescriptions {
  private final PartsEntry entry;
  private final StoredColumn column;

  PartDescriptions(PartsEntry entry, StoredColumn column) {
    this.entry = entry;
    this.column = column;
  }

  /** Returns the name of their file in the split-directory. */
  public String fileName() {
    return entry.file();
  }

  /** Returns the length of their file in bytes. */
  public long length() {
    return entry.length();
  }

  /** Returns the number of parts with statistics. */
  public int count() throws IOException {
    PartsFile parts = column.parts();
    return parts == null ? 0 : parts.count();
  }

  /**
   * Returns the statistics of a field.
   *
   * @param fields positions of fields in the stored types, from struct to struct; the last has a
   *     primitive type
   * @return one element a block of {@link SplitReader#describe}, null if nothing is known
   */
  public List<ColumnStatistics> of(List<Integer> fields) throws IOException {
    return of(PartName.of(fields));
  }

  /**
   * Returns the statistics of the results of looking up a key, in the form of {@link #of(List)}.
   */
  public List<ColumnStatistics> of(MapKey key) throws IOException {
    return of(PartName.of(key));
  }

  private List<ColumnStatistics> of(PartName name) throws IOException {
    PartsFile parts = column.parts();
    return parts == null
        ? Collections.nCopies(column.footer().entries().size(), null)
        : parts.statistics(name);
  }
}
