package dev.cif.format.internal.encoding;

import java.util.Set;

/**
 * Encoding that readers of version 1 need not know. A schema file names it in {@code requires} if
 * its column files may contain it, FORMAT.md section 3.
 */
public enum StreamFeature {
  /** Encoding 5 of strings: codes of symbols. */
  SYMBOLS("symbols"),
  /** Encoding 8 of integers: floats or doubles as decimal digits. */
  DIGITS("digits");

  /** Empty set of features. */
  public static final Set<StreamFeature> NONE = Set.of();

  private final String text;

  StreamFeature(String text) {
    this.text = text;
  }

  /** Returns the name in {@code requires}. */
  public String text() {
    return text;
  }
}
