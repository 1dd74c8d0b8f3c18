package dev.cif.hive.serde;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.hive.serde", "").check(CifSerDe.class);
  }
}
