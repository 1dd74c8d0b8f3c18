package dev.cif.format.internal.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class Murmur64Test {
  /** Hashes by Hive's storage-api 2.8.1. */
  @Test
  void bytes_haveTheHashesOfHive() {
    Map<Integer, Long> hashes =
        Map.of(
            0, 0x74a18dc8f20adb48L,
            1, 0x5aaa5ca563e395b0L,
            7, 0xf67218f1bb2c47e4L,
            8, 0xabf0bec7dc3b705fL,
            9, 0x529d93ec7e999cc1L,
            16, 0xf5927060a1d49e53L,
            20, 0x21a48253f5cf2657L);
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length - 3; i++) {
      bytes[i + 3] = (byte) (200 + i * 7);
    }
    hashes.forEach((length, hash) -> assertEquals(hash, Murmur64.of(bytes, 3, length)));
  }

  @Test
  void numbers_haveTheHashesOfHive() {
    Map<Long, Long> hashes =
        Map.of(
            0L,
            0x885dc7fb640c0ea7L,
            1L,
            0x5eed69e306243ee7L,
            -1L,
            0x9ee973b8126280d8L,
            123_456_789_012L,
            0x4398de99bf47f93dL,
            Long.MIN_VALUE,
            0x5024a150e03c9ad3L);
    hashes.forEach((number, hash) -> assertEquals(hash, Murmur64.of(number)));
  }
}
