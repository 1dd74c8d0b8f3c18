package dev.cif.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Table of text in aligned columns under a header. Not thread-safe. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String> header;
  private final boolean[] right;
  private final int[] widths;
  private final List<String[]> rows = new ArrayList<>();
  private final List<List<Cell>> cells = new ArrayList<>();

  /**
   * Creates an empty table.
   *
   * @param header headings of the columns; one that begins with {@code >} (left out in print)
   *     aligns its column to the right
   */
  public TextTable(List<String> header) {
    this.right = new boolean[header.size()];
    this.widths = new int[header.size()];
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < right.length; i++) {
      right[i] = header.get(i).startsWith(">");
      plain.add(right[i] ? header.get(i).substring(1) : header.get(i));
    }
    this.header = plain;
    widen(plain.toArray(new String[0]));
  }

  /** Adds a row of as many cells as there are columns. */
  public void add(Cell... cells) {
    if (cells.length != widths.length) {
      throw new IllegalArgumentException(cells.length + " cells, " + widths.length + " columns");
    }
    String[] row = new String[cells.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = oneLine(cells[i].text());
    }
    widen(row);
    rows.add(row);
    this.cells.add(List.of(cells));
  }

  /** Adds a row of text cells. */
  public void add(String... cells) {
    add(Arrays.stream(cells).map(Cell::text).toArray(Cell[]::new));
  }

  /** Returns the values of the rows by headings; among equal headings, later ones get a number. */
  public List<Map<String, Object>> rows() {
    List<String> names = new ArrayList<>();
    for (String heading : header) {
      String name = heading;
      for (int i = 2; names.contains(name); i++) {
        name = heading + "_" + i;
      }
      names.add(name);
    }
    List<Map<String, Object>> all = new ArrayList<>();
    for (List<Cell> row : cells) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (int i = 0; i < row.size(); i++) {
        values.put(names.get(i), row.get(i).value());
      }
      all.add(values);
    }
    return all;
  }

  private void widen(String[] row) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
    }
  }

  /** Escapes control characters, which would break the lines. */
  private static String oneLine(String cell) {
    StringBuilder line = new StringBuilder(cell.length());
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      switch (c) {
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> line.append(Character.isISOControl(c) ? '\ufffd' : c);
      }
    }
    return line.toString();
  }

  /** Appends the lines, header and rule first, each with a line feed. */
  public void print(StringBuilder out) {
    line(header.toArray(new String[0]), out);
    for (int i = 0; i < widths.length; i++) {
      out.append(i == 0 ? "" : GAP).append("-".repeat(widths[i]));
    }
    out.append('\n');
    for (String[] row : rows) {
      line(row, out);
    }
  }

  private void line(String[] cells, StringBuilder out) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String pad = " ".repeat(widths[i] - cells[i].codePointCount(0, cells[i].length()));
      line.append(i == 0 ? "" : GAP);
      line.append(right[i] ? pad + cells[i] : cells[i] + pad);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    print(out);
    return out.toString();
  }
}
