package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.vector.BytesVector;

/** Encoding 4 of strings: another encoding, compressed; decompressed at first use. */
final class CompressedStrings extends Strings {
  static final int ID = 4;

  private final Compressed compressed;
  private Strings content;

  private CompressedStrings(int size, Compressed compressed) {
    super(size);
    this.compressed = compressed;
  }

  static CompressedStrings open(Input in, int n, Nesting nesting) {
    return new CompressedStrings(n, Compressed.open(in, nesting));
  }

  private Strings content() {
    if (content == null) {
      content =
          compressed.content(raw -> StringsDecoder.content(raw, size(), compressed.nesting()));
    }
    return content;
  }

  @Override
  public void read(int from, int count, BytesVector out, int at) {
    content().read(from, count, out, at);
  }

  @Override
  public byte[] get(int i) {
    return content().get(i);
  }

  @Override
  public boolean equals(int i, byte[] bytes) {
    return content().equals(i, bytes);
  }

  @Override
  public int encoding() {
    return ID;
  }

  @Override
  public Strings dictionary() {
    return content().dictionary();
  }

  @Override
  public Ints ids() {
    return content().ids();
  }
}
