package dev.cif.format.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.Compression;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of every codec: all bytes come back, and bad bytes give one kind of error. */
class CodecContractTest {
  private static final int BEFORE = 5;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] text(int length) {
    byte[] bytes = new byte[length];
    Random random = new Random(3);
    for (int i = 0; i < length; i++) {
      bytes[i] =
          (byte) (i % 7 == 0 ? 'a' + random.nextInt(20) : "lorem ipsum dolor".charAt(i % 17));
    }
    return bytes;
  }

  private static byte[] compress(Compression c, byte[] raw) {
    Output out = new Output(8);
    out.raw(new byte[BEFORE], 0, BEFORE);
    byte[] source = new byte[raw.length + 9];
    System.arraycopy(raw, 0, source, 4, raw.length);
    Codec.of(c).compress(source, 4, raw.length, out);
    return out.toByteArray();
  }

  private static byte[] decompress(Compression c, byte[] compressed, int length, int rawLength) {
    byte[] array = Arrays.copyOf(compressed, length + Input.SLACK + 3);
    Arrays.fill(array, length, array.length, (byte) 0x5A);
    Input in = new Input(array, BEFORE, length);
    byte[] raw = Codec.of(c).decompress(in, rawLength);
    assertEquals(rawLength + Input.SLACK, raw.length);
    return Arrays.copyOf(raw, rawLength);
  }

  private static void assertRoundTrip(Compression c, byte[] raw) {
    byte[] compressed = compress(c, raw);
    assertArrayEquals(raw, decompress(c, compressed, compressed.length, raw.length));
    assertArrayEquals(compressed, compress(c, raw), "the same bytes each time");
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void roundTrip_givesTheBytesBack(Compression c) {
    for (int length : new int[] {1, 2, 3, 7, 8, 9, 31, 255, 4096, 65_537, 1_000_000}) {
      assertRoundTrip(c, random(length));
      assertRoundTrip(c, text(length));
      assertRoundTrip(c, new byte[length]);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"LZO"},
      mode = EnumSource.Mode.EXCLUDE)
  void roundTripOfNothing_givesNothing(Compression c) {
    assertRoundTrip(c, new byte[0]);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void decompress_rejectsAWrongRawLength(Compression c) {
    for (byte[] raw : new byte[][] {random(5000), text(5000), new byte[5000]}) {
      byte[] compressed = compress(c, raw);
      for (int wrong : new int[] {0, 1, 4990, 4999, 5001, 5016, 5017, 100_000, -1, -5000}) {
        CorruptDataException e =
            assertThrows(
                CorruptDataException.class,
                () -> decompress(c, compressed, compressed.length, wrong),
                c + " as " + wrong);
        assertEquals(BEFORE, e.offset());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void decompress_rejectsALengthBeyondTheLimitBeforeItAllocates(Compression c) {
    byte[] compressed = compress(c, new byte[100]);
    int length = compressed.length - BEFORE;
    for (int wrong : new int[] {(1 << 20) + 2048 * length + 1, Integer.MAX_VALUE}) {
      CorruptDataException e =
          assertThrows(
              CorruptDataException.class,
              () -> decompress(c, compressed, compressed.length, wrong));
      assertTrue(e.getMessage().contains("more than the format allows"), e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void decompress_rejectsTruncatedData(Compression c) {
    for (byte[] raw : new byte[][] {random(700), text(700), new byte[700]}) {
      byte[] compressed = compress(c, raw);
      for (int length = BEFORE; length < compressed.length; length++) {
        int cut = length;
        assertThrows(
            CorruptDataException.class,
            () -> decompress(c, compressed, cut, raw.length),
            c + " cut to " + cut + " of " + compressed.length);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void decompressOfFlippedBytes_givesBytesOrTheOneError(Compression c) {
    Random random = new Random(11);
    for (byte[] raw : new byte[][] {random(300), text(3000), new byte[20_000]}) {
      byte[] compressed = compress(c, raw);
      for (int round = 0; round < 2000; round++) {
        byte[] bad = compressed.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
          int at = BEFORE + random.nextInt(bad.length - BEFORE);
          bad[at] = (byte) random.nextInt(256);
        }
        assertBytesOrCorrupt(c, bad, raw.length);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void decompressOfNoise_givesBytesOrTheOneError(Compression c) {
    Random random = new Random(12);
    for (int round = 0; round < 5000; round++) {
      byte[] noise = new byte[BEFORE + random.nextInt(100)];
      random.nextBytes(noise);
      assertBytesOrCorrupt(c, noise, random.nextInt(2000));
    }
  }

  private static void assertBytesOrCorrupt(Compression c, byte[] compressed, int rawLength) {
    try {
      decompress(c, compressed, compressed.length, rawLength);
    } catch (CorruptDataException e) {
      assertEquals(BEFORE, e.offset());
    }
  }
}
