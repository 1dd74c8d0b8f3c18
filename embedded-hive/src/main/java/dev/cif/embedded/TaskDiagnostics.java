package dev.cif.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens Tez's report of a task that failed: the nested stack traces of each of its attempts. One
 * line of it is worth reading: the reason why the first attempt failed.
 */
final class TaskDiagnostics {
  private static final Pattern FRAME =
      Pattern.compile("\\s*(at \\S.*\\(.*\\)|\\.\\.\\. \\d+ more)");
  private static final Pattern VERTEX = Pattern.compile("Vertex failed, vertexName=([^,]+),");
  private static final Pattern BEFORE_FAULT =
      Pattern.compile(".*(info=\\[|attempt_\\w+:|initializer failed, vertex=[^,]+,)\\s*");
  private static final Pattern OURS = Pattern.compile("dev\\.cif\\.[\\w.]+: ");
  private static final String CAUSE = "Caused by: ";

  private TaskDiagnostics() {}

  /**
   * Returns a failure without the stack traces: the failed step and vertex, and the root cause. A
   * CifException among the causes replaces the root cause, since it names file, column and place.
   * Text without a stack trace is returned unchanged.
   */
  static String brief(String text) {
    List<String> causes = firstTrace(text);
    if (causes.isEmpty()) {
      return text;
    }
    String cause =
        causes.stream()
            .filter(c -> OURS.matcher(c).lookingAt())
            .findFirst()
            .map(c -> OURS.matcher(c).replaceFirst(""))
            .orElse(causes.get(causes.size() - 1));
    Matcher vertex = VERTEX.matcher(text);
    if (!vertex.find()) {
      return cause;
    }
    return text.substring(0, vertex.start()) + vertex.group(1) + " failed: " + cause;
  }

  /** Returns the exceptions of the first stack trace, outermost first; empty if there is none. */
  private static List<String> firstTrace(String text) {
    List<String> causes = new ArrayList<>();
    StringBuilder cause = new StringBuilder();
    boolean framesSeen = false;
    for (String line : text.lines().toList()) {
      if (FRAME.matcher(line).matches()) {
        framesSeen = true;
        flush(cause, causes);
      } else if (framesSeen && line.startsWith("]")) {
        break;
      } else if (line.startsWith(CAUSE)) {
        flush(cause, causes);
        cause.append(line, CAUSE.length(), line.length());
      } else {
        // An exception's message may have several lines.
        cause.append(cause.isEmpty() ? "" : "\n").append(line);
      }
    }
    return framesSeen ? causes : List.of();
  }

  private static void flush(StringBuilder cause, List<String> causes) {
    if (!cause.isEmpty()) {
      String text = cause.toString();
      Matcher before = BEFORE_FAULT.matcher(text);
      causes.add(before.lookingAt() ? text.substring(before.end()) : text);
      cause.setLength(0);
    }
  }
}
