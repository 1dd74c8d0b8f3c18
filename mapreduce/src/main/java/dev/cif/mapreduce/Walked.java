package dev.cif.mapreduce;

/** A list or map of a lazy record, which knows whether a program has gone through all of it. */
interface Walked {
  boolean isWalked();
}
