package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import java.util.Map;
import java.util.Set;

/**
 * Options of reading files. Immutable.
 *
 * @param schema columns that the user gave, or null
 * @param header true if the first line of a CSV file names its columns
 * @param values further options by name, see {@link SourceFormat}
 */
public record SourceOptions(CifSchema schema, boolean header, Map<String, String> values) {
  public SourceOptions {
    values = Map.copyOf(values);
  }

  /**
   * Refuses options that a format does not know.
   *
   * @throws IllegalArgumentException with the option and those that are known
   */
  void requireKnown(String format, Set<String> known) {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--option "
                + name
                + " is unknown for "
                + format
                + "; it has "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  String text(String name, String byDefault) {
    return values.getOrDefault(name, byDefault);
  }

  /** Returns an option of one character, or {@code \t}; null if it is off ({@code none}). */
  Character character(String name, String byDefault) {
    String text = text(name, byDefault);
    if (text.equals("none")) {
      return null;
    }
    String value = text.equals("\\t") || text.equals("tab") ? "\t" : text;
    if (value.length() != 1) {
      throw new IllegalArgumentException(
          "--option " + name + "=" + text + ": one character is needed");
    }
    return value.charAt(0);
  }

  /**
   * Returns an option that is {@code true} or {@code false}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  boolean flag(String name, boolean byDefault) {
    String text = text(name, Boolean.toString(byDefault));
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("--option " + name + "=" + text + ": true or false");
    }
    return text.equals("true");
  }

  int positive(String name, int byDefault) {
    String text = text(name, Integer.toString(byDefault));
    try {
      int value = Integer.parseInt(text);
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--option " + name + "=" + text + " is no number", e);
    }
    throw new IllegalArgumentException("--option " + name + "=" + text + ": 1 or more");
  }
}
