package dev.cif.hive;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors(
            "dev.cif.hive",
            "",
            "alter",
            "update",
            "handler",
            "check",
            "describe",
            "statistics",
            "scan",
            "filter",
            "write",
            "table")
        .check(CifHook.class);
  }
}
