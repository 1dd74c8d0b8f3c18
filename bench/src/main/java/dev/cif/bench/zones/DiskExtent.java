package dev.cif.bench.zones;

/**
 * Contiguous part of a file.
 *
 * @param physical its first byte on the device
 * @param bytes number of bytes
 */
record DiskExtent(long physical, long bytes) {

  /** Returns the number of its bytes within the first bytes of the device. */
  long within(long zoneBytes) {
    return Math.max(0, Math.min(physical + bytes, zoneBytes) - physical);
  }
}
