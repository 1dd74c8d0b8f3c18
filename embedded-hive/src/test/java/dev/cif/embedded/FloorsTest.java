package dev.cif.embedded;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.embedded", "", "io").check(EmbeddedHive.class);
  }
}
