package dev.cif.format.schema;

import java.util.Locale;

/**
 * Goals of layout auto when it chooses encodings. The cost of a choice is the time that reading
 * takes: decoding, and fetching the bytes from storage. The goals differ in the weight of a byte.
 */
public enum Optimize {
  /** Goal for data that are read from memory or fast disks repeatedly: 1 GB/s. */
  SPEED(1),
  /** Goal for scans of disks and HDFS, about 330 MB/s a core; the default. */
  BALANCED(3),
  /** Goal for archived data: 10 MB/s, so that hardly any time outweighs a byte. */
  SIZE(100);

  private final int nanosPerByte;

  Optimize(int nanosPerByte) {
    this.nanosPerByte = nanosPerByte;
  }

  /** Returns the time in nanoseconds that a byte on disk counts as. */
  public int nanosPerByte() {
    return nanosPerByte;
  }

  /** Returns the lower-case name that configuration uses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the mode of a configured name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Optimize parse(String text) {
    for (Optimize o : values()) {
      if (o.name().equalsIgnoreCase(text.trim())) {
        return o;
      }
    }
    throw new IllegalArgumentException("unknown mode '" + text + "': one of speed, balanced, size");
  }
}
