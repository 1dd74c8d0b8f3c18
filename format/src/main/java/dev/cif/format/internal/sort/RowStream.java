package dev.cif.format.internal.sort;

import java.io.IOException;
import java.util.Arrays;

/**
 * Rows in their order, one at a time: each is the bytes of its key and behind them those of all its
 * values. What an array holds does not change as long as anybody has it.
 */
interface RowStream {
  /** Goes to the next row; false behind the last. */
  boolean next() throws IOException;

  /** Holds the row, and some bytes behind its end. */
  byte[] array();

  /** Where the row begins. */
  int start();

  /** Bytes of the key. */
  int keyLength();

  /** Bytes of key and values. */
  int length();

  /** Below 0 if the key of one's row comes before that of the other's. */
  static int compare(RowStream a, RowStream b) {
    return Arrays.compareUnsigned(
        a.array(),
        a.start(),
        a.start() + a.keyLength(),
        b.array(),
        b.start(),
        b.start() + b.keyLength());
  }
}
