package dev.cif.cli.load;

import java.io.IOException;

/** Reports a load that cannot begin, go on or end; the message tells the reason and the remedy. */
public final class LoadException extends IOException {
  private static final long serialVersionUID = 1L;

  LoadException(String message) {
    super(message);
  }

  LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
