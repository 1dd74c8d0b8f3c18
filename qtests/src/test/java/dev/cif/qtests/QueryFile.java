package dev.cif.qtests;

import dev.cif.embedded.Statements;
import dev.cif.embedded.Statements.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One {@code .q} file.
 *
 * @param name file name without {@code .q}
 * @param peer the format that the answers are compared with
 * @param onMr whether it runs on MapReduce too, where Hive plans, reads or writes by other classes
 * @param inBothModes whether CIF answers each query a second time, row by row
 * @param nightly whether it runs in the nightly run alone, or when it is named: what it asks is
 *     mostly Hive's own work, or is asked by other tests too
 * @param steps its statements, in order
 */
record QueryFile(
    String name,
    String peer,
    boolean onMr,
    boolean inBothModes,
    boolean nightly,
    List<Step> steps) {
  private static final Pattern PEER = Pattern.compile("peer: *(\\w+)");
  private static final String ENGINES = "engines: tez, mr";
  private static final String NIGHTLY = "runs: nightly";
  private static final String MODES = "modes: vectors, rows";
  private static final Pattern QUERY =
      Pattern.compile(
          "\\(*(select|values|with(?!.*\\binsert\\s+(into|overwrite)\\b))\\b",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern ORDER_BY = Pattern.compile("\\border\\s+by\\b");

  /**
   * A statement and what its tags ask for.
   *
   * @param sql with the placeholders {@code ${format}} and {@code ${dir}} still in it
   * @param line where it starts, from 1
   * @param onPeer whether it runs on the peer too and is compared; false if tagged {@code cif-only}
   * @param fails whether Hive must refuse it, on every format; tagged {@code fails}
   */
  record Step(String sql, int line, boolean onPeer, boolean fails) {
    /** Returns true if it is a query, rather than DDL, DML or a command. */
    boolean query() {
      return QUERY.matcher(sql).lookingAt();
    }

    /** Returns true if the order of the rows is part of the answer. */
    boolean ordered() {
      String bare = sql.replaceAll("'(\\\\.|[^'\\\\])*'", "''").toLowerCase(Locale.ROOT);
      StringBuilder top = new StringBuilder();
      int depth = 0;
      for (int i = 0; i < bare.length(); i++) {
        char c = bare.charAt(i);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        top.append(depth == 0 ? c : ' ');
      }
      return ORDER_BY.matcher(top).find() || !query();
    }
  }

  static QueryFile read(Path file) throws IOException {
    List<Step> steps = new ArrayList<>();
    String peer = "ORC";
    boolean onMr = false;
    boolean inBothModes = false;
    boolean nightly = false;
    for (Statement statement : Statements.split(Files.readString(file))) {
      boolean onPeer = true;
      boolean fails = false;
      for (String comment : statement.comments()) {
        Matcher matcher = PEER.matcher(comment);
        peer = matcher.lookingAt() ? matcher.group(1) : peer;
        onMr |= comment.equals(ENGINES);
        inBothModes |= comment.equals(MODES);
        nightly |= comment.equals(NIGHTLY);
        onPeer &= !comment.startsWith("cif-only");
        fails |= comment.equals("fails") || comment.equals("cif-only, fails");
      }
      steps.add(new Step(statement.sql(), statement.line(), onPeer, fails));
    }
    String name = file.getFileName().toString();
    String bare = name.substring(0, name.length() - ".q".length());
    return new QueryFile(bare, peer, onMr, inBothModes, nightly, steps);
  }
}
