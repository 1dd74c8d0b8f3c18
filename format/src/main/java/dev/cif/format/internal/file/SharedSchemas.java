package dev.cif.format.internal.file;

import dev.cif.format.schema.CifSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cache of schemas of many columns. The split-directories of a table mostly have one schema, byte
 * for byte. Comparing its JSON takes a hundredth of the time of parsing it. Thread-safe.
 */
final class SharedSchemas {
  /** Cache of the process. */
  static final SharedSchemas PROCESS = new SharedSchemas(4 << 20);

  /** Least length in bytes of JSON that is cached; shorter JSON is parsed each time. */
  private static final int LEAST_BYTES = 8 << 10;

  /** Schema with its JSON in a schema file, from brace to brace. */
  static final class Known {
    private final byte[] json;
    private final CifSchema schema;

    Known(byte[] json, CifSchema schema) {
      this.json = json;
      this.schema = schema;
    }

    CifSchema schema() {
      return schema;
    }

    /** Returns the length of the JSON in bytes. */
    int length() {
      return json.length;
    }
  }

  private final int mostBytes;

  /** Cached schemas, the newest first. */
  private volatile List<Known> known = List.of();

  /**
   * Creates an empty cache.
   *
   * @param mostBytes greatest total length of the JSON in bytes; the parsed schemas take about
   *     three times as much
   */
  SharedSchemas(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Returns the schema whose JSON is in these bytes at {@code from}, or null if none is known. */
  Known at(byte[] bytes, int from) {
    for (Known one : known) {
      int to = from + one.json.length;
      if (to <= bytes.length && Arrays.equals(bytes, from, to, one.json, 0, one.json.length)) {
        return one;
      }
    }
    return null;
  }

  /** Adds a schema that was parsed from JSON. The oldest schemas go if all take too much. */
  synchronized void add(byte[] bytes, int from, int to, CifSchema schema) {
    int count = to - from;
    if (count < LEAST_BYTES || count > mostBytes || at(bytes, from) != null) {
      return;
    }
    List<Known> kept = new ArrayList<>();
    kept.add(new Known(Arrays.copyOfRange(bytes, from, to), schema));
    for (Known one : known) {
      count += one.json.length;
      if (count > mostBytes) {
        break;
      }
      kept.add(one);
    }
    known = List.copyOf(kept);
  }
}
