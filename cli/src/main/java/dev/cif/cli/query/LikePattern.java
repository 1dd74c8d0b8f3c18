package dev.cif.cli.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A pattern of LIKE: % is any text, _ one character, a backslash takes the next one as it is. */
final class LikePattern {
  private final Pattern pattern;
  private final String prefix;

  LikePattern(String like) {
    StringBuilder regex = new StringBuilder();
    StringBuilder literal = new StringBuilder();
    List<String> literals = new ArrayList<>();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      if (c == '%' || c == '_') {
        literals.add(literal.toString());
        regex.append(Pattern.quote(literal.toString())).append(c == '%' ? ".*" : ".");
        literal.setLength(0);
      } else {
        boolean escaped = c == '\\' && i + 1 < like.length();
        literal.append(escaped ? like.charAt(++i) : c);
      }
    }
    literals.add(literal.toString());
    regex.append(Pattern.quote(literal.toString()));
    this.pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    this.prefix = literals.get(0);
  }

  boolean matches(String text) {
    return pattern.matcher(text).matches();
  }

  /** The text with which everything that matches begins; may be empty. */
  String prefix() {
    return prefix;
  }
}
