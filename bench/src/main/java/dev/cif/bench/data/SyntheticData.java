package dev.cif.bench.data;

import java.util.SplittableRandom;

/**
 * The paper's synthetic set (section 6.2): six strings, six integers and a map. Strings have 20 to
 * 40 random readable ASCII characters, integers are from 1 to 10,000, and the map has ten random
 * keys of four characters to integers. The keys of one map differ.
 */
public final class SyntheticData extends RowData {
  /** Approximate bytes of a row in a SequenceFile. */
  public static final double BYTES_OF_ROW = 310;

  /** Bytes of the data on one node: "The total size of the dataset was 57GB in the SEQ format". */
  public static final double BYTES_OF_NODE = 57e9;

  private static final char LEAST_READABLE = ' ';
  private static final int READABLE = '~' - ' ' + 1;
  private static final int ENTRIES = 10;
  private static final int KEY_LENGTH = 4;
  private static final int LARGEST = 10_000;

  private final char leastOfKeys;
  private final int charactersOfKeys;

  private SyntheticData(long seed, char leastOfKeys, int charactersOfKeys) {
    super("synthetic", seed, false);
    this.leastOfKeys = leastOfKeys;
    this.charactersOfKeys = charactersOfKeys;
  }

  /** Returns a set whose keys are readable characters; hardly any key comes twice. */
  static SyntheticData readable(long seed) {
    return new SyntheticData(seed, LEAST_READABLE, READABLE);
  }

  /**
   * Returns a set whose keys are small letters, so that a program can name one that some rows have.
   */
  public static SyntheticData ofLetters() {
    return new SyntheticData(SEED, 'a', 'z' - 'a' + 1);
  }

  /**
   * Returns a key of the first row: random keys hardly ever come twice, so few other rows have it.
   */
  @Override
  public String lookupKey() {
    Row row = new Row();
    open().next(row);
    return row.keys[0].toString();
  }

  static void fillScalars(Row row, SplittableRandom random) {
    for (Slice string : row.strings) {
      letters(random, string, 20 + below(random, 21), LEAST_READABLE, READABLE);
    }
    for (int i = 0; i < Row.INTS; i++) {
      row.ints[i] = 1 + below(random, LARGEST);
    }
  }

  @Override
  void fill(Row row, SplittableRandom random) {
    fillScalars(row, random);
    row.entries = ENTRIES;
    for (int i = 0; i < ENTRIES; i++) {
      do {
        letters(random, row.keys[i], KEY_LENGTH, leastOfKeys, charactersOfKeys);
      } while (seenBefore(row, i));
      row.values[i] = 1 + below(random, LARGEST);
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
