package dev.cif.format.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Contract of all engines with SQL: the queries of {@code testdata/engines/queries.txt} have the
 * answers that stand there, over tables that the engine writes by {@code tables.sql}, and over
 * those that each engine once wrote. The answers came from ORC in Hive, which is asked again at
 * night.
 *
 * <p>{@code -Dcif.engines.folder=DIR} has the tables written into a folder that stays, and {@code
 * -Dcif.engines.answers=true} writes the answers anew from the engine's other format.
 */
public abstract class EnginesContract {
  private static final Path TESTDATA = testdata();
  private static final Path QUERIES = TESTDATA.resolve("queries.txt");
  private static final List<String> TABLES = List.of("facts", "visits", "names", "grown");
  private static final Pattern ORDERED = Pattern.compile("ORDER BY [^)]*$");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

  /** At night all queries are asked, else each third. */
  private static final int STEP = Boolean.getBoolean("cif.nightly") ? 1 : 3;

  @TempDir Path temporary;

  /**
   * Query with its answer.
   *
   * @param sql text with {@code {t}} before the names of tables
   * @param answer its rows, with tabs between the columns
   */
  private record Query(String sql, List<String> answer) {}

  /** Words of statements that differ by engine: {@code create}, {@code using}, {@code stored}. */
  protected abstract Map<String, String> cif();

  /** Words by which the same statements make tables of another format. */
  protected abstract Map<String, String> peer();

  /**
   * Runs a statement.
   *
   * @return its rows as Hive prints them, with tabs between the columns
   */
  protected abstract List<String> run(String sql) throws Exception;

  /** Makes the partitions known that are in the folder of a table {@code visits}. */
  protected void addPartitions(String table) throws Exception {
    for (String partition :
        List.of(
            "day = '2024-02-29', zone = 'eu'",
            "day = '2024-03-01', zone = 'a b/c=d'",
            "day = '2024-03-01', zone = 'u%41'")) {
      run("ALTER TABLE " + table + " ADD PARTITION (" + partition + ")");
    }
  }

  private static Path testdata() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("testdata/engines"))) {
      at = at.getParent();
    }
    return at.resolve("testdata/engines");
  }

  /** Returns the names of engines of which there are tables. */
  static List<String> writers() throws IOException {
    try (Stream<Path> all = Files.list(TESTDATA)) {
      return all.filter(Files::isDirectory).map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static List<Query> queries() throws IOException {
    List<Query> queries = new ArrayList<>();
    for (String part : Files.readString(QUERIES).split("\n\n", -1)) {
      List<String> lines = part.strip().lines().toList();
      queries.add(new Query(lines.get(0), lines.subList(1, lines.size())));
    }
    return queries;
  }

  private void make(String prefix, Path folder, Map<String, String> words, boolean isWritten)
      throws Exception {
    for (String table : TABLES) {
      run("DROP TABLE IF EXISTS " + prefix + table);
    }
    String all =
        Files.readAllLines(TESTDATA.resolve("tables.sql")).stream()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"));
    for (Map.Entry<String, String> word : words.entrySet()) {
      all = all.replace("{" + word.getKey() + "}", word.getValue());
    }
    all = all.replace("{folder}", folder.toUri().toString().replaceAll("/$", ""));
    for (String statement : all.replace("{t}", prefix).split(";(\n|$)", -1)) {
      String sql = statement.strip();
      if (!sql.isEmpty() && (isWritten || !sql.startsWith("INSERT"))) {
        run(sql);
      }
    }
    if (!isWritten) {
      addPartitions(prefix + "visits");
    }
  }

  private void check(String prefix) throws Exception {
    StringBuilder expected = new StringBuilder();
    StringBuilder found = new StringBuilder();
    List<Query> queries = queries();
    assertTrue(queries.size() >= 40);
    for (int i = 0; i < queries.size(); i += STEP) {
      Query query = queries.get(i);
      String sql = query.sql().replace("{t}", prefix);
      String right = text(query.sql(), query.answer());
      String answer = text(query.sql(), run(sql));
      if (!answer.equals(right)) {
        expected.append(sql).append('\n').append(right).append("\n\n");
        found.append(sql).append('\n').append(answer).append("\n\n");
      }
    }
    assertEquals(expected.toString(), found.toString());
  }

  private static String text(String sql, List<String> rows) {
    List<String> texts = new ArrayList<>();
    for (String row : rows) {
      texts.add(
          Arrays.stream(row.split("\t", -1))
              .map(EnginesContract::cell)
              .collect(Collectors.joining("\t")));
    }
    if (!ORDERED.matcher(sql).find()) {
      texts.sort(null);
    }
    return String.join("\n", texts);
  }

  /** Returns a value without what only some engines print: zeros at the end of a fraction. */
  private static String cell(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    if (TIME.matcher(text).lookingAt()) {
      return text.replaceAll("\\.?0*$", "");
    }
    try {
      return new BigDecimal(text).stripTrailingZeros().toPlainString();
    } catch (NumberFormatException e) {
      return text;
    }
  }

  @Test
  void tablesThatTheEngineWrites_haveTheAnswersOfOrc() throws Exception {
    String kept = System.getProperty("cif.engines.folder");
    make("own_", kept == null ? temporary : Path.of(kept), cif(), true);
    check("own_");
  }

  @Tag("nightly")
  @Test
  void tablesOfAnotherFormat_haveTheAnswers() throws Exception {
    make("peer_", temporary, peer(), true);
    if (Boolean.getBoolean("cif.engines.answers")) {
      List<String> parts = new ArrayList<>();
      for (Query query : queries()) {
        String rows = text(query.sql(), run(query.sql().replace("{t}", "peer_")));
        parts.add((query.sql() + "\n" + rows).strip());
      }
      Files.writeString(QUERIES, String.join("\n\n", parts) + "\n");
    }
    check("peer_");
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("writers")
  void tablesThatEachEngineWrote_haveTheAnswers(String writer) throws Exception {
    make("other_", TESTDATA.resolve(writer), cif(), false);
    check("other_");
  }
}
