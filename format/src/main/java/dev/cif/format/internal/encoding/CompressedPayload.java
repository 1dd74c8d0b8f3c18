package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.Compression;
import java.util.function.Function;

/** Payload of a compressed stream of integers or strings that is not decompressed yet. */
final class CompressedPayload {
  private final Compression compression;
  private final Codec codec;
  private final Input bytes;
  private final int rawLength;
  private final Nesting nesting;

  private CompressedPayload(
      Compression compression, Codec codec, Input bytes, int rawLength, Nesting nesting) {
    this.compression = compression;
    this.codec = codec;
    this.bytes = bytes;
    this.rawLength = rawLength;
    this.nesting = nesting;
  }

  static CompressedPayload open(Input in, Nesting nesting) {
    Nesting inner = nesting.decompressed(in);
    int id = in.u8();
    if (id == Compression.NONE.id()) {
      throw in.corrupt("a compressed stream without a codec");
    }
    Codec codec = Codec.ofId(id, in);
    int rawLength = in.count("the length of decompressed data", Integer.MAX_VALUE);
    Codec.checkRawLength(in, rawLength, in.remaining());
    return new CompressedPayload(Compression.values()[id], codec, in, rawLength, inner);
  }

  /** Appends encoding and payload, and returns the number of compressed bytes among them. */
  static int write(int encoding, Goal goal, Output content, Output out) {
    out.u8(encoding);
    out.u8(goal.codec().id());
    out.uvarint(content.size());
    int start = out.size();
    goal.compressor().compress(content.array(), 0, content.size(), out);
    return out.size() - start;
  }

  String codecName() {
    return compression.text();
  }

  /** Returns the nesting of the content. */
  Nesting nesting() {
    return nesting;
  }

  /** Decompresses and opens the content. */
  <T> T content(Function<Input, T> opener) {
    byte[] raw = codec.decompress(bytes, rawLength);
    try {
      return opener.apply(new Input(raw, 0, rawLength));
    } catch (CorruptDataException e) {
      throw nesting.inBlock(e);
    }
  }
}
