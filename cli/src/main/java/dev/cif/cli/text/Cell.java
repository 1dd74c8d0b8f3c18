package dev.cif.cli.text;

/**
 * Cell of a table, for people and for programs.
 *
 * @param text form for people
 * @param value form for programs: a string, a number, a boolean, or null if there is none
 */
public record Cell(String text, Object value) {
  /** Returns the cell of a number: {@code 1,234,567}. */
  public static Cell count(long number) {
    return new Cell(Amounts.count(number), number);
  }

  /** Returns the cell of a number of bytes: {@code 12.3 MiB}; plain bytes for programs. */
  public static Cell bytes(long bytes) {
    return new Cell(Amounts.bytes(bytes), bytes);
  }

  /** Returns a cell with one form for both. */
  public static Cell text(String text) {
    return new Cell(text, text);
  }
}
