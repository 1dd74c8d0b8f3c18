package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/** Opens streams of integers, FORMAT.md section 6.1. */
public final class IntsDecoder {
  private IntsDecoder() {}

  /**
   * Opens the stream of {@code n} >= 1 values at the input's position and moves behind it. Reads
   * headers only; faults in the rest show when it is decoded.
   *
   * @throws dev.cif.format.internal.io.CorruptDataException now, or from the stream later
   */
  public static Ints decode(Input in, int n) {
    return decode(in, n, Nesting.TOP);
  }

  static Ints decode(Input in, int n, Nesting nesting) {
    if (n < 1) {
      throw new IllegalArgumentException("a stream of " + n + " values");
    }
    return content(in.sized("a stream of integers"), n, nesting);
  }

  /** Opens the {@code u8 encoding, payload} that fills the input. */
  static Ints content(Input in, int n, Nesting nesting) {
    int encoding = in.u8();
    switch (encoding) {
      case ConstantInts.ID:
        return ConstantInts.open(in, n);
      case PackedInts.ID:
        return PackedInts.open(in, n);
      case DeltaInts.ID:
        return DeltaInts.open(in, n);
      case RunLengthInts.ID:
        return RunLengthInts.open(in, n, nesting);
      case DictionaryInts.ID:
        return DictionaryInts.open(in, n, nesting);
      case PlainInts.ID:
        return PlainInts.open(in, n);
      case ScaledInts.ID:
        return ScaledInts.open(in, n, nesting);
      case DigitInts.ID:
        return DigitInts.open(in, n, nesting);
      case CompressedInts.ID:
        return CompressedInts.open(in, n, nesting);
      default:
        throw in.corrupt("encoding " + encoding + " of integers is unknown");
    }
  }
}
