package dev.cif.qtests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Sorts the members of every {@code {...}} in the JSON that Hive prints for complex values, so that
 * two maps with the same entries read the same. Hive's keys may be unquoted, which no JSON parser
 * takes; here only quotes and brackets matter.
 */
final class SortedJson {
  private final String text;
  private int at;

  private SortedJson(String text) {
    this.text = text;
  }

  static String of(String json) {
    SortedJson reader = new SortedJson(json);
    String sorted = reader.untilCloser();
    if (reader.at < json.length()) {
      throw new IllegalArgumentException("Unbalanced at " + reader.at + ": " + json);
    }
    return sorted;
  }

  /** Everything up to the closing bracket that belongs to an opening one before {@code at}. */
  private String untilCloser() {
    StringBuilder out = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '}' || c == ']') {
        return out.toString();
      }
      if (c == '"') {
        out.append(quoted());
      } else if (c == '{') {
        out.append('{').append(members()).append('}');
      } else if (c == '[') {
        at++;
        out.append('[').append(untilCloser()).append(']');
        at++;
      } else {
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private String members() {
    List<String> members = new ArrayList<>();
    StringBuilder member = new StringBuilder();
    at++;
    while (text.charAt(at) != '}') {
      char c = text.charAt(at);
      if (c == ',') {
        members.add(member.toString());
        member.setLength(0);
        at++;
      } else if (c == '"') {
        member.append(quoted());
      } else if (c == '{') {
        member.append('{').append(members()).append('}');
      } else if (c == '[') {
        at++;
        member.append('[').append(untilCloser()).append(']');
        at++;
      } else {
        member.append(c);
        at++;
      }
    }
    at++;
    members.add(member.toString());
    Collections.sort(members);
    return String.join(",", members);
  }

  private String quoted() {
    int start = at++;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    return text.substring(start, at);
  }
}
