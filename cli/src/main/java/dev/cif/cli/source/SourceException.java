package dev.cif.cli.source;

import java.io.IOException;

/** A file to load that cannot be read, or a row of it; the message names file and place. */
public final class SourceException extends IOException {
  private static final long serialVersionUID = 1L;

  SourceException(String message) {
    super(message);
  }

  SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
