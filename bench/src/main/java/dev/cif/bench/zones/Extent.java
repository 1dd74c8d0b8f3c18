package dev.cif.bench.zones;

/**
 * A part of a file.
 *
 * @param physical its first byte on the device
 * @param bytes how many
 */
record Extent(long physical, long bytes) {

  /** How many of its bytes lie in the first bytes of the device. */
  long within(long zoneBytes) {
    return Math.max(0, Math.min(physical + bytes, zoneBytes) - physical);
  }
}
