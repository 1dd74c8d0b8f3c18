package dev.cif.bench.zones;

/**
 * Measured configuration: a kind of disk, with and without a zone.
 *
 * @param type type of the file system: ext3, ext4
 * @param state state of the disk before the job
 * @param reserved true if {@code cif-zones} holds the free blocks outside the zone
 */
record DiskSetup(String type, State state, boolean reserved) {

  /** State of the disk before the job. */
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
