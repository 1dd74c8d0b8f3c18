package dev.cif.spark;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.spark", "", "write", "read", "table").check(CifDataSource.class);
  }
}
