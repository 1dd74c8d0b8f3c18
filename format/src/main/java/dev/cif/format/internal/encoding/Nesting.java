package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;

/** Where a stream stands among those around it: how deep, and whether in compressed data. */
final class Nesting {
  /** Deepest level of a stream; those of a node are at level 1 (FORMAT.md section 6.2). */
  static final int MAX_DEPTH = 4;

  static final Nesting TOP = new Nesting(1, -1);

  private final int depth;

  /** Offset of the compressed stream around this one, which errors name; -1 if there is none. */
  private final long compressedAt;

  private Nesting(int depth, long compressedAt) {
    this.depth = depth;
    this.compressedAt = compressedAt;
  }

  /** The place of a stream within the payload of this one. */
  Nesting inner(Input in) {
    return deeper(in, compressedAt);
  }

  /** The place of the content of this compressed stream. */
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

  /** The offset in the block that errors found at the input's position name. */
  long offset(Input in) {
    return compressedAt < 0 ? in.offset() : compressedAt;
  }

  /** The same error, with an offset in the block instead of one in the decompressed bytes. */
  CorruptDataException inBlock(CorruptDataException e) {
    CorruptDataException outer =
        new CorruptDataException(
            compressedAt, "in decompressed data, byte " + e.offset() + ": " + e.getMessage());
    outer.initCause(e);
    return outer;
  }
}
