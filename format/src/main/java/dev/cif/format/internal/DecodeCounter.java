package dev.cif.format.internal;

/** Counts the work of decoders. Not thread-safe: one per column reader. */
public final class DecodeCounter {
  /** Primitive values that were turned into results. */
  public long decoded;

  /** Rows that were passed over without being decoded. */
  public long skipped;
}
