package dev.cif.cli.source;

import java.io.IOException;

/**
 * Reports that a file to load, or a row of it, cannot be read; the message names file and place.
 */
public final class SourceException extends IOException {
  private static final long serialVersionUID = 1L;

  SourceException(String message) {
    super(message);
  }

  SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
