package dev.cif.bench;

import dev.cif.bench.report.Report;
import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors(
            "dev.cif.bench",
            "cache",
            "mrdb",
            "optimize",
            "paper",
            "scan",
            "stores",
            "wide",
            "zones",
            "formats",
            "data",
            "timing",
            "system",
            "report")
        .check(Report.class);
  }
}
