package dev.cif.qtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.Result;
import dev.cif.qtests.QueryFile.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One pass of a file over one format: in a database of its own that is dropped afterwards, with the
 * settings that it changed put back.
 */
final class QueryRun {
  private static final boolean TIMES = Boolean.getBoolean("qtests.times");
  private static final Pattern SET =
      Pattern.compile("set\\s+([\\w.]+)\\s*=.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final EmbeddedHive hive;
  private final Path dir;
  private final boolean twice;
  private final Mask mask;
  private final Deque<String> restore = new ArrayDeque<>();

  /**
   * A pass.
   *
   * @param dir an empty folder for what {@code ${dir}} names
   * @param twice whether a file in both modes asks each query in both; else every second one is
   *     asked row by row
   */
  QueryRun(EmbeddedHive hive, Path dir, boolean twice) {
    this.hive = hive;
    this.dir = dir;
    this.twice = twice;
    this.mask = new Mask(dir.toString());
  }

  /** Runs every step, or only those shared with the peer, and gives the answer of each. */
  Map<Step, Answer> run(QueryFile file, String format, boolean peer)
      throws HiveStatementException, IOException {
    Files.createDirectories(dir);
    Map<Step, Answer> answers = new LinkedHashMap<>();
    hive.run("CREATE DATABASE q");
    try {
      hive.run("USE q");
      boolean byRows = false;
      for (Step step : file.steps()) {
        if (step.onPeer() || !peer) {
          boolean inBothModes = file.inBothModes() && step.query() && !step.fails() && !peer;
          boolean firstByRows = inBothModes && !twice && byRows;
          Answer answer =
              firstByRows ? answerByRows(file, step, format) : answer(file, step, format);
          answers.put(step, answer);
          if (inBothModes && twice) {
            assertEquals(
                answer.text(),
                answerByRows(file, step, format).text(),
                () -> place(file, step, format) + "vectors and rows disagree");
          }
          byRows ^= inBothModes;
        }
      }
    } finally {
      hive.run("USE default");
      hive.run("DROP DATABASE q CASCADE");
      while (!restore.isEmpty()) {
        hive.run(restore.pop());
      }
    }
    return answers;
  }

  private Answer answerByRows(QueryFile file, Step step, String format)
      throws HiveStatementException {
    hive.run("SET hive.vectorized.execution.enabled=false");
    try {
      return answer(file, step, format);
    } finally {
      hive.run("SET hive.vectorized.execution.enabled=true");
    }
  }

  private Answer answer(QueryFile file, Step step, String format) throws HiveStatementException {
    String sql = step.sql().replace("${format}", format).replace("${dir}", dir.toString());
    remember(sql);
    Result result;
    try {
      result = hive.run(sql);
      if (TIMES) {
        System.out.printf("%6.2f s  %s: %s%n", result.seconds(), format, sql.replace('\n', ' '));
      }
    } catch (HiveStatementException e) {
      if (step.fails()) {
        return Answer.of(e, mask);
      }
      throw new AssertionError(place(file, step, format) + e.getMessage(), e);
    }
    if (step.fails()) {
      throw new AssertionError(place(file, step, format) + "ran, but should have been refused");
    }
    return Answer.of(result, step, mask);
  }

  private void remember(String sql) throws HiveStatementException {
    Matcher matcher = SET.matcher(sql);
    if (matcher.matches()) {
      String now = hive.run("SET " + matcher.group(1)).lines().get(0);
      restore.push(now.contains("=") ? "SET " + now : "RESET " + matcher.group(1));
    }
  }

  private static String place(QueryFile file, Step step, String format) {
    return file.name() + ".q, line " + step.line() + ", on " + format + ": " + step.sql() + "\n";
  }
}
