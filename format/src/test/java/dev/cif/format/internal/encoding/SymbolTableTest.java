package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The symbols of a text, against lists of arrays. */
class SymbolTableTest {
  /** A text of words that are drawn from a few letters, so that symbols overlap. */
  private static byte[] text(Random random, int length, int letters) {
    byte[] text = new byte[length + Input.SLACK];
    byte[][] words = new byte[40][];
    for (int i = 0; i < words.length; i++) {
      words[i] = new byte[1 + random.nextInt(40)];
      for (int k = 0; k < words[i].length; k++) {
        words[i][k] = (byte) (200 + random.nextInt(letters));
      }
    }
    for (int at = 0; at < length; ) {
      byte[] word = words[random.nextInt(words.length)];
      int n = Math.min(word.length, length - at);
      System.arraycopy(word, 0, text, at, n);
      at += n;
    }
    return text;
  }

  private static List<byte[]> symbols(SymbolTable table) {
    List<byte[]> symbols = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      BytesVector one = new BytesVector(CifType.BINARY);
      table.append(i, one);
      symbols.add(Arrays.copyOfRange(one.data, one.starts[0], one.starts[0] + one.lengths[0]));
    }
    return symbols;
  }

  /** The number of the longest of the first symbols with which the text goes on. */
  private static int longest(List<byte[]> symbols, int limit, byte[] text, int at, int end) {
    int best = -1;
    for (int i = 0; i < limit; i++) {
      byte[] s = symbols.get(i);
      if (at + s.length <= end
          && Arrays.equals(s, 0, s.length, text, at, at + s.length)
          && (best < 0 || s.length > symbols.get(best).length)) {
        best = i;
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 100})
  void longestSymbol_isFoundEverywhere(int letters) {
    Random random = new Random(letters);
    int length = 3000;
    byte[] text = text(random, length, letters);
    SymbolTable table = SymbolTraining.train(text, length, text, length, 500);
    List<byte[]> symbols = symbols(table);
    assertTrue(table.size() > letters, "pairs were joined");
    for (int at = 0; at < length; at++) {
      assertEquals(
          longest(symbols, symbols.size(), text, at, length), table.longest(text, at, length));
    }
    for (int limit : new int[] {symbols.size(), (letters + symbols.size()) / 2}) {
      short[] codes = new short[length];
      int count = table.new Prefix(limit).encode(text, length, codes);
      ByteArrayOutputStream again = new ByteArrayOutputStream();
      for (int i = 0; i < count; i++) {
        assertEquals(longest(symbols, limit, text, again.size(), length), codes[i]);
        again.writeBytes(symbols.get(codes[i]));
      }
      assertArrayEquals(Arrays.copyOf(text, length), again.toByteArray());
    }
  }

  @Test
  void symbols_areDistinctAndTheSameEachTime() {
    byte[] text = text(new Random(7), 20_000, 4);
    List<byte[]> symbols = symbols(SymbolTraining.train(text, 20_000, text, 20_000, 4096));
    List<byte[]> again = symbols(SymbolTraining.train(text, 20_000, text, 20_000, 4096));
    assertEquals(symbols.size(), again.size());
    assertEquals(
        symbols.size(),
        symbols.stream().map(s -> new String(s, StandardCharsets.ISO_8859_1)).distinct().count());
    for (int i = 0; i < symbols.size(); i++) {
      assertArrayEquals(symbols.get(i), again.get(i));
    }
    assertTrue(symbols.stream().anyMatch(s -> s.length == SymbolTable.MAX_LENGTH));
  }

  @Test
  void table_takesNoMoreSymbolsThanItMay() {
    byte[] text = text(new Random(8), 50_000, 90);
    assertEquals(300, SymbolTraining.train(text, 50_000, text, 50_000, 300).size());
  }
}
