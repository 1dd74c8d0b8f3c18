package dev.cif.format.internal.sort;

import java.io.IOException;
import java.util.Arrays;

/**
 * Sorted rows, one at a time: each is the bytes of its key, then those of all its values. The
 * content of an array never changes, as long as anybody refers to it.
 */
interface RowStream {
  /** Moves to the next row. Returns false behind the last. */
  boolean next() throws IOException;

  /** Returns the array that holds the row, with some more bytes behind its end. */
  byte[] array();

  /** Returns the position of the row in the array. */
  int start();

  /** Returns the size of the key in bytes. */
  int keyLength();

  /** Returns the size of key and values in bytes. */
  int length();

  /** Compares the keys of the streams' current rows; negative if that of {@code a} comes first. */
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
