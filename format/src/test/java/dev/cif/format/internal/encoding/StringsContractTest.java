package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import dev.cif.format.vector.BytesVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every encoding of strings, whichever the encoder chooses or a test writes. */
class StringsContractTest {
  private static final byte AFTER = 0x77;

  private static byte[] encoded(BytesVector values, Goal goal) {
    Output out = new Output();
    StringsEncoder.encode(values, null, values.size(), goal, out);
    return out.toByteArray();
  }

  private static Strings open(byte[] stream, int n) {
    byte[] array = Arrays.copyOf(stream, stream.length + 1 + Input.SLACK);
    array[stream.length] = AFTER;
    Input in = new Input(array, 0, stream.length + 1);
    Strings strings = StringsDecoder.decode(in, n);
    assertEquals(AFTER, in.u8(), "the decoder stands behind the stream");
    assertEquals(n, strings.size());
    return strings;
  }

  private static void assertValues(
      String what, List<byte[]> expected, int from, int count, BytesVector out, int at) {
    for (int i = 0; i < count; i++) {
      assertArrayEquals(expected.get(from + i), out.bytes(at + i), what + " at " + (from + i));
    }
  }

  private static void assertHolds(String what, List<byte[]> expected, byte[] stream) {
    int n = expected.size();
    Strings strings = open(stream, n);
    BytesVector fresh = new BytesVector(CifType.BINARY);
    fresh.addSlots(n);
    strings.read(0, n, fresh, 0);
    assertValues(what, expected, 0, n, fresh, 0);

    // Parts, some behind values of the vector's own, some from streams of other buffers.
    Random random = new Random(n);
    Strings again = open(stream, n);
    for (int round = 0; round < 12; round++) {
      BytesVector vector = new BytesVector(CifType.BINARY);
      if (round % 2 == 0) {
        vector.append("own");
      }
      int own = vector.size();
      int from = random.nextInt(n);
      int count = random.nextInt(n - from) + 1;
      int at = vector.addSlots(count + 3);
      again.read(from, count, vector, at);
      int more = vector.addSlots(count);
      (round % 3 == 0 ? open(stream, n) : again).read(from, count, vector, more);
      again.read(from, 1, vector, at + count + 1);
      assertValues(what, expected, from, count, vector, at);
      assertValues(what, expected, from, count, vector, more);
      assertValues(what, expected, from, 1, vector, at + count + 1);
      assertEquals(own == 1 ? "own" : "", own == 1 ? vector.string(0) : "");
    }

    Strings single = open(stream, n);
    for (int i = n - 1; i >= 0; i -= 1 + n / 200) {
      byte[] value = expected.get(i);
      assertArrayEquals(value, single.get(i), what + " at " + i);
      assertTrue(single.equals(i, value.clone()), what + " at " + i);
      assertFalse(single.equals(i, Arrays.copyOf(value, value.length + 1)));
      if (value.length > 0) {
        byte[] changed = value.clone();
        changed[random.nextInt(value.length)] ^= 1;
        assertFalse(single.equals(i, changed));
      }
    }
    if (single.dictionary() != null) {
      for (int i = 0; i < n; i += 1 + n / 50) {
        int id = (int) single.ids().get(i);
        assertArrayEquals(expected.get(i), single.dictionary().get(id));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 1023, 1024, 1025, 5000})
  void encoder_writesWhatTheDecoderReads(int n) {
    for (Map.Entry<String, BytesVector> shape : StringData.shapes(n).entrySet()) {
      List<byte[]> expected = StringData.list(shape.getValue());
      for (Goal goal : Goals.all(Compression.NONE, Compression.ZSTD)) {
        byte[] stream = encoded(shape.getValue(), goal);
        assertHolds(shape.getKey() + " " + goal, expected, stream);
        assertArrayEquals(stream, encoded(shape.getValue(), goal), "the same bytes each time");
      }
    }
  }

  @Test
  void encoder_takesChosenRows() {
    BytesVector values = StringData.shapes(1000).get("urls");
    int[] rows = new int[300];
    Arrays.setAll(rows, i -> i * 3 + i % 2);
    Output out = new Output();
    StringsEncoder.encode(values, rows, rows.length, Goals.balanced(Compression.ZSTD), out);
    Strings strings = open(out.toByteArray(), rows.length);
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(values.bytes(rows[i]), strings.get(i));
    }
  }

  @Test
  void encoder_choosesTheEncodingThatFitsTheShape() {
    Map<String, BytesVector> shapes = StringData.shapes(5000);
    Map<String, Integer> expected = new TreeMap<>();
    expected.put("constant", ConstantStrings.ID);
    expected.put("ascii", PackedStrings.ID);
    expected.put("digits", PackedStrings.ID);
    expected.put("base 64", PackedStrings.ID);
    expected.put("bytes", PlainStrings.ID);
    expected.put("few", DictionaryStrings.ID);
    expected.put("some", DictionaryStrings.ID);
    expected.put("urls", SymbolStrings.ID);
    expected.put("text", SymbolStrings.ID);
    Map<String, Integer> chosen = new TreeMap<>();
    for (String name : expected.keySet()) {
      Strings strings = open(encoded(shapes.get(name), Goals.balanced(Compression.ZSTD)), 5000);
      chosen.put(name, strings.encoding());
    }
    assertEquals(expected, chosen);
  }

  @Test
  void encoder_findsSymbolsInTextOfFewWords() {
    Random random = new Random(11);
    String[] words = {"order", "customer", "shipped", "line", "supplier"};
    BytesVector text =
        StringData.strings(
            5000,
            i -> {
              StringBuilder s = new StringBuilder();
              for (int k = random.nextInt(9); k >= 0; k--) {
                s.append(words[random.nextInt(5)]).append(random.nextInt(10_000_000));
              }
              return s.toString();
            });
    Map<Optimize, Integer> chosen = new EnumMap<>(Optimize.class);
    Map<Optimize, Integer> bytes = new EnumMap<>(Optimize.class);
    for (Goal goal : Goals.all(Compression.ZSTD)) {
      byte[] stream = encoded(text, goal);
      chosen.put(goal.optimize(), open(stream, 5000).encoding());
      bytes.put(goal.optimize(), stream.length);
    }
    assertEquals(SymbolStrings.ID, chosen.get(Optimize.SPEED));
    assertEquals(SymbolStrings.ID, chosen.get(Optimize.BALANCED));
    assertEquals(SymbolStrings.ID, chosen.get(Optimize.SIZE));
    assertTrue(bytes.get(Optimize.SIZE) <= bytes.get(Optimize.BALANCED));
  }

  @Test
  void encoder_compressesForSpeedWhatShrinksMuch() {
    BytesVector pages =
        StringData.strings(300, i -> i + "<html><body>" + "<p>the same</p>".repeat(100));
    assertEquals(
        CompressedStrings.ID,
        open(encoded(pages, new Goal(Compression.ZSTD, Optimize.SPEED)), 300).encoding());
  }

  @Test
  void longTextOfOneSymbol_isReadAgain() {
    Random random = new Random(5);
    BytesVector text =
        StringData.strings(400, i -> "abcdefghijklmnop".repeat(300 + random.nextInt(500)));
    for (Goal goal : Goals.all(Compression.NONE, Compression.ZSTD)) {
      assertHolds(goal.toString(), StringData.list(text), encoded(text, goal));
    }
  }

  @Test
  void plainAndDictionary_shareTheirBufferWithTheVector() {
    for (String shape : new String[] {"bytes", "few"}) {
      Strings strings =
          open(encoded(StringData.shapes(500).get(shape), Goals.balanced(Compression.NONE)), 500);
      BytesVector vector = new BytesVector(CifType.BINARY);
      vector.addSlots(500);
      strings.read(0, 200, vector, 0);
      byte[] shared = vector.data;
      strings.read(200, 300, vector, 200);
      assertSame(shared, vector.data, shape);
    }
  }

  private static Output packedOf(long... values) {
    Output out = new Output();
    PackedInts.write(values, 0, values.length, VectorStats.of(values, 0, values.length), out);
    return out;
  }

  private static byte[] sized(Output content) {
    Output out = new Output();
    out.sized(content);
    return out.toByteArray();
  }

  @Test
  void lengthsThatDoNotFitTheBytes_areCorrupt() {
    for (long[] lengths :
        new long[][] {
          {2, 2},
          {3, 3},
          {-1, 6},
          {6, -1},
          {Long.MAX_VALUE, 5},
          {1L << 32, 5},
          {0, 0},
          {Long.MIN_VALUE, 5},
          {Integer.MAX_VALUE, Integer.MAX_VALUE}
        }) {
      Output out = new Output();
      PlainStrings.writeHead(packedOf(lengths), out);
      out.raw("12345".getBytes(StandardCharsets.US_ASCII), 0, 5);
      assertThrows(
          CorruptDataException.class, () -> open(sized(out), 2).get(0), Arrays.toString(lengths));
    }
  }

  @Test
  void letterOutsideTheAlphabet_isCorrupt() {
    for (String letters : new String[] {"abc", "acd", "0123456789", "012345678x", "ab\u007fz~"}) {
      for (int place : new int[] {0, 50, 99}) {
        byte[] text = new byte[100];
        for (int i = 0; i < 100; i++) {
          text[i] = (byte) letters.charAt(i % letters.length());
        }
        text[place] = 'A';
        Alphabet good = Alphabet.of(letters.getBytes(StandardCharsets.US_ASCII), letters.length());
        // The number behind the last letter stands for nothing.
        Output out = new Output();
        PackedStrings.writeHead(packedOf(100), good, out);
        Output packed = new Output();
        good.pack(text, 100, packed);
        byte[] numbers = packed.toByteArray();
        int bit = place * good.bits();
        int word =
            (numbers[bit >> 3] & 0xFF)
                | (bit >> 3 < numbers.length - 1 ? (numbers[(bit >> 3) + 1] & 0xFF) << 8 : 0);
        int mask = (1 << good.bits()) - 1;
        word = (word & ~(mask << (bit & 7))) | (letters.length() << (bit & 7));
        numbers[bit >> 3] = (byte) word;
        if (bit >> 3 < numbers.length - 1) {
          numbers[(bit >> 3) + 1] = (byte) (word >> 8);
        }
        out.raw(numbers, 0, numbers.length);
        Strings strings = open(sized(out), 1);
        BytesVector vector = new BytesVector(CifType.BINARY);
        vector.addSlots(1);
        assertThrows(CorruptDataException.class, () -> strings.read(0, 1, vector, 0));
        assertThrows(CorruptDataException.class, () -> strings.get(0));
        assertThrows(CorruptDataException.class, () -> strings.equals(0, text));
      }
    }
  }

  /** A stream of symbols, each part of which may be wrong. */
  private static final class Symbols {
    private long[] lengths = {3, 2};
    private int m = 2;
    private String[] symbols = {"ab", "c"};
    private int rawLength = 5;
    private int c = 3;
    private long[] codes = {0, 1, 0};

    byte[] stream() {
      Output table = new Output();
      BytesVector values = StringData.strings(symbols.length, i -> symbols[i]);
      StringsEncoder.encode(values, null, symbols.length, Goals.size(Compression.NONE), table);
      Output content = new Output();
      content.raw(table.array(), 1, table.size() - 1);
      Output out = new Output();
      SymbolStrings.write(packedOf(lengths), m, content, rawLength, c, packedOf(codes), out);
      return sized(out);
    }

    String refusal() {
      return assertThrows(CorruptDataException.class, () -> open(stream(), 2).get(0)).getMessage();
    }
  }

  @Test
  void symbols_mayGoOnFromOneValueToTheNext() {
    Strings strings = open(new Symbols().stream(), 2);
    assertArrayEquals("abc".getBytes(StandardCharsets.US_ASCII), strings.get(0));
    assertArrayEquals("ab".getBytes(StandardCharsets.US_ASCII), strings.get(1));
    Symbols across = new Symbols();
    across.lengths = new long[] {1, 4};
    assertArrayEquals("bcab".getBytes(StandardCharsets.US_ASCII), open(across.stream(), 2).get(1));
  }

  @Test
  void symbols_mayHaveFrom1To32Bytes() {
    Symbols longs = new Symbols();
    String longest = "abcdefghijklmnopqrstuvwxyz012345";
    longs.symbols = new String[] {longest, "c"};
    longs.lengths = new long[] {33, 32};
    longs.rawLength = 65;
    assertArrayEquals(
        (longest + "c").getBytes(StandardCharsets.US_ASCII), open(longs.stream(), 2).get(0));
    assertArrayEquals(longest.getBytes(StandardCharsets.US_ASCII), open(longs.stream(), 2).get(1));
    // Enough values that they are not copied one by one.
    int n = 5000;
    longs.m = 3;
    longs.symbols = new String[] {longest, "c", "seventeen letters"};
    longs.c = n;
    longs.codes = new long[n];
    longs.lengths = new long[n];
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < n; i++) {
      longs.codes[i] = i * 7L % 3;
      all.append(longs.symbols[i * 7 % 3]);
      longs.lengths[i] = longs.symbols[i * 7 % 3].length();
    }
    longs.rawLength = all.length();
    Strings strings = open(longs.stream(), n);
    BytesVector read = new BytesVector(CifType.STRING);
    strings.read(0, n, read, read.addSlots(n));
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < n; i++) {
      found.append(read.string(i));
    }
    assertEquals(all.toString(), found.toString());
  }

  @Test
  void symbolsThatBreakARule_areCorrupt() {
    for (String symbol : new String[] {"", "x".repeat(33)}) {
      Symbols wrong = new Symbols();
      wrong.symbols[1] = symbol;
      assertTrue(wrong.refusal().contains("a symbol of " + symbol.length() + " bytes"));
    }
    for (long code : new long[] {2, -1, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Symbols wrong = new Symbols();
      wrong.codes[1] = code;
      assertTrue(wrong.refusal().contains("a code"), Long.toString(code));
    }
    for (int rawLength : new int[] {4, 6}) {
      Symbols wrong = new Symbols();
      wrong.rawLength = rawLength;
      assertTrue(wrong.refusal().contains("announced"), "of " + rawLength);
    }
    Symbols wrong = new Symbols();
    wrong.lengths = new long[] {3, 1};
    assertTrue(wrong.refusal().contains("strings of 4 bytes in 5 bytes"));
    wrong.lengths = new long[] {3, 3};
    assertTrue(wrong.refusal().contains("lengths of 6 in all where 5 can be"));
    wrong = new Symbols();
    wrong.m = 0;
    assertTrue(wrong.refusal().contains("the number of symbols is 0"));
    wrong = new Symbols();
    wrong.rawLength = 0;
    assertTrue(wrong.refusal().contains("the length of the values is 0"));
    wrong = new Symbols();
    wrong.c = 0;
    assertTrue(wrong.refusal().contains("the number of codes is 0"));
    wrong = new Symbols();
    wrong.rawLength = (1 << 20) + 2048 * 16;
    assertTrue(wrong.refusal().contains("more than the format allows"));
  }

  @Test
  void longEntryOfADictionary_isNotCopiedForEachValue() {
    int n = 100_000;
    BytesVector entries = StringData.strings(2, i -> "x".repeat(1 + i * 1_000_000));
    Output values = new Output();
    Output content = new Output();
    StringsEncoder.encode(entries, null, 2, Goals.balanced(Compression.NONE), values);
    content.u8(DictionaryStrings.ID);
    content.uvarint(2);
    content.raw(values.array(), 0, values.size());
    IntsEncoder.encode(
        IntData.fill(n, i -> i % 2), 0, n, Goals.balanced(Compression.NONE), content);
    Strings strings = open(sized(content), n);
    BytesVector vector = new BytesVector(CifType.BINARY);
    vector.append("own");
    int at = vector.addSlots(n);
    strings.read(0, n, vector, at);
    assertTrue(vector.data.length < 10_000_000);
    assertEquals(1_000_001, vector.lengths[n]);
    // Shared first, and made the vector's own by what follows.
    BytesVector other = new BytesVector(CifType.BINARY);
    strings.read(0, n, other, other.addSlots(n));
    other.append("own");
    assertTrue(other.data.length < 10_000_000);
    assertEquals("x", other.string(0));
    assertEquals("own", other.string(n));
  }

  @Test
  void damagedStreams_giveValuesOrTheOneError() {
    for (int n : new int[] {2, 700, 2500}) {
      for (Map.Entry<String, BytesVector> shape : StringData.shapes(n).entrySet()) {
        for (Compression codec : Compression.values()) {
          Damage.attack(
              encoded(shape.getValue(), Goals.size(codec)),
              150,
              bytes -> {
                Strings strings = StringsDecoder.decode(Input.copyOf(bytes, 0, bytes.length), n);
                strings.get(n / 2);
                BytesVector vector = new BytesVector(CifType.BINARY);
                vector.addSlots(n);
                strings.read(0, n, vector, 0);
                strings.read(n / 2, n - n / 2, vector, n / 2);
                strings.equals(n - 1, new byte[3]);
                vector.append("own");
              });
        }
      }
    }
  }
}
