package dev.cif.qtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.Engine;
import dev.cif.embedded.HiveStatementException;
import dev.cif.qtests.QueryFile.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs files of {@code queries/} on one engine. CIF's answers must be those of {@code results/},
 * which were the peer format's, statement by statement, when they were written.
 *
 * <p>System properties: {@code qtests.only} is a regular expression of file names to run; {@code
 * qtests.peer=true} runs each file on the peer first and compares anew, and asks each query of a
 * file in both modes twice; {@code qtests.overwrite=true} does so, too, and writes the results
 * instead of comparing them. The peer is left out on an engine that must give the results of Tez.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QueryFilesTest {
  private static final Path QUERIES = Path.of("queries");
  private static final Path RESULTS = Path.of("results");
  private static final String FORMAT = System.getProperty("qtests.format", "CIF");
  private static final String ALL = ".*";
  private static final String ONLY = System.getProperty("qtests.only", ALL);
  private static final boolean OVERWRITE = Boolean.getBoolean("qtests.overwrite");
  private static final boolean PEER = OVERWRITE || Boolean.getBoolean("qtests.peer");

  private final Engine engine;
  private final Path home;
  private final Choice choice;
  private EmbeddedHive hive;

  /** Which of the files a class runs. */
  interface Choice {
    boolean takes(QueryFile file, int place);
  }

  QueryFilesTest(Engine engine, Choice choice) {
    this.engine = engine;
    this.choice = choice;
    this.home = Path.of("target", getClass().getSimpleName()).toAbsolutePath();
  }

  @BeforeAll
  void openHive() throws IOException {
    deleteTree(home);
    hive =
        EmbeddedHive.open(
            Options.temporary(home)
                .withEngine(engine)
                .withConf("hive.stats.column.autogather", "false")
                // Threads that move files to a table at a time may give two of them one name: of
                // an ORC table a file was lost so.
                .withConf("hive.mv.files.thread", "0")
                .withConf("hive.exec.dynamic.partition.mode", "nonstrict"));
  }

  @AfterAll
  void closeHive() throws IOException {
    if (hive != null) {
      hive.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> queries() throws IOException {
    try (Stream<Path> files = Files.list(QUERIES)) {
      List<Path> chosen =
          files
              .filter(file -> file.toString().endsWith(".q"))
              .filter(file -> file.getFileName().toString().replace(".q", "").matches(ONLY))
              .sorted()
              .toList();
      assertTrue(!chosen.isEmpty(), "No file in " + QUERIES + " matches " + ONLY);
      List<DynamicTest> tests = new ArrayList<>();
      for (int place = 0; place < chosen.size(); place++) {
        QueryFile file = QueryFile.read(chosen.get(place));
        boolean wanted = !file.nightly() || PEER || !ONLY.equals(ALL);
        if (wanted && choice.takes(file, place)) {
          tests.add(DynamicTest.dynamicTest(file.name(), () -> check(file)));
        }
      }
      return tests.stream();
    }
  }

  private void check(QueryFile file) throws IOException, HiveStatementException {
    Map<Step, Answer> expected = comparesWithPeer(file) ? run(file, file.peer(), true) : Map.of();
    Map<Step, Answer> actual = run(file, FORMAT, false);
    expected.forEach(
        (step, answer) ->
            assertEquals(
                answer.text(),
                actual.get(step).text(),
                () ->
                    file.name()
                        + ".q, line "
                        + step.line()
                        + ": "
                        + FORMAT
                        + " and "
                        + file.peer()
                        + " disagree on "
                        + step.sql()));
    String text = transcript(file, actual);
    if (OVERWRITE) {
      overwrite(file, text);
    } else {
      compare(file, text);
    }
  }

  private boolean comparesWithPeer(QueryFile file) {
    return PEER && (engine == Engine.TEZ || OVERWRITE || Files.exists(ownResult(file)));
  }

  private Map<Step, Answer> run(QueryFile file, String format, boolean peer)
      throws IOException, HiveStatementException {
    Path dir = home.resolve("q").resolve(file.name()).resolve(peer ? "peer" : "cif");
    return new QueryRun(hive, dir, PEER).run(file, format, peer);
  }

  private static String transcript(QueryFile file, Map<Step, Answer> answers) {
    StringBuilder text = new StringBuilder();
    for (Step step : file.steps()) {
      step.sql().lines().forEach(line -> text.append("> ").append(line).append('\n'));
      text.append(answers.get(step).text()).append('\n');
    }
    return text.toString();
  }

  private void compare(QueryFile file, String text) throws IOException {
    Path own = ownResult(file);
    Path golden = Files.exists(own) ? own : sharedResult(file);
    if (!Files.exists(golden)) {
      fail(golden + " is missing; -Dqtests.overwrite=true writes it, to be read before it is kept");
    }
    assertEquals(Files.readString(golden), text, () -> "Not as in " + golden);
  }

  /** Tez writes the shared result; another engine writes its own where it differs from that. */
  private void overwrite(QueryFile file, String text) throws IOException {
    Files.createDirectories(RESULTS);
    if (engine == Engine.TEZ) {
      Files.writeString(sharedResult(file), text);
    } else if (Files.exists(sharedResult(file))
        && Files.readString(sharedResult(file)).equals(text)) {
      Files.deleteIfExists(ownResult(file));
    } else {
      Files.writeString(ownResult(file), text);
    }
  }

  private static Path sharedResult(QueryFile file) {
    return RESULTS.resolve(file.name() + ".q.out");
  }

  private Path ownResult(QueryFile file) {
    return RESULTS.resolve(file.name() + ".q.out." + engine.hiveName());
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
