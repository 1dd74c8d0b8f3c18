package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of the command line.
 *
 * @param status the exit code
 * @param out what it printed
 * @param err what it complained of
 */
public record Run(int status, String out, String err) {
  public static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** Runs a command line, whatever comes of it. */
  public static Run of(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = new String[args.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = args[i].toString();
    }
    int status =
        Cif.run(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words);
    return new Run(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command line that must succeed. */
  public static Run good(Object... args) {
    Run run = of(args);
    assertEquals(0, run.status(), run.err());
    return run;
  }

  /**
   * Loads lines of CSV.
   *
   * @param folder gets the lines, and the table
   * @param options of {@code cif load}
   * @return the table
   */
  public static Path table(Path folder, CharSequence lines, String schema, Object... options)
      throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), lines);
    Path table = folder.resolve("table");
    List<Object> words =
        new ArrayList<>(List.of("load", "--from", "csv", csv, "--to", table, "--schema", schema));
    words.addAll(List.of(options));
    good(words.toArray());
    return table;
  }

  /** Runs a command line that must fail with this status and one line of error. */
  public static String bad(int status, Object... args) {
    Run run = of(args);
    assertEquals(status, run.status(), run.out() + run.err());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("cif: ")).toList();
    assertEquals(1, errors.size(), run.err());
    return errors.get(0);
  }

  /** The lines of output, each a JSON value. */
  public List<JsonNode> json() throws JsonProcessingException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : out.lines().toList()) {
      rows.add(JSON.readTree(line));
    }
    return rows;
  }

  /** A JSON tree as it is after being written and parsed: numbers compare then. */
  public static JsonNode plain(JsonNode node) throws JsonProcessingException {
    return JSON.readTree(node.toString());
  }
}
