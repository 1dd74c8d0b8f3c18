package dev.cif.format.internal.encoding;

/**
 * Estimates the time in nanoseconds to decode all values of a stream. EncodingBenchmark measured
 * the constants; docs/design/encodings.md, "How layout auto chooses", names the machine.
 */
final class DecodingTime {
  /** Time for each integer; nested encodings add their own. */
  static final double CONSTANT = 0.05;

  static final double PLAIN = 0.25;
  static final double PACKED = 0.3;
  static final double DELTA = 0.5;
  static final double SCALING = 0.1;

  /** Time for a division, and for a correction of a quotient. */
  static final double DIGITS = 1.3;

  static final double CORRECTION = 2;
  private static final double LOOKING_UP = 0.55;
  private static final double REPEATING = 0.2;

  /** Time for a run, and for one whose length the processor can't predict. */
  private static final double RUN = 3;

  private static final double UNEVEN_RUN = 8;

  /** Time for a dictionary entry, which stands for the caches that it fills. */
  private static final double ENTRY = 3;

  /** Time to locate a string: with equal lengths, with lengths to add up, and by its id. */
  private static final double PLACE = 1.1;

  private static final double PLACE_AFTER_OTHERS = 1.9;
  private static final double PLACE_OF_ENTRY = 1.3;

  /** Time for a packed letter. */
  static final double CONSECUTIVE_LETTER = 0.2;

  static final double LETTER = 0.4;

  /** Time for a symbol of the table, for a code, and for a byte that codes expand to. */
  private static final double SYMBOL = 12;

  private static final double CODE = 1.5;
  static final double EXPANDED = 0.05;

  private DecodingTime() {}

  static double runs(int n, int runs, boolean sameLength) {
    return REPEATING * n + (sameLength ? RUN : UNEVEN_RUN) * runs;
  }

  static double dictionary(int n, int entries) {
    return LOOKING_UP * n + ENTRY * entries;
  }

  /** Returns the time to locate n strings in a dictionary. */
  static double placesOfEntries(int n, int entries) {
    return PLACE_OF_ENTRY * n + ENTRY * entries;
  }

  /** Returns the time to locate n strings. */
  static double places(int n, boolean sameLength) {
    return (sameLength ? PLACE : PLACE_AFTER_OTHERS) * n;
  }

  /**
   * Returns the time to expand c codes for m symbols to bytes; decoding codes and symbols comes on
   * top.
   */
  static double symbols(int m, long c, long bytes) {
    return SYMBOL * m + CODE * c + EXPANDED * bytes;
  }
}
