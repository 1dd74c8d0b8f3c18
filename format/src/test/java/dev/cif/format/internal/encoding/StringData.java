package dev.cif.format.internal.encoding;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** Streams of strings of many shapes, for tests. */
final class StringData {
  private static final String WORDS =
      "the of and to in is that for it as was with be by on not he his but at are this have from "
          + "or had an they which one you were all her she there would their we him been has when";

  private StringData() {}

  /** The shapes, {@code n} values each, by name. */
  static Map<String, BytesVector> shapes(int n) {
    Random random = new Random(n);
    String[] words = WORDS.split(" ");
    Map<String, BytesVector> shapes = new LinkedHashMap<>();
    shapes.put("empty", strings(n, i -> ""));
    shapes.put("constant", strings(n, i -> "always the same"));
    shapes.put("some empty", strings(n, i -> i % 3 == 0 ? "" : "x".repeat(random.nextInt(5))));
    shapes.put("ascii", strings(n, i -> letters(random, 5 + random.nextInt(40), 32, 95)));
    shapes.put("digits", strings(n, i -> letters(random, 10, '0', 10)));
    shapes.put("hex", strings(n, i -> Long.toHexString(random.nextLong())));
    shapes.put("small letters", strings(n, i -> letters(random, random.nextInt(30), 'a', 26)));
    shapes.put("base 64", strings(n, i -> base64(random, random.nextInt(30))));
    shapes.put("bits", strings(n, i -> letters(random, random.nextInt(99), '0', 2)));
    shapes.put("ones", strings(n, i -> "1".repeat(random.nextInt(20))));
    shapes.put("few", strings(n, i -> "value " + random.nextInt(7) * 12_345));
    shapes.put("some", strings(n, i -> letters(new Random(random.nextInt(1 + n / 9)), 30, 33, 94)));
    shapes.put("urls", strings(n, i -> "http://www.example.com/" + words[i % 40] + "/" + i * 7919));
    shapes.put("text", strings(n, i -> text(random, words, random.nextInt(60))));
    shapes.put("unicode", strings(n, i -> letters(random, random.nextInt(12), 0x3B1, 24)));
    shapes.put("bytes", bytes(n, random, 256, 0));
    shapes.put("high bytes", bytes(n, random, 100, 150));
    shapes.put("high few bytes", bytes(n, random, 3, 253));
    shapes.put("one long", strings(n, i -> i == n / 2 ? letters(random, 9000, 32, 95) : "a"));
    return shapes;
  }

  static BytesVector strings(int n, IntFunction<String> value) {
    BytesVector vector = new BytesVector(CifType.STRING);
    for (int i = 0; i < n; i++) {
      vector.append(value.apply(i));
    }
    return vector;
  }

  private static BytesVector bytes(int n, Random random, int range, int from) {
    BytesVector vector = new BytesVector(CifType.BINARY);
    for (int i = 0; i < n; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (from + random.nextInt(range));
      }
      vector.append(bytes);
    }
    return vector;
  }

  private static String letters(Random random, int length, int first, int count) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < length; i++) {
      s.append((char) (first + random.nextInt(count)));
    }
    return s.toString();
  }

  private static String base64(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return new String(
        java.util.Base64.getEncoder().withoutPadding().encode(bytes), StandardCharsets.US_ASCII);
  }

  private static String text(Random random, String[] words, int count) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < count; i++) {
      s.append(words[random.nextInt(words.length)]).append(' ');
    }
    return s.toString();
  }

  /** The values as arrays. */
  static List<byte[]> list(BytesVector vector) {
    List<byte[]> list = new ArrayList<>();
    for (int i = 0; i < vector.size(); i++) {
      list.add(vector.bytes(i));
    }
    return list;
  }
}
