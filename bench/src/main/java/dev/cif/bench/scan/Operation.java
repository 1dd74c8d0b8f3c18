package dev.cif.bench.scan;

import dev.cif.bench.data.Projection;

/** Operation that is timed. */
enum Operation {
  WRITE("write", null),
  INT(Projection.INT.title, Projection.INT),
  STRING(Projection.STRING.title, Projection.STRING),
  MAP(Projection.MAP.title, Projection.MAP),
  ALL(Projection.ALL.title, Projection.ALL),
  LOOKUP("map look-up", null);

  final String title;

  /** Columns that it reads; null if it is not a scan. */
  final Projection projection;

  Operation(String title, Projection projection) {
    this.title = title;
    this.projection = projection;
  }
}
