package dev.cif.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of SQL, parts of which a user gave as options. Hive's errors name a line and a column
 * of the statement, which the user has never seen: {@link #explain} names the option.
 */
final class OptionSql {
  private static final Pattern PLACE = Pattern.compile("\\b[Ll]ine (\\d+):(\\d+)");

  private final StringBuilder text = new StringBuilder();
  private final List<Part> parts = new ArrayList<>();

  private record Part(String option, int start, int end) {}

  /** Adds SQL that no user wrote. */
  OptionSql add(String sql) {
    text.append(sql);
    return this;
  }

  /** Adds what an option has. */
  OptionSql add(String option, String given) {
    parts.add(new Part(option, text.length(), text.length() + given.length()));
    return add(given);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** Returns an error with options in place of lines of the statement. */
  String explain(String error) {
    return PLACE
        .matcher(error)
        .replaceAll(
            found -> {
              int offset =
                  offset(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
              for (Part part : parts) {
                if (part.start <= offset && offset <= part.end) {
                  return Matcher.quoteReplacement(
                      part.option + ", character " + (offset - part.start + 1) + ":");
                }
              }
              return Matcher.quoteReplacement(found.group());
            });
  }

  /** Returns where a line's column is, which Hive counts from 0. */
  private int offset(int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = text.indexOf("\n", start) + 1;
    }
    return start + column;
  }
}
