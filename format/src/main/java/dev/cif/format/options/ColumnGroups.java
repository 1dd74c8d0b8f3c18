package dev.cif.format.options;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Grouping of the columns of a split into files, FORMAT.md section 5.1. Immutable. Properties:
 * docs/CONFIGURATION.md.
 */
public final class ColumnGroups {
  /** Group name of columns that have their own files. */
  public static final String NONE = "none";

  /** Group name for the whole table: the narrow columns share files, the others have their own. */
  public static final String NARROW = "narrow";

  /** Default of the greatest number of columns of a file. */
  public static final int DEFAULT_SIZE = 100;

  /** Grouping in which every column has its own file. */
  public static final ColumnGroups OFF = new ColumnGroups(NONE, Map.of(), DEFAULT_SIZE);

  /** Greatest length in characters of a narrow text. */
  private static final int NARROW_TEXT = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private final String all;

  /** Groups of single columns, by folded column names. */
  private final Map<String, String> own;

  private final int size;

  private ColumnGroups(String all, Map<String, String> own, int size) {
    this.all = all;
    this.own = Map.copyOf(own);
    this.size = size;
  }

  /**
   * Returns a grouping with one group for all columns: {@link #NONE}, {@link #NARROW}, or a name.
   *
   * @throws IllegalArgumentException if the group is no name
   */
  public static ColumnGroups of(String group) {
    return new ColumnGroups(expectName(group), Map.of(), DEFAULT_SIZE);
  }

  /**
   * Returns a copy in which one column has a group: {@link #NONE} or a name.
   *
   * @throws IllegalArgumentException if the group is no name
   */
  public ColumnGroups with(String column, String group) {
    Map<String, String> copy = new HashMap<>(own);
    copy.put(CifSchema.foldCase(column), expectOwnName(group));
    return new ColumnGroups(all, copy, size);
  }

  /**
   * Returns a copy whose files have at most this number of columns.
   *
   * @throws IllegalArgumentException if the number is below 1
   */
  public ColumnGroups withSize(int columns) {
    if (columns < 1) {
      throw new IllegalArgumentException("files of 1 column and more are allowed");
    }
    return new ColumnGroups(all, own, columns);
  }

  /**
   * Returns a grouping by valid names; those of single columns are keyed by folded column names.
   */
  static ColumnGroups of(String all, Map<String, String> own) {
    return new ColumnGroups(all, own, DEFAULT_SIZE);
  }

  static String expectName(String group) {
    if (!NAME.matcher(group).matches()) {
      throw new IllegalArgumentException(
          "none, narrow, or a name of 1 to 64 characters A-Z a-z 0-9 _ . - is allowed");
    }
    return group;
  }

  static String expectOwnName(String group) {
    if (group.equals(NARROW)) {
      throw new IllegalArgumentException("narrow is for the whole table; give the group a name");
    }
    return expectName(group);
  }

  /**
   * Returns the columns of each file, as positions in the schema in column order. The files are in
   * the order of their first columns.
   */
  List<List<Integer>> files(CifSchema schema) {
    Map<String, List<Integer>> open = new LinkedHashMap<>();
    List<List<Integer>> files = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      String group = group(schema.column(i));
      List<Integer> file = open.get(group);
      if (file == null || group.equals(NONE) || file.size() == size) {
        file = new ArrayList<>();
        open.put(group, file);
        files.add(file);
      }
      file.add(i);
    }
    return files;
  }

  private String group(Column column) {
    String group = own.get(CifSchema.foldCase(column.name()));
    if (group != null) {
      return group;
    }
    return all.equals(NARROW) && !isNarrow(column.type()) ? NONE : all;
  }

  private static boolean isNarrow(CifType type) {
    return switch (type.physical()) {
      case INT, FLOAT, DOUBLE, DECIMAL, TIMESTAMP -> true;
      case BYTES ->
          (type.kind() == CifType.Kind.CHAR || type.kind() == CifType.Kind.VARCHAR)
              && type.length() <= NARROW_TEXT;
      case LIST, MAP, STRUCT, UNION -> false;
    };
  }
}
