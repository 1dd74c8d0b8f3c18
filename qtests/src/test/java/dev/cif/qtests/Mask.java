package dev.cif.qtests;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Hides what differs from run to run: paths, times, users, generated ids, sizes in bytes. */
final class Mask {
  private record Rule(Pattern pattern, String replacement) {
    Rule(String pattern, String replacement) {
      this(Pattern.compile(pattern), replacement);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule("\\bfile:/[^\\s'\"]*", "#path#"),
          new Rule("(^|[\\s'\"(])/(?:[\\w.-]+/){2,}[\\w.-]+", "$1#path#"),
          new Rule("((?:totalSize|rawDataSize)['\"]?(?:\\\\t|\\s|=)+['\"]?)[1-9]\\d*", "$1#bytes#"),
          new Rule("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "#id#"));

  /** Lines of DESCRIBE and SHOW CREATE TABLE that say only when, where and by whom. */
  private static final Pattern DROPPED =
      Pattern.compile(
          "transient_lastDdlTime|CreateTime:|LastAccessTime:|last_modified_|Owner:|OwnerType:"
              + "|bucketing_version|TRANSLATED_TO_EXTERNAL|LAST_ACCESS"
              // Tables of CIF alone have it.
              + "|cif\\.table\\.revision");

  private final String dir;

  /** {@code dir}: the folder that {@code ${dir}} stood for. */
  Mask(String dir) {
    this.dir = dir;
  }

  /** The line with nothing in it that differs from run to run; empty to leave it out. */
  Optional<String> apply(String line) {
    if (DROPPED.matcher(line).find()) {
      return Optional.empty();
    }
    String masked = line.replace(dir, "${dir}");
    for (Rule rule : RULES) {
      masked = rule.pattern.matcher(masked).replaceAll(rule.replacement);
    }
    return Optional.of(masked);
  }
}
