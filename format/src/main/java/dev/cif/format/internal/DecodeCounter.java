package dev.cif.format.internal;

/** Counters of the work of decoders. Not thread-safe: one per column reader. */
public final class DecodeCounter {
  /** Number of primitive values that were decoded. */
  public long decoded;

  /** Number of rows that were passed over without being decoded. */
  public long skipped;
}
