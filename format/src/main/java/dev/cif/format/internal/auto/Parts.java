package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.Input;

/** The parts of a block, FORMAT.md section 6.3, read when they are wanted. */
public interface Parts {
  /** Number of parts. */
  int count();

  /** Bytes of all parts. */
  long length();

  /**
   * Reads a part, and checks it.
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  Input read(int part);
}
