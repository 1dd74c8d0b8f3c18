package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;

/**
 * Position of a stream among the streams around it: its depth, and the compressed stream it lies
 * in.
 */
final class Nesting {
  /** Deepest level of a stream; the streams of a node are at level 1 (FORMAT.md section 6.2). */
  static final int MAX_DEPTH = 4;

  static final Nesting TOP = new Nesting(1, -1);

  private final int depth;

  /** Offset of the compressed stream around this one, for errors; -1 if there is none. */
  private final long compressedAt;

  private Nesting(int depth, long compressedAt) {
    this.depth = depth;
    this.compressedAt = compressedAt;
  }

  /** Returns the nesting of a stream within the payload of this one. */
  Nesting inner(Input in) {
    return deeper(in, compressedAt);
  }

  /** Returns the nesting of the content of this compressed stream. */
  Nesting decompressed(Input in) {
    if (compressedAt >= 0) {
      throw in.corrupt("a compressed stream in a compressed stream");
    }
    return deeper(in, in.offset());
  }

  private Nesting deeper(Input in, long at) {
    if (depth == MAX_DEPTH) {
      throw in.corrupt("streams nest deeper than " + MAX_DEPTH);
    }
    return new Nesting(depth + 1, at);
  }

  /** Returns the offset in the block that an error at the input's position names. */
  long offset(Input in) {
    return compressedAt < 0 ? in.offset() : compressedAt;
  }

  /** Returns the error with an offset in the block in place of one in the decompressed bytes. */
  CorruptDataException inBlock(CorruptDataException e) {
    CorruptDataException outer =
        new CorruptDataException(
            compressedAt, "in decompressed data, byte " + e.offset() + ": " + e.getMessage());
    outer.initCause(e);
    return outer;
  }
}
