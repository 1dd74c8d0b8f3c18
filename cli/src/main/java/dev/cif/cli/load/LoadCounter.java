package dev.cif.cli.load;

/** Counters of a load's job. */
enum LoadCounter {
  /** Rows that were written. */
  ROWS,
  /** Bytes of the files that were read. */
  BYTES,
  /** Tasks that were done. */
  TASKS
}
