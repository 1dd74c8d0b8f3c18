package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/**
 * Encoding 5 of strings: codes of symbols, whose concatenation is the concatenation of the values.
 * After Boncz, Neumann and Leis, "FSST: Fast Random Access String Compression", PVLDB 13(11), 2020.
 * Codes may have more than a byte, and there is no escape.
 */
final class SymbolStrings extends ContentStrings {
  static final int ID = 5;

  static final int MAX_SYMBOLS = 1 << 16;
  static final int MAX_CODES = 1 << 24;

  private final Ints lengths;
  private final Strings symbols;
  private final int rawLength;
  private final Ints codes;
  private final long offset;

  private SymbolStrings(Ints lengths, Strings symbols, int rawLength, Ints codes, long offset) {
    super(lengths.size());
    this.lengths = lengths;
    this.symbols = symbols;
    this.rawLength = rawLength;
    this.codes = codes;
    this.offset = offset;
  }

  static SymbolStrings open(Input in, int n, Nesting nesting) {
    long offset = nesting.offset(in);
    Nesting inner = nesting.inner(in);
    Ints lengths = IntsDecoder.decode(in, n, inner);
    int m = atLeastOne(in, "the number of symbols", MAX_SYMBOLS);
    Strings symbols = StringsDecoder.decode(in, m, inner);
    int rawLength = atLeastOne(in, "the length of the values", Integer.MAX_VALUE);
    Codec.checkRawLength(in, rawLength, in.remaining());
    int c = atLeastOne(in, "the number of codes", MAX_CODES);
    Ints codes = IdInts.ofSymbols(IntsDecoder.decode(in, c, inner), m, offset);
    in.expectEnd("a stream of symbols");
    return new SymbolStrings(lengths, symbols, rawLength, codes, offset);
  }

  private static int atLeastOne(Input in, String what, int max) {
    int count = in.count(what, max);
    if (count == 0) {
      throw in.corrupt(what + " is 0");
    }
    return count;
  }

  /** Appends encoding and payload; the outputs hold streams. */
  static void write(
      Output lengths, int m, Output symbols, int rawLength, int c, Output codes, Output out) {
    out.u8(ID);
    out.sized(lengths);
    out.uvarint(m);
    out.sized(symbols);
    out.uvarint(rawLength);
    out.uvarint(c);
    out.sized(codes);
  }

  @Override
  Strings open() {
    SymbolExpansion expansion = new SymbolExpansion(symbols, rawLength, offset);
    long[] some = new long[Math.min(Bits.VECTOR, codes.size())];
    for (int from = 0; from < codes.size(); from += Bits.VECTOR) {
      int count = Math.min(Bits.VECTOR, codes.size() - from);
      codes.read(from, count, some, 0);
      expansion.append(some, count);
    }
    return PlainStrings.of(lengths, expansion.bytes(), 0, rawLength, offset);
  }

  @Override
  public int encoding() {
    return ID;
  }
}
