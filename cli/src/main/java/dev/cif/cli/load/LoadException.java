package dev.cif.cli.load;

import java.io.IOException;

/** A load that cannot begin, go on or end; the message says why and what to do. */
public final class LoadException extends IOException {
  private static final long serialVersionUID = 1L;

  LoadException(String message) {
    super(message);
  }

  LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
