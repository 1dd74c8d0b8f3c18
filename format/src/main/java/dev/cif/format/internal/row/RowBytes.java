package dev.cif.format.internal.row;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.ColumnVector;

/**
 * Rows of all columns as bytes: the values one after another, each as in FORMAT.md section 7.1. No
 * file of the format contains such bytes. Not thread-safe.
 */
public final class RowBytes {
  private final ColumnVector[] vectors;
  private final ValueEncoder[] encoders;
  private final ValueDecoder[] decoders;
  private final DecodeCounter counter = new DecodeCounter();

  /** Creates a converter of values to and from the vectors, one vector a column. */
  public RowBytes(ColumnVector[] vectors) {
    this.vectors = vectors;
    encoders = new ValueEncoder[vectors.length];
    decoders = new ValueDecoder[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      encoders[i] = ValueEncoder.of(vectors[i]);
      decoders[i] = ValueDecoder.of(vectors[i].type());
    }
  }

  /**
   * Appends the bytes of a value.
   *
   * @throws IllegalArgumentException if the column's type can't hold the value
   */
  public void write(int column, int row, Output out) {
    encoders[column].value(row, out);
  }

  /**
   * Appends a row's values to the vectors, which may share the bytes from then on.
   *
   * @param array array that is longer than the end by {@link
   *     dev.cif.format.internal.io.Input#SLACK}
   */
  public void read(byte[] array, int start, int end) {
    RowSource source = new RowSource(array, start, end, counter, ErrorPlace.UNKNOWN);
    RowCursor cursor = source.at(start);
    for (int i = 0; i < vectors.length; i++) {
      decoders[i].read(cursor, 1, vectors[i]);
    }
  }
}
