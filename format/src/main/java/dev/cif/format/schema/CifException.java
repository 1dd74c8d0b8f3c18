package dev.cif.format.schema;

import java.io.IOException;

/**
 * Error of the format: bad input, or a request that the data cannot satisfy.
 *
 * <p>Every instance says what is wrong, and where as far as it is known: the file, the column, and
 * the byte offset or the row. It is raised where the fault is known and never swallowed. Faults of
 * the storage below (a lost connection, a full disk) stay plain {@link IOException}s.
 */
public final class CifException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Greatest length of a message in characters; names and types in hostile files may be of any
   * length.
   */
  private static final int MAX_MESSAGE = 2000;

  public CifException(String message) {
    super(brief(message));
  }

  public CifException(String message, Throwable cause) {
    super(brief(message), cause);
  }

  private static String brief(String message) {
    return message == null || message.length() <= MAX_MESSAGE
        ? message
        : message.substring(0, MAX_MESSAGE) + " ... (" + message.length() + " characters)";
  }

  /**
   * Returns an error at a known place; {@code column} may be null, {@code offset} is negative if
   * unknown.
   */
  public static CifException at(Object file, String column, long offset, String message) {
    return new CifException(place(file, column, offset) + message);
  }

  /**
   * Returns an error at a known place with its cause, see {@link #at(Object, String, long,
   * String)}.
   */
  public static CifException at(
      Object file, String column, long offset, String message, Throwable cause) {
    return new CifException(place(file, column, offset) + message, cause);
  }

  private static String place(Object file, String column, long offset) {
    StringBuilder s = new StringBuilder().append(file);
    if (column != null) {
      s.append(", column '").append(column).append('\'');
    }
    if (offset >= 0) {
      s.append(", offset ").append(offset);
    }
    return s.append(": ").toString();
  }
}
