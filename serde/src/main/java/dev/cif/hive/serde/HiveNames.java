package dev.cif.hive.serde;

import dev.cif.format.CifSchema;
import java.util.Locale;

/**
 * Hive's names of columns and fields. Hive lower-cases them by Java's rule, beyond ASCII as well,
 * before we see them; what it asks its inspectors for is to be lower-cased likewise. Names of
 * Hive's and stored ones are compared by {@link CifSchema#foldCase}, as everywhere.
 */
public final class HiveNames {
  private HiveNames() {}

  /** A name as Hive has it. */
  public static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
