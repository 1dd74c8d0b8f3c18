package dev.cif.bench.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables in Markdown on the standard output, and figures for charts as a JSON file. */
final class Report {
  private final String title;
  private final StringBuilder text = new StringBuilder();
  private final List<Map<String, Object>> charts = new ArrayList<>();

  Report(String title) {
    this.title = title;
    line("## " + title);
  }

  /** A paragraph. */
  void line(String line) {
    text.append(line).append("\n\n");
  }

  /** A table whose columns line up; the first row is the head. */
  void table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], Math.max(3, row.get(c).length()));
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      text.append('|');
      for (int c = 0; c < columns; c++) {
        String cell = rows.get(r).get(c);
        String space = " ".repeat(widths[c] - cell.length());
        text.append(' ').append(c == 0 ? cell + space : space + cell).append(" |");
      }
      text.append('\n');
      if (r == 0) {
        text.append('|');
        for (int c = 0; c < columns; c++) {
          text.append("-".repeat(widths[c] + 1)).append(c == 0 ? "-|" : ":|");
        }
        text.append('\n');
      }
    }
    text.append('\n');
  }

  /** A ratio as text; nothing for null. */
  static String times(Double ratio) {
    return ratio == null ? "" : String.format(ratio < 10 ? "%.2fx" : "%.1fx", ratio);
  }

  /**
   * A chart.
   *
   * @param kind {@code bars} or {@code lines}
   * @param x the places on the x axis
   * @param series for each name a value at each place; null where there is none
   */
  void chart(
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

  /** Prints the text and writes {@code <title>.md} and {@code <title>.json}. */
  void finish(Path folder) throws IOException {
    System.out.print(text);
    Files.createDirectories(folder);
    String name =
        title.substring(0, title.indexOf(':')).toLowerCase(Locale.ROOT).replaceAll("[ .]", "-");
    Files.writeString(folder.resolve(name + ".md"), text);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("title", title);
    all.put("charts", charts);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(folder.resolve(name + ".json").toFile(), all);
  }
}
