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
 * @param inserts where the change inserts rows
 */
public record ChangeEntry(
    String id,
    int up,
    CifSchema schema,
    List<ColumnEntry> entries,
    DeletesEntry deletes,
    Inserts inserts) {
  /** Greatest number of folders between a split-directory and its table. */
  public static final int MAX_UP = 64;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Place of the rows that a change inserts, FORMAT.md section 3.4. */
  public enum Inserts {
    /** Nowhere. */
    NONE(null),

    /** In other split-directories than this one. */
    ELSEWHERE("elsewhere"),

    /** In this split-directory, which is new, with all its rows. */
    HERE("here");

    private final String text;

    Inserts(String text) {
      this.text = text;
    }

    /** Returns the text in schema files; null for none. */
    String text() {
      return text;
    }

    static Inserts of(String text) {
      for (Inserts one : values()) {
        if (one != NONE && one.text.equals(text)) {
          return one;
        }
      }
      throw new IllegalArgumentException(
          "'inserts' of a change is neither 'here' nor 'elsewhere': " + text);
    }
  }

  public ChangeEntry {
    entries = List.copyOf(entries);
  }

  /** Returns the entry of a change that has no columns, and deletes no rows. */
  public static ChangeEntry empty(String id, int up, Inserts inserts) {
    return new ChangeEntry(id, up, CifSchema.of(List.of()), List.of(), null, inserts);
  }

  /** Returns the entry with columns and deleted rows. */
  public ChangeEntry with(CifSchema columns, List<ColumnEntry> files, DeletesEntry deleted) {
    return new ChangeEntry(id, up, columns, files, deleted, inserts);
  }

  /** Returns true if the change inserts all rows of the split-directory. */
  public boolean isInsert() {
    return inserts == Inserts.HERE;
  }

  /** Returns true if a text can be the id of a change. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }
}
