package dev.cif.bench.zones;

import java.util.List;

/**
 * Model of the time in which the paper's disk would transfer bytes, by their address. The paper
 * measured 64 MB in the first zone, and in the last but one; the device stands for the whole disk.
 * Seeks are left out.
 */
enum DiskModel {
  /** Time for 64 MB that grows linearly with the address. */
  LINEAR_TIME("time linear") {
    @Override
    double at(double place, double first, double last) {
      return first + place * (last - first);
    }
  },

  /** Speed at constant density and revolutions: its square falls linearly with the address. */
  CONSTANT_DENSITY("constant density") {
    @Override
    double at(double place, double first, double last) {
      double fast = 1 / (first * first);
      double slow = 1 / (last * last);
      return 1 / Math.sqrt(fast + place * (slow - fast));
    }
  };

  static final double READ_FIRST = 0.339;
  static final double READ_LAST = 0.660;
  static final double WRITE_FIRST = 0.343;
  static final double WRITE_LAST = 0.667;

  private static final double PIECE = 64 << 20;

  final String label;

  DiskModel(String label) {
    this.label = label;
  }

  /** Returns the seconds for 64 MB at a relative address from 0 to 1. */
  abstract double at(double place, double first, double last);

  /** Returns the seconds to read all bytes of extents once, by the device's size. */
  double read(List<DiskExtent> extents, long deviceBytes) {
    return seconds(extents, deviceBytes, READ_FIRST, READ_LAST);
  }

  /** Returns the seconds to write all bytes of extents once. */
  double write(List<DiskExtent> extents, long deviceBytes) {
    return seconds(extents, deviceBytes, WRITE_FIRST, WRITE_LAST);
  }

  private double seconds(List<DiskExtent> extents, long deviceBytes, double first, double last) {
    double sum = 0;
    for (DiskExtent extent : extents) {
      double middle = (extent.physical() + extent.bytes() / 2.0) / deviceBytes;
      sum += extent.bytes() / PIECE * at(middle, first, last);
    }
    return sum;
  }
}
