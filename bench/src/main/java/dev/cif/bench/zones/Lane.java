package dev.cif.bench.zones;

/**
 * What is measured: a kind of disk, with and without a zone.
 *
 * @param type of the file system: ext3, ext4
 * @param state of the disk before the job
 * @param reserved whether {@code cif-zones} holds the free blocks outside of the zone
 */
record Lane(String type, State state, boolean reserved) {

  /** What is on the disk before the job. */
  enum State {
    EMPTY,
    AGED
  }

  String label() {
    return type
        + " "
        + state.name().toLowerCase(java.util.Locale.ROOT)
        + (reserved ? ", zone" : "");
  }
}
