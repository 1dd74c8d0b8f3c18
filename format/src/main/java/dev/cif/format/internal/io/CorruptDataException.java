package dev.cif.format.internal.io;

/**
 * Bytes that break a rule of the format, found while decoding. Unchecked, because decoders run in
 * tight loops. The reader's border turns it into a {@link dev.cif.format.schema.CifException} with
 * file and column.
 */
public final class CorruptDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final long offset;

  /**
   * Creates the exception.
   *
   * @param offset offset in bytes from the start of the block or footer; negative if unknown
   */
  public CorruptDataException(long offset, String message) {
    super(message);
    this.offset = offset;
  }

  public long offset() {
    return offset;
  }
}
