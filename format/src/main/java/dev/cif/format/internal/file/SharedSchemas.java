package dev.cif.format.internal.file;

import dev.cif.format.CifSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Schemas of many columns that were read before. The split-directories of a table mostly have one
 * schema, byte for byte, and comparing its JSON takes a hundredth of the time of parsing it.
 * Thread-safe.
 */
final class SharedSchemas {
  /** Those of the process. */
  static final SharedSchemas PROCESS = new SharedSchemas(4 << 20);

  /** JSON of fewer bytes is parsed each time. */
  private static final int LEAST_BYTES = 8 << 10;

  /** A schema, and the JSON that says so in a schema file, from brace to brace. */
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

    /** Length of the JSON. */
    int length() {
      return json.length;
    }
  }

  private final int mostBytes;

  /** The newest first. */
  private volatile List<Known> known = List.of();

  /**
   * No schemas.
   *
   * @param mostBytes of JSON that is kept; what is parsed of it takes about three times as much
   */
  SharedSchemas(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The schema whose JSON is in these bytes from a place on; null if none is known. */
  Known at(byte[] bytes, int from) {
    for (Known one : known) {
      int to = from + one.json.length;
      if (to <= bytes.length && Arrays.equals(bytes, from, to, one.json, 0, one.json.length)) {
        return one;
      }
    }
    return null;
  }

  /** Keeps what was parsed of JSON; what was kept the longest goes when it takes too much. */
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
