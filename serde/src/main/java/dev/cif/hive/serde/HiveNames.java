package dev.cif.hive.serde;

import dev.cif.format.CifSchema;
import java.util.Locale;

/**
 * Hive's names of columns and fields. Hive lower-cases them by Java's rule, beyond ASCII as well,
 * before CIF sees them. Names that Hive asks its inspectors for are lower-cased likewise. Hive's
 * names are compared with stored ones by {@link CifSchema#foldCase}, as everywhere.
 */
public final class HiveNames {
  private HiveNames() {}

  /** Returns a name in Hive's form. */
  public static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
