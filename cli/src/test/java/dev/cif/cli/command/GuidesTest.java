package dev.cif.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.ql.parse.ParseDriver;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guide pages are true: SQL and commands of those that a user follows step by step print what
 * stands below them, and SQL of all others is Hive's.
 */
@Tag("nightly")
class GuidesTest {
  private static final Path ROOT = Path.of("..");

  /** Folder in which the pages have their files. */
  private static final String PLACE = "/tmp/cif-tutorial";

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  private static final Pattern END = Pattern.compile(";(?=\\s)");

  @TempDir Path folder;

  private final StringBuilder statements = new StringBuilder();
  private final StringBuilder expected = new StringBuilder();

  /** Text between two fences, with the language after the first of them. */
  private record Block(String language, String text) {}

  @BeforeEach
  void makesThePlace() throws IOException {
    Files.createDirectories(folder.resolve("home"));
  }

  /** Statements of several pages go to one Hive, as starting it is what takes most of the time. */
  @Test
  void guides_sqlAndCommands_printWhatThePagesSay() throws Exception {
    int compared = 0;
    for (String page : List.of("README.md", "docs/migration.md", "docs/tutorial.md")) {
      List<Block> blocks = blocks(ROOT.resolve(page));
      for (int i = 0; i < blocks.size(); i++) {
        Block block = blocks.get(i);
        boolean isAnswered = i + 1 < blocks.size() && blocks.get(i + 1).language().isEmpty();
        String answer = isAnswered ? blocks.get(i + 1).text() : "";
        if (block.language().equals("sql")) {
          statements.append(block.text());
          expected.append(answer);
        } else if (block.language().equals("sh")) {
          runSql();
          String said = runLines(block.text());
          if (isAnswered) {
            assertEquals(answer, said, page + ": " + block.text());
          }
        } else {
          continue;
        }
        compared += answer.isEmpty() ? 0 : 1;
      }
    }
    runSql();
    assertTrue(compared >= 9, "only " + compared + " blocks of output were found");
  }

  private void runSql() throws IOException {
    if (statements.length() == 0) {
      return;
    }
    Path script = folder.resolve("guide.sql");
    Files.writeString(script, statements);
    Run run = Run.good("sql", "--home", folder.resolve("home"), "-f", script);
    assertEquals(expected.toString(), run.out(), statements.toString());
    statements.setLength(0);
    expected.setLength(0);
  }

  /** Runs what bin/cif does within this process, and the rest by the shell. */
  private String runLines(String lines) throws Exception {
    StringBuilder out = new StringBuilder();
    for (String line : lines.lines().toList()) {
      if (line.startsWith("bin/cif ")) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line.substring("bin/cif ".length()));
        while (word.find()) {
          words.add(word.group(1) != null ? word.group(1) : word.group().replace("\"", ""));
        }
        out.append(Run.good(words.toArray()).out());
      } else {
        Process shell = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, shell.waitFor(), line + ": " + said);
        out.append(said);
      }
    }
    return out.toString();
  }

  /** Statements with `...` in them are sketches. */
  @Test
  void pages_sql_isWhatHiveParses() throws Exception {
    int parsed = 0;
    for (Path page : pages()) {
      for (Block block : blocks(page)) {
        if (!block.language().equals("sql")) {
          continue;
        }
        String text = block.text().replaceAll("(?m)--.*$", "");
        for (String statement : END.splitAsStream(text).toList()) {
          if (statement.isBlank() || statement.contains("...") || isForTheShell(statement)) {
            continue;
          }
          try {
            new ParseDriver().parse(statement.strip());
          } catch (ParseException e) {
            throw new AssertionError(page + ": " + statement + ": " + e.getMessage(), e);
          }
          parsed++;
        }
      }
    }
    assertTrue(parsed > 30, "only " + parsed + " statements were found");
  }

  /** SET is the command line's, not the parser's. */
  private static boolean isForTheShell(String statement) {
    return statement.strip().regionMatches(true, 0, "SET ", 0, 4);
  }

  /** Pages of Hive's SQL; DuckDB and Impala have their own. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    pages.add(ROOT.resolve("storage-handler/README.md"));
    try (var guides = Files.list(ROOT.resolve("docs"))) {
      guides
          .filter(page -> page.toString().endsWith(".md") && !page.endsWith("IMPALA.md"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  private List<Block> blocks(Path page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      blocks.add(new Block(block.group(1), block.group(2).replace(PLACE, folder.toString())));
    }
    return blocks;
  }
}
