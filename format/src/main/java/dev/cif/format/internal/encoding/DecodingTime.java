package dev.cif.format.internal.encoding;

/**
 * Estimates how long all values of a stream take to decode, in nanoseconds. The constants were
 * measured by EncodingBenchmark; docs/design/encodings.md, "How layout auto chooses", says where.
 */
final class DecodingTime {
  /** Of an integer; what lies within an encoding comes on top. */
  static final double CONSTANT = 0.05;

  static final double PLAIN = 0.25;
  static final double PACKED = 0.3;
  static final double DELTA = 0.5;
  static final double SCALING = 0.1;

  /** Of a division, and of a number that is not the quotient. */
  static final double DIGITS = 1.3;

  static final double CORRECTION = 2;
  private static final double LOOKING_UP = 0.55;
  private static final double REPEATING = 0.2;

  /** Of a run, and of one whose length the processor can't foresee. */
  private static final double RUN = 3;

  private static final double UNEVEN_RUN = 8;

  /** Of an entry of a dictionary, for the caches that it fills. */
  private static final double ENTRY = 3;

  /** Of a string's place: with lengths all the same, to be added up, and by its id. */
  private static final double PLACE = 1.1;

  private static final double PLACE_AFTER_OTHERS = 1.9;
  private static final double PLACE_OF_ENTRY = 1.3;

  /** Of a packed letter. */
  static final double CONSECUTIVE_LETTER = 0.2;

  static final double LETTER = 0.4;

  /** Of a symbol of the table, of a code, and of a byte that it stands for. */
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

  /** The places of n strings in a dictionary. */
  static double placesOfEntries(int n, int entries) {
    return PLACE_OF_ENTRY * n + ENTRY * entries;
  }

  /** The places of n strings. */
  static double places(int n, boolean sameLength) {
    return (sameLength ? PLACE : PLACE_AFTER_OTHERS) * n;
  }

  /** The bytes of c codes for m symbols, on top of codes and symbols. */
  static double symbols(int m, long c, long bytes) {
    return SYMBOL * m + CODE * c + EXPANDED * bytes;
  }
}
