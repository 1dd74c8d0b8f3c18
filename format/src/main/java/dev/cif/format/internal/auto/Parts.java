package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.Input;

/** Parts of a block, FORMAT.md section 6.3, read when they are wanted. */
public interface Parts {
  /** Returns the number of parts. */
  int count();

  /** Returns the size of all parts in bytes. */
  long length();

  /**
   * Reads a part, and checks it.
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  Input read(int part);
}
