package dev.cif.format.internal.codec;

/** Error of a codec's library about bytes that it could not decompress. */
final class MalformedDataException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedDataException(String message) {
    super(message);
  }

  MalformedDataException(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
