package dev.cif.bench.hive;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.bench.hive", "cache", "changes", "planning", "update", "")
        .check(HiveBench.class);
  }
}
