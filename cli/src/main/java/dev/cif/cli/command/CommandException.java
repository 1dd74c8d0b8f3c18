package dev.cif.cli.command;

/** A command could not do what was asked; the message says all there is to say. Exit code 1. */
final class CommandException extends Exception {
  private static final long serialVersionUID = 1L;

  CommandException(String message) {
    super(message);
  }

  CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
