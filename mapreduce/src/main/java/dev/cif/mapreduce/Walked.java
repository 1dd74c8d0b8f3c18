package dev.cif.mapreduce;

/** List or map of a lazy record that knows if a program has read all its elements. */
interface Walked {
  boolean isWalked();
}
