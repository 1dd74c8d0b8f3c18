package dev.cif.demo;

import java.util.Locale;

/** Formats numbers for people: three significant digits and a unit. */
final class Units {
  private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};

  private Units() {}

  /** Formats a number of bytes in decimal units (1 KB is 1,000 B): at most seven characters. */
  static String bytes(long bytes) {
    if (bytes < 1000) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = 0;
    // 999.5 would round to 1000 of its unit.
    while (value >= 999.5) {
      value /= 1000;
      unit++;
    }
    return threeDigits(value) + " " + BYTE_UNITS[unit];
  }

  /**
   * Formats a duration in seconds, without the unit: hundredths below ten, tenths below a hundred.
   */
  static String seconds(double seconds) {
    return threeDigits(seconds);
  }

  /** Formats the ratio of {@code large} to {@code small}, for example {@code 12.5x}. */
  static String times(long large, long small) {
    if (small == 0) {
      return large == 0 ? "1.00x" : "all";
    }
    double ratio = (double) large / small;
    return ratio < 999.5 ? threeDigits(ratio) + "x" : count(Math.round(ratio)) + "x";
  }

  /** Formats a count with separators between thousands. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String threeDigits(double value) {
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
