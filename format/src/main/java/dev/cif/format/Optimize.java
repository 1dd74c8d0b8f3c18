package dev.cif.format;

import java.util.Locale;

/**
 * What layout auto chooses encodings for. A choice costs the time that reading takes: that of
 * decoding, and that of bringing the bytes from storage. The two ends differ in what a byte counts.
 */
public enum Optimize {
  /** For data that are read from memory or fast disks again and again: 1 GB/s. */
  SPEED(1),
  /** For scans of disks and HDFS, about 330 MB/s a core; the default. */
  BALANCED(3),
  /** For data that are kept: 10 MB/s, so that hardly any time outweighs a byte. */
  SIZE(100);

  private final int nanosPerByte;

  Optimize(int nanosPerByte) {
    this.nanosPerByte = nanosPerByte;
  }

  /** The time that a byte on disk counts as, in nanoseconds. */
  public int nanosPerByte() {
    return nanosPerByte;
  }

  /** The lower-case name that configuration uses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The mode of a configured name, ignoring case.
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
