package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class JsonOptionTest {
  private static final Set<String> PRINT_TABLES =
      Set.of("meta", "compact", "placement", "history", "sql");

  @TempDir static Path folder;
  private static Path table;

  @BeforeAll
  static void load() throws Exception {
    table = Run.table(folder, "1,x\n2,y\n3,\n", "a int, b string", "--rows-per-split", 2);
  }

  /** A command that links tables prints some; a new one must be in the test below, too. */
  @Test
  void commands_thatPrintTables_areThoseWithTheOption() throws Exception {
    Set<String> linked = new TreeSet<>();
    Set<String> given = new TreeSet<>();
    for (Class<?> command : Cif.class.getAnnotation(Command.class).subcommands()) {
      String name = command.getAnnotation(Command.class).name();
      try (InputStream in = command.getResourceAsStream(command.getSimpleName() + ".class")) {
        if (in != null
            && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                .contains("dev/cif/cli/text/TextTable")) {
          linked.add(name);
        }
      }
      if (new CommandLine(command).getCommandSpec().findOption("--json") != null) {
        given.add(name);
      }
    }
    assertEquals(new TreeSet<>(PRINT_TABLES), linked);
    assertEquals(linked, given);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "meta TABLE",
        "compact --dry-run TABLE",
        "compact TABLE",
        "placement TABLE",
        "sql --home HOME --engine mr -e select?1?AS?n"
      })
  void json_ofEachCommandThatPrintsATable_parses(String line) throws Exception {
    List<Object> words = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      words.add(
          word.equals("TABLE")
              ? table
              : word.equals("HOME") ? folder.resolve("home") : word.replace('?', ' '));
    }
    words.add("--json");
    Run run = Run.good(words.toArray());
    List<JsonNode> all = values(run.out());
    assertEquals(1, all.size(), run.out());
    assertFalse(all.get(0).isEmpty(), run.out());
    expectSnakeCase(all.get(0));
  }

  private static List<JsonNode> values(String text) throws Exception {
    List<JsonNode> values = new ArrayList<>();
    try (JsonParser parser = Run.JSON.createParser(text)) {
      while (parser.nextToken() != null) {
        values.add(Run.JSON.readTree(parser));
      }
    }
    return values;
  }

  private static void expectSnakeCase(JsonNode node) {
    node.fieldNames().forEachRemaining(name -> assertTrue(name.matches("[a-z0-9_]+"), name));
    node.forEach(JsonOptionTest::expectSnakeCase);
  }

  @Test
  void json_amounts_areNumbers() throws Exception {
    Path own = Run.table(Files.createDirectory(folder.resolve("own")), "1\n2\n", "a int");
    JsonNode folders = Run.JSON.readTree(Run.good("placement", own, "--json").out()).get("folders");
    assertTrue(folders.get(0).get("splits").isInt());
    assertTrue(folders.get(0).get("to_move").isInt());
    assertEquals(1, folders.get(0).get("together").doubleValue());
  }

  @Test
  void json_ofSql_hasEachTypeOfValue() throws Exception {
    String sql =
        "SELECT 1 AS a, 1.50 AS d, cast('NaN' AS double) AS nan, true AS t, 'x' AS `My text`,"
            + " map('k', 1) AS m, cast(null AS int) AS n; SELECT 'second' AS s";
    Run run =
        Run.good("sql", "--home", folder.resolve("home"), "--engine", "mr", "--json", "-e", sql);
    assertEquals(
        List.of(
            "[{\"a\":1,\"d\":1.5,\"nan\":\"NaN\",\"t\":true,\"my text\":\"x\","
                + "\"m\":\"{\\\"k\\\":1}\",\"n\":null}]",
            "[{\"s\":\"second\"}]"),
        values(run.out()).stream().map(JsonNode::toString).toList());
  }
}
