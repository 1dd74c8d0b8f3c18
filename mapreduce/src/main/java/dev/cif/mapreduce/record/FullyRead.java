package dev.cif.mapreduce.record;

/** List or map of a lazy record that knows if a program has read all its elements. */
interface FullyRead {
  boolean isWalked();
}
