package dev.cif.cli.command;

/** Reports that a command could not do its work; the message is complete. Exit code 1. */
final class CommandException extends Exception {
  private static final long serialVersionUID = 1L;

  CommandException(String message) {
    super(message);
  }

  CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
