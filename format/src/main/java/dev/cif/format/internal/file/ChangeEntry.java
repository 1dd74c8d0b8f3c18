package dev.cif.format.internal.file;

import dev.cif.format.CifSchema;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a schema file says of a change, FORMAT.md section 3.1.
 *
 * @param id of the change, the same in all split-directories that it concerns
 * @param up how many folders up from the split-directory the table's is
 * @param schema the columns that are changed or new
 * @param entries their files, one a column
 */
public record ChangeEntry(String id, int up, CifSchema schema, List<ColumnEntry> entries) {
  /** Folders do not nest deeper. */
  public static final int MAX_UP = 64;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  public ChangeEntry {
    entries = List.copyOf(entries);
  }

  /** Whether a text can be the id of a change. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }
}
