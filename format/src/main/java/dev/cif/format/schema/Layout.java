package dev.cif.format.schema;

import java.util.Locale;

/** Storage forms of the values in the blocks of a column file, FORMAT.md sections 6 and 7. */
public enum Layout {
  /** Encodings chosen per block; the default. */
  AUTO,
  /** Values one after another. */
  PLAIN,
  /** Plain with skip blocks, the paper's section 5.2. */
  SKIPLIST,
  /** Compressed blocks, the paper's section 5.3. */
  BLOCK,
  /** Dictionary compressed skip list for maps, the paper's section 5.3. */
  DCSL;

  /** Returns the id in files. */
  public int id() {
    return ordinal();
  }

  /** Returns the lower-case name that configuration uses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the layout of a configured name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Layout parse(String text) {
    for (Layout l : values()) {
      if (l.name().equalsIgnoreCase(text.trim())) {
        return l;
      }
    }
    throw new IllegalArgumentException(
        "unknown layout '" + text + "': one of auto, plain, skiplist, block, dcsl");
  }
}
