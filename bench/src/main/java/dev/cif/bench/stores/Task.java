package dev.cif.bench.stores;

/** What is measured of a store. */
enum Task {
  /** Writes one partition. */
  INGEST,
  /**
   * Writes all partitions, one after the other; not if an earlier run has. Its time is no figure.
   */
  LOAD,
  SCAN,
  RECORD,
  THREE,
  RECORD_BY_MANY,
  THREE_BY_MANY,
  /** Before each look-up memory forgets the store, and it is opened anew. */
  RECORD_COLD,
  THREE_COLD;

  boolean isThree() {
    return this == THREE || this == THREE_BY_MANY || this == THREE_COLD;
  }

  boolean isCold() {
    return this == RECORD_COLD || this == THREE_COLD;
  }

  boolean isByMany() {
    return this == RECORD_BY_MANY || this == THREE_BY_MANY;
  }
}
