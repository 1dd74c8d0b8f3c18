package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Encoding 7 of integers: the content in another encoding, compressed. Decompresses at first use.
 */
final class CompressedInts extends Ints {
  static final int ID = 7;

  private final CompressedPayload compressed;
  private Ints content;

  private CompressedInts(int size, CompressedPayload compressed) {
    super(size);
    this.compressed = compressed;
  }

  static CompressedInts open(Input in, int n, Nesting nesting) {
    return new CompressedInts(n, CompressedPayload.open(in, nesting));
  }

  private Ints content() {
    if (content == null) {
      content = compressed.content(raw -> IntsDecoder.content(raw, size(), compressed.nesting()));
    }
    return content;
  }

  @Override
  public long get(int i) {
    return content().get(i);
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    content().read(from, count, out, at);
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
