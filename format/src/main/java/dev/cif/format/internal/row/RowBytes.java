package dev.cif.format.internal.row;

import dev.cif.format.internal.BlockPlace;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.ColumnVector;

/**
 * Rows of all columns as bytes: the values one after another, each as FORMAT.md section 7.1 says.
 * Such bytes are in no file of the format. Not thread-safe.
 */
public final class RowBytes {
  private final ColumnVector[] vectors;
  private final ValueEncoder[] encoders;
  private final ValueDecoder[] decoders;
  private final DecodeCounter counter = new DecodeCounter();

  /** For values that are appended to vectors, one a column, or taken from them. */
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
   * @param array longer by {@link dev.cif.format.internal.io.Input#SLACK} than the end
   */
  public void read(byte[] array, int start, int end) {
    RowSource source = new RowSource(array, start, end, counter, BlockPlace.UNKNOWN);
    RowCursor cursor = source.at(start);
    for (int i = 0; i < vectors.length; i++) {
      decoders[i].read(cursor, 1, vectors[i]);
    }
  }
}
