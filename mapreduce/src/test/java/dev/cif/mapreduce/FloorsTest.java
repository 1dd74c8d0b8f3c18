package dev.cif.mapreduce;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors(
            "dev.cif",
            "mapred",
            "mapreduce",
            "mapreduce.derive",
            "mapreduce.join",
            "mapreduce.scan",
            "mapreduce.write",
            "mapreduce.record",
            "mapreduce.avro")
        .check(ColumnInputFormat.class);
  }
}
