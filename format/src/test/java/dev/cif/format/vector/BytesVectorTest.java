package dev.cif.format.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BytesVectorTest {
  private static final byte[] SHARED = "0123456789".getBytes(StandardCharsets.US_ASCII);

  private static BytesVector sharing(int[] starts, int[] lengths) {
    BytesVector vector = new BytesVector(CifType.STRING);
    int at = vector.addSlots(starts.length);
    assertTrue(vector.share(SHARED));
    System.arraycopy(starts, 0, vector.starts, at, starts.length);
    System.arraycopy(lengths, 0, vector.lengths, at, lengths.length);
    return vector;
  }

  @Test
  void appendToSharedValues_keepsThem() {
    BytesVector vector = sharing(new int[] {8, 2, 5}, new int[] {2, 3, 0});
    vector.append("own");
    assertEquals("89", vector.string(0));
    assertEquals("234", vector.string(1));
    assertEquals("", vector.string(2));
    assertEquals("own", vector.string(3));
  }

  @Test
  void appendToSharedValuesThatAreAllEmpty_keepsThem() {
    BytesVector vector = sharing(new int[] {8, 9}, new int[] {0, 0});
    vector.share(new byte[3]);
    assertEquals("", vector.string(0));
    assertEquals("", vector.string(1));
    vector.append("own");
    assertEquals("", vector.string(1));
    assertEquals("own", vector.string(2));
  }

  @Test
  void slotsThatAreNotFilledYet_areEmptyWhenSharedBytesAreCopied() {
    BytesVector vector = sharing(new int[] {1}, new int[] {4});
    int at = vector.addSlots(2);
    assertFalse(vector.share(new byte[3]));
    vector.starts[at] = vector.copy(SHARED, 0, 2);
    vector.lengths[at] = 2;
    assertEquals("1234", vector.string(0));
    assertEquals("01", vector.string(at));
    assertEquals("", vector.string(at + 1));
  }
}
