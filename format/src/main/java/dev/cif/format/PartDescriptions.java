package dev.cif.format;

import dev.cif.format.internal.file.PartName;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.value.MapKey;
import java.io.IOException;
import java.util.List;

/**
 * The statistics of the parts of a column's values, FORMAT.md section 5.2: of fields of structs,
 * and of what maps of primitive values have under a key. Their file is opened when it is first
 * asked; one that is missing or damaged raises {@link CifException}. Not thread-safe.
 */
public final class PartDescriptions {
  private final PartsEntry entry;
  private final StoredColumn column;

  PartDescriptions(PartsEntry entry, StoredColumn column) {
    this.entry = entry;
    this.column = column;
  }

  /** The name of their file in the split-directory. */
  public String fileName() {
    return entry.file();
  }

  /** Length in bytes of their file. */
  public long length() {
    return entry.length();
  }

  /** How many parts have statistics. */
  public int count() throws IOException {
    return column.parts().count();
  }

  /**
   * What is known of a field.
   *
   * @param fields positions of fields in the stored types, from struct to struct; the last is of a
   *     primitive type
   * @return one element a block of {@link SplitReader#describe}, null where nothing is known
   */
  public List<ColumnStatistics> of(List<Integer> fields) throws IOException {
    return column.parts().statistics(PartName.of(fields));
  }

  /** As the other, of what a look-up of a key answers. */
  public List<ColumnStatistics> of(MapKey key) throws IOException {
    return column.parts().statistics(PartName.of(key));
  }
}
