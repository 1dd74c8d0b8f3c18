package dev.cif.format.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.TextValues;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {
  @Test
  void isText_randomBytes_agreesWithJavasDecoder() {
    Random random = new Random(40);
    int[] leads = {0x41, 0x80, 0xbf, 0xc1, 0xc3, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf3, 0xf4, 0xf5};
    int good = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(6)];
      for (int k = 0; k < bytes.length; k++) {
        int one = random.nextBoolean() ? 0x80 + random.nextInt(0x40) : leads[random.nextInt(13)];
        bytes[k] = (byte) one;
      }
      boolean expected = decodes(bytes);
      good += expected && bytes.length > 1 ? 1 : 0;
      byte[] within = new byte[bytes.length + 2];
      System.arraycopy(bytes, 0, within, 1, bytes.length);
      assertEquals(expected, Utf8Text.isText(within, 1, bytes.length));
    }
    assertTrue(good > 1000, "texts: " + good);
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void bytes_ofText_areItsUtf8() {
    for (String text : new String[] {"", "a\u00e4\u20ac", "\ud83d\ude00\ufeff\uffff"}) {
      assertTrue(Utf8Text.isText(text));
      assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Utf8Text.bytes(text));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ud800", "ab\udfff", "\udc00\ud800", "\ud83d\ud83d\ude00", "\ud83d\ude00\ude00"})
  void write_halfOfASurrogatePair_isRefusedNotReplaced(String text) {
    ColumnVector vector = ColumnVector.create(CifType.STRING);
    assertThrows(IllegalArgumentException.class, () -> ((BytesVector) vector).append(text));
    assertThrows(IllegalArgumentException.class, () -> TextValues.append(text, vector));
    assertEquals(0, vector.size());
  }
}
