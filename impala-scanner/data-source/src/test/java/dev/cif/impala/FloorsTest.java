package dev.cif.impala;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.impala", "").check(CifDataSource.class);
  }
}
