package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TableReadersTest {
  @Test
  void mostFiles_isBoundedByHeap_andByDescriptors() {
    assertEquals(8192, TableReaders.mostFiles(64L << 30, 1 << 20));
    assertEquals((256 << 20) / 16 / (24 << 10), TableReaders.mostFiles(256 << 20, 1 << 20));
    assertEquals(256, TableReaders.mostFiles(64L << 30, 1024));
  }
}
