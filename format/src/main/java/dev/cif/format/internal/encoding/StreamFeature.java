package dev.cif.format.internal.encoding;

import java.util.Set;

/**
 * An encoding that readers of version 1 need not know: a schema file whose column files may have it
 * names it in {@code requires}, FORMAT.md section 3.
 */
public enum StreamFeature {
  /** Encoding 5 of strings. */
  SYMBOLS("symbols"),
  /** Encoding 8 of integers. */
  DIGITS("digits");

  /** No feature. */
  public static final Set<StreamFeature> NONE = Set.of();

  private final String text;

  StreamFeature(String text) {
    this.text = text;
  }

  /** The name in {@code requires}. */
  public String text() {
    return text;
  }
}
