package dev.cif.cli.text;

/**
 * A cell of a table, for people and for programs.
 *
 * @param text for people
 * @param value for programs: a string, a number, a boolean, or null if there is none
 */
public record Cell(String text, Object value) {
  /** {@code 1,234,567}. */
  public static Cell count(long number) {
    return new Cell(Amounts.count(number), number);
  }

  /** {@code 12.3 MiB}; for programs in bytes. */
  public static Cell bytes(long bytes) {
    return new Cell(Amounts.bytes(bytes), bytes);
  }

  /** The same for both. */
  public static Cell text(String text) {
    return new Cell(text, text);
  }
}
