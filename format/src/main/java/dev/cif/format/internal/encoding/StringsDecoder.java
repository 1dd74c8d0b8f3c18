package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/** Opens streams of byte strings, FORMAT.md section 6.2. */
public final class StringsDecoder {
  private StringsDecoder() {}

  /**
   * Opens the stream of {@code n} >= 1 values at the input's position and moves behind it. Reads
   * headers only; faults in the rest show when it is decoded.
   *
   * @throws dev.cif.format.internal.io.CorruptDataException now, or from the stream later
   */
  public static Strings decode(Input in, int n) {
    return decode(in, n, Nesting.TOP);
  }

  static Strings decode(Input in, int n, Nesting nesting) {
    if (n < 1) {
      throw new IllegalArgumentException("a stream of " + n + " values");
    }
    return content(in.sized("a stream of strings"), n, nesting);
  }

  /** Opens the {@code u8 encoding, payload} that fills the input. */
  static Strings content(Input in, int n, Nesting nesting) {
    int encoding = in.u8();
    switch (encoding) {
      case ConstantStrings.ID:
        return ConstantStrings.open(in, n);
      case PlainStrings.ID:
        return PlainStrings.open(in, n, nesting);
      case PackedStrings.ID:
        return PackedStrings.open(in, n, nesting);
      case DictionaryStrings.ID:
        return DictionaryStrings.open(in, n, nesting);
      case CompressedStrings.ID:
        return CompressedStrings.open(in, n, nesting);
      case SymbolStrings.ID:
        return SymbolStrings.open(in, n, nesting);
      default:
        throw in.corrupt("encoding " + encoding + " of strings is unknown");
    }
  }
}
