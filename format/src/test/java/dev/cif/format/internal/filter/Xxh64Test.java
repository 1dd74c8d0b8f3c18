package dev.cif.format.internal.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hash of filters is XXH64: published values, and those of another implementation. */
class Xxh64Test {
  private static long of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Xxh64.of(bytes, 0, bytes.length);
  }

  @Test
  void publishedValues() {
    assertEquals(0xEF46DB3751D8E999L, of(""));
    assertEquals(0xD24EC4F1A98C6E5BL, of("a"));
    assertEquals(0x44BC2CF5AD770999L, of("abc"));
  }

  @Test
  void allLengths_areAsAnotherImplementationHashesThem() throws ReflectiveOperationException {
    Class<?> other = Class.forName("io.airlift.compress.zstd.XxHash64");
    var constructor = other.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method update = other.getMethod("update", byte[].class, int.class, int.class);
    update.setAccessible(true);
    Method hash = other.getMethod("hash");
    hash.setAccessible(true);
    byte[] bytes = new byte[300];
    new Random(64).nextBytes(bytes);
    for (int length = 0; length < 200; length++) {
      Object one = constructor.newInstance();
      update.invoke(one, bytes, length / 3, length);
      assertEquals(hash.invoke(one), Xxh64.of(bytes, length / 3, length), "length " + length);
    }
    long number = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    assertEquals(Xxh64.of(bytes, 0, Long.BYTES), Xxh64.of(number));
  }
}
