package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Finds symbols that make a text short: a pass over a sample, which joins two symbols to a new one
 * when they have followed each other often enough. Deterministic.
 */
final class SymbolTraining {
  /** A pair that occurs so often becomes a symbol. */
  private static final int OFTEN = 3;

  private static final int COUNTER_BITS = 16;

  /** Counters that a pair may have; the first is given up if all are others'. */
  private static final int PLACES = 4;

  private final SymbolTable table;

  /** Symbols of the pair, and how often it occurred; 0 for none. */
  private final int[] pairs = new int[(1 << COUNTER_BITS) + PLACES];

  private final byte[] counts = new byte[pairs.length];

  private SymbolTraining(SymbolTable table) {
    this.table = table;
  }

  /**
   * The symbols of a text, each byte of it among them.
   *
   * @param bytes the text; {@link Input#SLACK} more are there
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

  /** Counts a pair, and returns how often it has occurred. */
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
