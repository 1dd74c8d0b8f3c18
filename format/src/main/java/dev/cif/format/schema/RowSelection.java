package dev.cif.format.schema;

/** Set of rows of a split that a reader needs. */
public interface RowSelection {
  /** Returns true if one of the rows {@code from} to {@code to - 1} is in the set. */
  boolean touches(long from, long to);
}
