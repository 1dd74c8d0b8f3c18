package dev.cif.bench.stores;

/** Task that is measured on a store. */
enum StoreTask {
  /** Writes one partition. */
  INGEST,
  /**
   * Writes all partitions, one after the other, unless an earlier run has. Its time is not
   * reported.
   */
  LOAD,
  SCAN,
  RECORD,
  THREE,
  RECORD_BY_MANY,
  THREE_BY_MANY,
  /**
   * Looks up rows of a cold store: before each look-up memory forgets it, and it is opened anew.
   */
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
