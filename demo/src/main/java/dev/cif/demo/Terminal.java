package dev.cif.demo;

/** Formatter of text for a terminal, with ANSI colours or without. */
record Terminal(boolean colours) {
  /** Width of all output, in characters. */
  static final int WIDTH = 100;

  String bold(String text) {
    return marked("1", text);
  }

  String dim(String text) {
    return marked("2", text);
  }

  String good(String text) {
    return marked("32", text);
  }

  String warning(String text) {
    return marked("33", text);
  }

  String bad(String text) {
    return marked("31", text);
  }

  private String marked(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** Returns a line across the terminal. */
  String rule() {
    return dim("-".repeat(WIDTH));
  }

  /**
   * Cuts text to a number of characters, with dots for a part that is missing; tabs become spaces.
   */
  static String cut(String text, int width) {
    String line = text.replace("\t", "  ").replaceAll("\\R", " ");
    return line.length() <= width ? line : line.substring(0, width - 3) + "...";
  }

  static String left(String text, int width) {
    return cut(text, width) + " ".repeat(Math.max(0, width - text.length()));
  }

  static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  static String centre(String text, int width) {
    int before = Math.max(0, width - text.length()) / 2;
    return " ".repeat(before) + text + " ".repeat(Math.max(0, width - text.length() - before));
  }
}
