package dev.cif.format.schema;

import java.io.Serializable;

/**
 * Moment as both timestamp types store it.
 *
 * @param seconds seconds since 1970-01-01 00:00:00, floor
 * @param nanos nanoseconds of the second, 0 to 999,999,999
 */
public record TimestampValue(long seconds, int nanos)
    implements Comparable<TimestampValue>, Serializable {
  @Override
  public int compareTo(TimestampValue other) {
    int c = Long.compare(seconds, other.seconds);
    return c != 0 ? c : Integer.compare(nanos, other.nanos);
  }
}
