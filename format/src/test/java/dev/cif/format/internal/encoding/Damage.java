package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.CorruptDataException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/** Feeds a decoder damaged bytes. */
final class Damage {
  private Damage() {}

  /** Runs the decoder on damaged copies; it may end well or with corrupt data, not otherwise. */
  static void attack(byte[] good, int rounds, Consumer<byte[]> decoder) {
    decoder.accept(good);
    Random random = new Random(good.length);
    for (int round = 0; round < rounds; round++) {
      byte[] bad = damaged(good, random);
      try {
        decoder.accept(bad);
      } catch (CorruptDataException e) {
        assertTrue(e.offset() >= 0, "an offset");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("round " + round + " of " + Arrays.toString(bad), e);
      }
    }
  }

  private static byte[] damaged(byte[] good, Random random) {
    if (random.nextInt(4) == 0) {
      return Arrays.copyOf(good, random.nextInt(good.length));
    }
    byte[] bad = good.clone();
    for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
      // Headers are short, and there most can go wrong.
      int reach = random.nextBoolean() ? Math.min(24, bad.length) : bad.length;
      int at = random.nextInt(reach);
      bad[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bad[at] + 1);
    }
    return bad;
  }
}
