package dev.cif.hive.serde;

import dev.cif.format.schema.CifSchema;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Hive's names of columns and fields. Hive lower-cases them by Java's rule, beyond ASCII as well,
 * before CIF sees them. Names that Hive asks its inspectors for are lower-cased likewise. Hive's
 * names are compared with stored ones by {@link CifSchema#foldCase}, as everywhere.
 */
public final class HiveNames {
  private static final String COMMA = ",";

  /** Delimiter of a list in which a name has a comma. */
  private static final String ZERO = "\0";

  private HiveNames() {}

  /**
   * Returns the delimiter of a list of names in Hive, for its property {@code
   * column.name.delimiter}.
   */
  public static String delimiter(Collection<String> names) {
    return names.stream().anyMatch(name -> name.contains(COMMA)) ? ZERO : COMMA;
  }

  /**
   * Splits a list of names in Hive's form.
   *
   * @param delimiter delimiter of the list; null for a comma
   */
  public static List<String> split(String names, String delimiter) {
    String between = Pattern.quote(delimiter == null ? COMMA : delimiter);
    return names.isEmpty() ? List.of() : List.of(names.split(between, -1));
  }

  /** Returns a name in Hive's form. */
  public static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
