package dev.cif.format.internal.row;

import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.value.AbstractValue;
import dev.cif.format.vector.ColumnVector;
import java.math.BigDecimal;

/**
 * Value that is not NULL, at its content in the bytes of a block. This class serves primitive
 * types.
 */
class RowValue extends AbstractValue {
  final RowSource source;
  private final ValueDecoder decoder;
  private final int position;

  RowValue(RowSource source, ValueDecoder decoder, int position) {
    super(decoder.type(), false);
    this.source = source;
    this.decoder = decoder;
    this.position = position;
  }

  @Override
  protected final ErrorPlace place() {
    return source.place;
  }

  /** Returns a cursor at the content. */
  final RowCursor open() {
    return source.at(position);
  }

  private RowCursor openPrimitive() {
    source.counter.decoded++;
    return open();
  }

  @Override
  protected final long decodeLong() {
    return ((IntegerDecoder) decoder).content(openPrimitive());
  }

  @Override
  protected final double decodeDouble() {
    return ((DoubleDecoder) decoder).content(openPrimitive());
  }

  @Override
  protected final byte[] decodeBytes() {
    return ((BytesDecoder) decoder).content(openPrimitive());
  }

  @Override
  protected final BigDecimal decodeDecimal() {
    return ((DecimalDecoder) decoder).content(openPrimitive());
  }

  @Override
  protected final long decodeSeconds() {
    return openPrimitive().svarint();
  }

  @Override
  protected final int decodeNanos() {
    RowCursor c = openPrimitive();
    c.uvarint();
    return ((TimestampDecoder) decoder).nanos(c);
  }

  @Override
  protected final void decodeInto(ColumnVector vector) {
    decoder.readContent(open(), vector);
  }
}
