package dev.cif.format.internal.file;

import dev.cif.format.schema.CifSchema;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Entry of a schema file for a change, FORMAT.md section 3.1.
 *
 * @param id id of the change, the same in all split-directories that it affects
 * @param up number of folders from the split-directory up to the table's
 * @param schema columns that are changed or new
 * @param entries files of these columns, one a column
 * @param deletes file of all rows that are deleted after the change; null if it deletes none
 */
public record ChangeEntry(
    String id, int up, CifSchema schema, List<ColumnEntry> entries, DeletesEntry deletes) {
  /** Greatest number of folders between a split-directory and its table. */
  public static final int MAX_UP = 64;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  public ChangeEntry {
    entries = List.copyOf(entries);
  }

  /** Returns true if a text can be the id of a change. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }
}
