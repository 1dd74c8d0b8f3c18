package dev.cif.cli.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.cli.text.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** Option {@code --json} of the commands that print tables. */
final class JsonOption {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Option(
      names = "--json",
      description =
          "Prints JSON instead of tables: an object a row, whose names are the titles in lower case"
              + " with _ for spaces. Amounts are plain numbers, of bytes where they are sizes.")
  private boolean json;

  boolean isGiven() {
    return json;
  }

  /** Prints a table, or a list of its rows. */
  void print(PrintStream out, TextTable table) throws IOException {
    out.print(json ? text(rows(table, JsonOption::name)) : table.toString());
    out.flush();
  }

  /** Prints a table whose titles are the user's, and stay unchanged. */
  void printAsNamed(PrintStream out, TextTable table) throws IOException {
    out.print(json ? text(rows(table, title -> title)) : table.toString());
    out.flush();
  }

  /** Prints several tables, with an empty line between them, or an object with a list for each. */
  void print(PrintStream out, Map<String, TextTable> tables) throws IOException {
    if (json) {
      ObjectNode all = MAPPER.createObjectNode();
      tables.forEach((name, table) -> all.set(name, rows(table, JsonOption::name)));
      out.print(text(all));
    } else {
      out.print(String.join("\n", tables.values().stream().map(TextTable::toString).toList()));
    }
    out.flush();
  }

  private static String name(String title) {
    return title.toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  private static ArrayNode rows(TextTable table, UnaryOperator<String> name) {
    ArrayNode rows = MAPPER.createArrayNode();
    for (Map<String, Object> row : table.rows()) {
      ObjectNode node = rows.addObject();
      row.forEach((title, value) -> node.set(name.apply(title), MAPPER.valueToTree(value)));
    }
    return rows;
  }

  private static String text(Object node) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
  }
}
