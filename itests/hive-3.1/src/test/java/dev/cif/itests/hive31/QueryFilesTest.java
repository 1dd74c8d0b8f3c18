package dev.cif.itests.hive31;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts of {@code qtests/queries} without syntax of Hive 4 answer on CIF as on ORC, in Hive 3.1.
 */
@Tag("nightly")
class QueryFilesTest {
  private static final Path QUERIES = Path.of("../../qtests/queries").toAbsolutePath().normalize();
  private static final Pattern ORDERED =
      Pattern.compile("ORDER BY [^)]*$", Pattern.CASE_INSENSITIVE);

  @TempDir static Path home;
  private static Hive31 hive;

  @BeforeAll
  static void start() throws IOException {
    hive = new Hive31(home);
  }

  @AfterEach
  void setBack() {
    hive.run("RESET");
    hive.run("USE default");
  }

  /**
   * Returns the statements of a script; those that its comments give to one format are left out.
   */
  private static List<String> statements(String script) throws IOException {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    boolean isLeftOut = false;
    for (String line : Files.readAllLines(QUERIES.resolve(script + ".q"))) {
      if (line.startsWith("--")) {
        isLeftOut |= line.contains("cif-only") || line.equals("-- fails");
        continue;
      }
      statement.append(line).append('\n');
      if (line.stripTrailing().endsWith(";")) {
        String sql = statement.toString().strip();
        if (!isLeftOut) {
          statements.add(sql.substring(0, sql.length() - 1));
        }
        statement.setLength(0);
        isLeftOut = false;
      }
    }
    return statements;
  }

  private static List<String> run(String script, String format) throws IOException {
    String database = script + "_" + format;
    hive.run("CREATE DATABASE " + database);
    hive.run("USE " + database);
    hive.run("RESET");
    hive.run("SET hive.execution.engine=mr");
    List<String> answers = new ArrayList<>();
    for (String sql : statements(script)) {
      List<String> rows = new ArrayList<>(hive.run(sql.replace("${format}", format)));
      if (!ORDERED.matcher(sql).find()) {
        rows.sort(null);
      }
      answers.add(sql + "\n" + String.join("\n", rows));
    }
    return answers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "column_names",
        "drop_truncate",
        "empty_table",
        "insert_multi",
        "insert_overwrite",
        "limit_order",
        "null_patterns",
        "partition_static",
        "ppd_complex",
        "ppd_or_not",
        "predicates_string",
        "types_decimal",
        "types_integer"
      })
  void script_hasTheAnswersOfOrc(String script) throws IOException {
    List<String> expected = run(script, "orc");
    List<String> found = run(script, "cif");
    assertFalse(expected.isEmpty());
    assertEquals(String.join("\n\n", expected), String.join("\n\n", found));
  }
}
