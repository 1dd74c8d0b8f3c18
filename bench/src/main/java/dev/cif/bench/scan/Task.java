package dev.cif.bench.scan;

import dev.cif.bench.data.Projection;

/** Task that is timed. */
enum Task {
  WRITE("write", null),
  INT(Projection.INT.title, Projection.INT),
  STRING(Projection.STRING.title, Projection.STRING),
  MAP(Projection.MAP.title, Projection.MAP),
  ALL(Projection.ALL.title, Projection.ALL),
  LOOKUP("map look-up", null);

  final String title;

  /** Columns that it reads; null if the task is not a scan. */
  final Projection projection;

  Task(String title, Projection projection) {
    this.title = title;
    this.projection = projection;
  }
}
