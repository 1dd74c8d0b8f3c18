package dev.cif.format.internal.row;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;

/** Writes the bodies of blocks in the paper's layouts, FORMAT.md section 7. */
public final class RowEncoder {
  private RowEncoder() {}

  /**
   * Appends the body of a block that holds {@code count} values from value {@code from} on.
   *
   * @param options layout (any but auto), codec and skip distances
   * @throws IllegalArgumentException for a value that the type cannot hold, such as a map's NULL
   *     key, and for layout dcsl on anything but maps; the appended bytes are undefined then
   */
  public static void encode(
      ColumnVector vector, int from, int count, ColumnOptions options, Output body) {
    switch (options.layout()) {
      case PLAIN -> plain(ValueEncoder.of(vector), from, count, body);
      case BLOCK -> compressed(vector, from, count, options.compression(), body);
      case SKIPLIST -> skipList(ValueEncoder.of(vector), from, count, options.skips(), body);
      case DCSL -> {
        if (!(vector instanceof MapVector maps)) {
          throw new IllegalArgumentException(
              "layout dcsl is for maps, not for a column of type " + vector.type());
        }
        new DcslEncoder(maps, from, count).encode(options.skips(), body);
      }
      case AUTO ->
          throw new IllegalArgumentException("layout " + Layout.AUTO.text() + " stores no rows");
    }
  }

  private static void plain(ValueEncoder values, int from, int count, Output body) {
    for (int i = from; i < from + count; i++) {
      values.value(i, body);
    }
  }

  private static void skipList(
      ValueEncoder values, int from, int count, SkipDistances distances, Output body) {
    SkipListWriter skips = new SkipListWriter(distances, body);
    for (int row = 0; row < count; row++) {
      skips.beforeRow(row);
      values.value(from + row, body);
    }
    skips.end();
  }

  private static void compressed(
      ColumnVector vector, int from, int count, Compression compression, Output body) {
    Output raw = new Output(1 << 12);
    plain(ValueEncoder.of(vector), from, count, raw);
    int start = body.size();
    body.u8(compression.id());
    body.uvarint(raw.size());
    int compressedStart = body.size();
    Codec.of(compression).compress(raw.array(), 0, raw.size(), body);
    // Section 9: a reader refuses greater ratios, so the bytes stay uncompressed.
    if (!Codec.isLengthAllowed(raw.size(), body.size() - compressedStart)) {
      body.truncate(start);
      body.u8(Compression.NONE.id());
      body.uvarint(raw.size());
      body.raw(raw.array(), 0, raw.size());
    }
  }
}
