package dev.cif.format.internal.file;

import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the files that a schema file names, FORMAT.md sections 3 and 5.1: each belongs to one
 * column, or is a group file. Throws IllegalArgumentException for impossible names.
 */
final class ColumnFileNames {
  private final Set<String> own = new HashSet<>();
  private final Map<String, List<ColumnEntry>> groups = new HashMap<>();

  /** File of the last column; the columns of a group are mostly neighbours. */
  private String last;

  /** Columns of the group file of the last grouped column; null if there is none. */
  private List<ColumnEntry> lastGroup;

  /** Checks a name, and returns its interned instance. */
  String expectName(Column column, String file) {
    if (file != null && file.equals(last)) {
      return last;
    }
    if (file == null
        || file.isEmpty()
        || !SplitFiles.isPlain(file)
        || file.startsWith("_")
        || file.startsWith(".")) {
      throw cannotBe(column, file);
    }
    // The names are the same in all split-directories of a table.
    last = file.intern();
    return last;
  }

  private static IllegalArgumentException cannotBe(Column column, String file) {
    return new IllegalArgumentException(
        "column '" + column.name() + "' names the file '" + file + "', which cannot be");
  }

  /** Adds a column's files. */
  void add(Column column, ColumnEntry entry) {
    if (entry.parts() != null) {
      addHidden(column, entry.parts().file(), SplitFiles.PARTS);
    }
    for (FilterEntry filter : entry.filters()) {
      addHidden(column, filter.file(), SplitFiles.FILTERS);
    }
    if (!entry.isGrouped()) {
      if (groups.containsKey(entry.file()) || !own.add(entry.file())) {
        throw cannotBe(column, entry.file());
      }
      return;
    }
    List<ColumnEntry> group = group(column, entry);
    if (!group.isEmpty() && group.get(0).length() != entry.length()) {
      throw new IllegalArgumentException(
          "column '"
              + column.name()
              + "' says that "
              + entry.file()
              + " has "
              + entry.length()
              + " bytes, another column "
              + group.get(0).length());
    }
    if (entry.footerOffset() < Footer.HEADER_BYTES
        || entry.footerOffset() > entry.length() - entry.footerLength()) {
      throw new IllegalArgumentException(
          "the footer of column '"
              + column.name()
              + "' is not in its file: "
              + entry.footerLength()
              + " bytes at "
              + entry.footerOffset()
              + " of "
              + entry.length());
    }
    group.add(entry);
  }

  /** Returns the columns so far that have their footers in the same group file. */
  private List<ColumnEntry> group(Column column, ColumnEntry entry) {
    boolean isLast = lastGroup != null && lastGroup.get(0).file().equals(entry.file());
    if (!isLast) {
      if (own.contains(entry.file())) {
        throw cannotBe(column, entry.file());
      }
      lastGroup = groups.computeIfAbsent(entry.file(), file -> new ArrayList<>());
    }
    return lastGroup;
  }

  private void addHidden(Column column, String file, String end) {
    if (!tryAddHidden(file, end)) {
      throw cannotBe(column, file);
    }
  }

  private boolean tryAddHidden(String file, String end) {
    boolean isHidden = file != null && file.startsWith("_") && SplitFiles.isPlain(file);
    return isHidden && file.endsWith(end) && own.add(file);
  }

  /** Adds the file of deleted rows. */
  void addDeletes(String file) {
    if (!tryAddHidden(file, SplitFiles.DELETES)) {
      throw new IllegalArgumentException(
          "the deleted rows are in the file '" + file + "', which cannot be");
    }
  }

  /**
   * Checks the group files.
   *
   * @param isRequired true if the schema file requires the feature of groups
   * @param areSome true if only some columns are known, which may include none of a group
   */
  void expectGroups(boolean isRequired, boolean areSome) {
    if (isRequired == groups.isEmpty() && !(isRequired && areSome)) {
      throw new IllegalArgumentException(
          isRequired
              ? "it requires 'groups' without any"
              : "columns have a 'footerOffset', but 'groups' is not required");
    }
    groups.forEach(
        (file, columns) -> {
          columns.sort(Comparator.comparingLong(ColumnEntry::footerOffset));
          long end = 0;
          for (ColumnEntry entry : columns) {
            if (entry.footerOffset() < end) {
              throw new IllegalArgumentException(
                  "two footers overlap in " + file + " at " + entry.footerOffset());
            }
            end = entry.footerOffset() + entry.footerLength();
          }
        });
  }
}
