package dev.cif.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Report of headings, lists and tables as text, with figures for charts as a JSON file. */
public final class Report {
  private final boolean markdown;
  private final StringBuilder text = new StringBuilder();
  private final List<Map<String, Object>> charts = new ArrayList<>();

  /**
   * Creates an empty report.
   *
   * @param markdown true for Markdown, false for a terminal
   */
  public Report(boolean markdown) {
    this.markdown = markdown;
  }

  /** Adds a heading; level 1 is the highest. */
  public void heading(int level, String heading) {
    text.append(markdown ? "#".repeat(level) + " " : "").append(heading).append('\n');
    endOfParagraph();
  }

  private void endOfParagraph() {
    if (markdown) {
      text.append('\n');
    }
  }

  /** Adds text as it is. */
  public void text(String more) {
    text.append(more);
  }

  /** Adds a paragraph. */
  public void line(String line) {
    text.append(line).append("\n\n");
  }

  public void list(List<String> lines) {
    lines.forEach(line -> text.append(markdown ? "- " : "  ").append(line).append('\n'));
    text.append('\n');
  }

  /** Begins a table, whose head is a line of cells divided by bars. */
  public static List<List<String>> head(String cells) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of(cells.split(" \\| ", -1)));
    return table;
  }

  /** Adds a table whose columns line up; the first row is the head. */
  public void table(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    Arrays.fill(widths, 3);
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    row(rows.get(0), widths);
    if (markdown) {
      text.append('|');
      for (int c = 0; c < widths.length; c++) {
        text.append("-".repeat(widths[c] + 1)).append(c == 0 ? "-|" : ":|");
      }
      text.append('\n');
    }
    rows.subList(1, rows.size()).forEach(row -> row(row, widths));
    text.append('\n');
  }

  private void row(List<String> cells, int[] widths) {
    text.append(markdown ? "|" : "");
    for (int c = 0; c < widths.length; c++) {
      String cell = cells.get(c);
      String space = " ".repeat(widths[c] - cell.length());
      text.append(' ').append(c == 0 ? cell + space : space + cell).append(markdown ? " |" : " ");
    }
    text.append('\n');
  }

  /** Formats a ratio; null is an empty text. */
  public static String times(Double ratio) {
    return ratio == null ? "" : String.format(ratio < 10 ? "%.2fx" : "%.1fx", ratio);
  }

  /**
   * Adds a chart.
   *
   * @param kind {@code bars} or {@code lines}
   * @param x labels on the x axis
   * @param series values by name, one for each label; null for a missing one
   */
  public void chart(
      String kind,
      String heading,
      String unit,
      boolean logarithmic,
      List<String> x,
      Map<String, List<Double>> series) {
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("kind", kind);
    chart.put("heading", heading);
    chart.put("unit", unit);
    chart.put("logarithmic", logarithmic);
    chart.put("x", x);
    chart.put("series", series);
    charts.add(chart);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /**
   * Writes the text and the charts as {@code .md} and {@code .json} files.
   *
   * @param name name of the files
   */
  public void write(Path folder, String name, String title) throws IOException {
    write(folder, name, ".md", title);
  }

  /** Writes the text as a file of another ending, and the charts. */
  public void write(Path folder, String name, String ending, String title) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name + ending), text);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("title", title);
    all.put("charts", charts);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(folder.resolve(name + ".json").toFile(), all);
  }
}
