package dev.cif.cli.text;

import java.util.Locale;

/** Formats numbers for people. */
public final class Amounts {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Amounts() {}

  /** Formats a number: {@code 1,234,567}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a number of things: {@code 1 row}, {@code 2 rows}. */
  public static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Formats a number of bytes: {@code 12.3 MiB}. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
