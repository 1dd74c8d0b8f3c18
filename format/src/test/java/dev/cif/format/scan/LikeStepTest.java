package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts that are searched together: what is found is what matches one by one. */
class LikeStepTest {
  private static final String LETTERS = "aabé\uD83D\uDE00";

  private record Texts(ColumnVector window) implements RowFilter.Source {
    @Override
    public CifType type() {
      return window.type();
    }
  }

  private static String random(Random dice, int longest, String more) {
    StringBuilder text = new StringBuilder();
    for (int length = dice.nextInt(longest + 1); length > 0; length--) {
      String letters = LETTERS + more;
      int at = dice.nextInt(letters.codePointCount(0, letters.length()));
      text.appendCodePoint(letters.codePointAt(letters.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }

  private static List<Integer> found(BytesVector texts, String pattern) throws IOException {
    int[] rows = new int[texts.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    int count = new LikeStep(new Texts(texts), new LikePattern(pattern)).narrow(rows, rows.length);
    List<Integer> found = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      found.add(rows[k]);
    }
    return found;
  }

  @Test
  void search_findsWhatMatches_whateverTheBordersOfTexts() throws IOException {
    Random dice = new Random(5);
    long hits = 0;
    for (int round = 0; round < 2000; round++) {
      String pattern = random(dice, 8, "%%_");
      BytesVector adjacent = new BytesVector(CifType.STRING);
      BytesVector apart = new BytesVector(CifType.STRING);
      byte[] border = "|".getBytes(StandardCharsets.UTF_8);
      for (int i = 1 + dice.nextInt(40); i > 0; i--) {
        byte[] text = random(dice, 6, "").getBytes(StandardCharsets.UTF_8);
        adjacent.append(text);
        apart.append(text);
        apart.copy(border, 0, 1);
      }
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < adjacent.size(); i++) {
        if (new LikePattern(pattern).matches(adjacent.bytes(i), 0, adjacent.lengths[i])) {
          expected.add(i);
        }
      }
      assertEquals(expected, found(adjacent, pattern), pattern);
      assertEquals(expected, found(apart, pattern), pattern);
      hits += expected.size();
    }
    assertTrue(hits > 2000, "hits: " + hits);
  }
}
