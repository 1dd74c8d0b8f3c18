package dev.cif.format.internal.encoding;

import dev.cif.format.vector.BytesVector;

/** Base of encodings that decode all their strings at first use into another stream of strings. */
abstract class ContentStrings extends Strings {
  private Strings content;

  ContentStrings(int size) {
    super(size);
  }

  /** Decodes the values into a stream that can be read. */
  abstract Strings open();

  private Strings content() {
    if (content == null) {
      content = open();
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
  public Strings dictionary() {
    return content().dictionary();
  }

  @Override
  public Ints ids() {
    return content().ids();
  }
}
