package dev.cif.embedded;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.processors.HiveCommand;

/**
 * Splits a script into statements at each {@code ;} outside quotes and comments.
 *
 * <p>Quotes are {@code '}, {@code "} (a backslash escapes the next character) and {@code `} (a
 * doubled one stands for itself). Comments run from {@code --} to the end of the line or from
 * {@code /*} to {@code *}{@code /}; they are removed from the SQL and kept beside it. A hint,
 * {@code /*+ ... *}{@code /}, is no comment and stays. Within a command of Hive's that is not SQL,
 * such as {@code dfs -cat dir/*}, {@code /*} begins no comment: it is a pattern of names there.
 */
public final class Statements {
  private final String text;
  private final List<Statement> found = new ArrayList<>();
  private final StringBuilder sql = new StringBuilder();
  private final List<String> comments = new ArrayList<>();
  private int line = 1;
  private int start;

  private Statements(String text) {
    this.text = text;
  }

  /**
   * One statement of a script.
   *
   * @param sql statement without terminator and comments, trimmed, never empty
   * @param comments comments before and inside it, without their markers, trimmed
   * @param line line on which it starts, from 1
   */
  public record Statement(String sql, List<String> comments, int line) {}

  /**
   * Returns the statements of {@code script}, in order; the last one needs no terminator.
   *
   * @throws IllegalArgumentException at a quote or block comment that is never closed
   */
  public static List<Statement> split(String script) {
    return new Statements(script).split();
  }

  private List<Statement> split() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ';') {
        flush();
        at++;
      } else if (c == '\'' || c == '"' || c == '`') {
        at = keep(at, endOfQuote(at));
      } else if (text.startsWith("--", at)) {
        at = comment(at, endOfLine(at), 0);
      } else if (text.startsWith("/*+", at) && !inCommand()) {
        at = keep(at, endOfBlock(at));
      } else if (text.startsWith("/*", at) && !inCommand()) {
        at = comment(at, endOfBlock(at), 2);
      } else {
        at = keep(at, at + 1);
      }
    }
    flush();
    return found;
  }

  /**
   * Returns true if the statement so far is one that Hive hands to a command instead of its parser.
   */
  private boolean inCommand() {
    return HiveCommand.find(sql.toString().trim().split("\\s+")) != null;
  }

  private int keep(int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (start == 0 && !Character.isWhitespace(c)) {
        start = line;
      }
      line += c == '\n' ? 1 : 0;
    }
    sql.append(text, from, to);
    return to;
  }

  private int comment(int from, int to, int closing) {
    comments.add(text.substring(from + 2, to - closing).trim());
    line += (int) text.substring(from, to).chars().filter(c -> c == '\n').count();
    sql.append(' ');
    return to;
  }

  private void flush() {
    String trimmed = sql.toString().trim();
    if (!trimmed.isEmpty()) {
      found.add(new Statement(trimmed, List.copyOf(comments), start));
      comments.clear();
    }
    sql.setLength(0);
    start = 0;
  }

  private int endOfQuote(int from) {
    char quote = text.charAt(from);
    for (int i = from + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '`') {
        i++;
      } else if (c == quote) {
        return i + 1;
      }
    }
    throw new IllegalArgumentException("line " + line + ": " + quote + " is never closed");
  }

  private int endOfLine(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int endOfBlock(int from) {
    int end = text.indexOf("*/", from + 2);
    if (end < 0) {
      throw new IllegalArgumentException("line " + line + ": /* is never closed");
    }
    return end + 2;
  }
}
