package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Finds symbols that make a text short. A pass over a sample joins two symbols to a new one when
 * they have followed each other often enough. Deterministic.
 */
final class SymbolTraining {
  /** Number of occurrences that turns a pair into a symbol. */
  private static final int OFTEN = 3;

  private static final int COUNTER_BITS = 16;

  /**
   * Number of counters that a pair may use; if others hold all of them, it takes over the first.
   */
  private static final int PLACES = 4;

  private final SymbolTable table;

  /** Pair of symbols of each counter, 0 for none, and the number of its occurrences. */
  private final int[] pairs = new int[(1 << COUNTER_BITS) + PLACES];

  private final byte[] counts = new byte[pairs.length];

  private SymbolTraining(SymbolTable table) {
    this.table = table;
  }

  /**
   * Returns the symbols of a text, each of its bytes among them.
   *
   * @param bytes text, with {@link Input#SLACK} more bytes behind it
   */
  static SymbolTable train(byte[] bytes, int length, byte[] sample, int sampleLength, int most) {
    SymbolTable table = new SymbolTable(most);
    boolean[] seen = new boolean[1 << Byte.SIZE];
    for (int i = 0; i < length; i++) {
      seen[bytes[i] & 0xFF] = true;
    }
    for (int value = 0; value < seen.length; value++) {
      if (seen[value]) {
        table.addByte(value);
      }
    }
    new SymbolTraining(table).learn(sample, sampleLength);
    return table;
  }

  private void learn(byte[] sample, int length) {
    int before = -1;
    for (int at = 0; at < length && !table.isFull(); ) {
      int symbol = table.longest(sample, at, length);
      at += table.length(symbol);
      if (before >= 0
          && table.length(before) + table.length(symbol) <= SymbolTable.MAX_LENGTH
          && count(before, symbol) == OFTEN) {
        symbol = table.addPair(before, symbol);
      }
      before = symbol;
    }
  }

  /** Counts a pair, and returns the number of its occurrences so far. */
  private int count(int a, int b) {
    int pair = (a << Short.SIZE | b) + 1;
    int start = (pair * 0x9E3779B1) >>> (Integer.SIZE - COUNTER_BITS);
    for (int i = start; i < start + PLACES; i++) {
      if (pairs[i] == pair) {
        return ++counts[i];
      }
      if (pairs[i] == 0) {
        return begin(i, pair);
      }
    }
    return begin(start, pair);
  }

  private int begin(int place, int pair) {
    pairs[place] = pair;
    counts[place] = 1;
    return 1;
  }
}
