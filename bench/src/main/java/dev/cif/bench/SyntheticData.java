package dev.cif.bench;

/**
 * The paper's synthetic set (section 6.2): six strings of 20 to 40 random readable ASCII
 * characters, six integers from 1 to 10000, and a map of ten random four-character keys to
 * integers. The keys of one map differ.
 */
record SyntheticData(long seed) implements DataSet {
  private static final int ENTRIES = 10;
  private static final int KEY_LENGTH = 4;

  @Override
  public String name() {
    return "synthetic";
  }

  @Override
  public boolean textMap() {
    return false;
  }

  /** A key of the first row: random keys hardly ever come twice, so few other rows have it. */
  @Override
  public String lookupKey() {
    Row row = new Row();
    open().next(row);
    return row.keys[0].toString();
  }

  @Override
  public Generator open() {
    Random64 random = new Random64(seed);
    return row -> fill(row, random);
  }

  static void fillScalars(Row row, Random64 random) {
    for (Slice string : row.strings) {
      random.readable(string, 20 + random.below(21));
    }
    for (int i = 0; i < Row.INTS; i++) {
      row.ints[i] = 1 + random.below(10_000);
    }
  }

  private static void fill(Row row, Random64 random) {
    fillScalars(row, random);
    row.entries = ENTRIES;
    for (int i = 0; i < ENTRIES; i++) {
      do {
        random.readable(row.keys[i], KEY_LENGTH);
      } while (seenBefore(row, i));
      row.values[i] = 1 + random.below(10_000);
    }
  }

  private static boolean seenBefore(Row row, int entry) {
    for (int i = 0; i < entry; i++) {
      if (row.keys[i].sameAs(row.keys[entry])) {
        return true;
      }
    }
    return false;
  }
}
