package dev.cif.format.internal.row;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.ErrorPlace;

/** Uncompressed bytes of a block, which Values keep alive after the block has moved on. */
final class RowSource {
  /**
   * Bytes from {@link #start} to {@link #end}, and at least {@link
   * dev.cif.format.internal.io.Input#SLACK} more.
   */
  final byte[] array;

  final int start;
  final int end;
  final DecodeCounter counter;
  final ErrorPlace place;

  RowSource(byte[] array, int start, int end, DecodeCounter counter, ErrorPlace place) {
    this.array = array;
    this.start = start;
    this.end = end;
    this.counter = counter;
    this.place = place;
  }

  RowCursor at(int position) {
    return new RowCursor(this, position);
  }
}
