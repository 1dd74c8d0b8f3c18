package dev.cif.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.00 KB",
    "9994, 9.99 KB",
    "9995, 10.0 KB",
    "99949, 99.9 KB",
    "99950, 100 KB",
    "999499, 999 KB",
    "999500, 1.00 MB",
    "37019816, 37.0 MB",
    "301979584, 302 MB",
    "9223372036854775807, 9.22 EB",
  })
  void bytes_hasThreeDigitsAndAUnit(long bytes, String expected) {
    assertEquals(expected, Units.bytes(bytes));
  }

  @Test
  void bytes_isNeverWiderThanItsColumn() {
    for (long bytes = 1; bytes < Long.MAX_VALUE / 7; bytes = bytes * 7 + 3) {
      String text = Units.bytes(bytes);
      assertTrue(text.length() <= 7, text);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0.00", "0.414, 0.41", "9.994, 9.99", "9.996, 10.0", "45.67, 45.7", "123.4, 123"})
  void seconds_isFinerWhenShort(double seconds, String expected) {
    assertEquals(expected, Units.seconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 50, 2.00x",
    "50, 100, 0.50x",
    "1000, 8, 125x",
    "123456, 10, '12,346x'",
    "10, 0, all",
    "0, 0, 1.00x"
  })
  void times_isTheRatio(long large, long small, String expected) {
    assertEquals(expected, Units.times(large, small));
  }

  @Test
  void count_separatesThousands() {
    assertEquals("12,514", Units.count(12514));
  }
}
