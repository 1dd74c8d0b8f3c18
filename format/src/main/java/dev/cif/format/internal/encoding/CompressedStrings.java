package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Encoding 4 of strings: the content in another encoding, compressed. Decompresses at first use.
 */
final class CompressedStrings extends ContentStrings {
  static final int ID = 4;

  private final CompressedPayload compressed;

  private CompressedStrings(int size, CompressedPayload compressed) {
    super(size);
    this.compressed = compressed;
  }

  static CompressedStrings open(Input in, int n, Nesting nesting) {
    return new CompressedStrings(n, CompressedPayload.open(in, nesting));
  }

  @Override
  Strings open() {
    return compressed.content(raw -> StringsDecoder.content(raw, size(), compressed.nesting()));
  }

  @Override
  public int encoding() {
    return ID;
  }

  @Override
  public String name() {
    return compressed.codecName();
  }
}
