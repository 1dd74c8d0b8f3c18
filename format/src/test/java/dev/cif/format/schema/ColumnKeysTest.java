package dev.cif.format.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns keep their numbers, and splits of all times are matched: FORMAT.md section 3.1. */
class ColumnKeysTest {
  private static CifSchema stored(String... names) {
    return CifSchema.of(List.of(names), Arrays.stream(names).map(name -> CifType.INT).toList());
  }

  private static List<String> match(ColumnKeys keys, CifSchema split, String... columns) {
    Map<String, String> wanted = new HashMap<>();
    for (String column : columns) {
      wanted.put(CifSchema.foldCase(column), column);
    }
    return Arrays.asList(keys.match(split, wanted));
  }

  private static ColumnKeys keys(String... columns) {
    return ColumnKeys.of(List.of(columns));
  }

  @Test
  void text_isShortAndSurvives() {
    ColumnKeys keys = keys("url", "Größe", "a=b,c");
    String table = keys.key("URL").replaceFirst("/1$", "");
    assertEquals(table + ";4;url,gr%c3%b6%c3%9fe,a%3db%2cc.", keys.toString());
    ColumnKeys changed =
        keys.renamed("url", "address").withColumns(List.of("address", "new")).renamed("new", "x");
    assertEquals(
        table + ";5;address=url=address,=gr%c3%b6%c3%9fe,=a%3db%2cc,x=new=x.", changed.toString());
    assertEquals(changed, ColumnKeys.parse(changed.toString()));
    // A column that never had a name of its own is forgotten when it goes.
    ColumnKeys again = changed.withColumns(List.of("url", "address")).withColumns(List.of("url"));
    assertEquals(
        table + ";6;=url=address,=gr%c3%b6%c3%9fe,=a%3db%2cc,=new=x,url=.", again.toString());
    assertEquals(again, ColumnKeys.parse(again.toString()));
    assertTrue(again.withColumns(List.of()).toString().endsWith("=new=x."));
    assertEquals(table + "/5", again.key("url"));
    assertNull(again.key("address"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k1;2;a",
        "k1;1;a.",
        "k1;3;a,a.",
        "k1;9;2:a,1:b.",
        "k1;x;a.",
        "k;1;a.b.",
        "k1;2;%zz.",
        "k1;2;%c.",
        "k1;3;a=x,b=x.",
        "k_1;2;a.",
        "k1;99999999999;a."
      })
  void textOfAnotherForm_isRefused(String text) {
    Map<String, String> properties = Map.of(ColumnKeys.PROPERTY, text);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> ColumnKeys.fromProperties(properties::get));
    assertTrue(e.getMessage().startsWith("cif.column.keys is not what CIF wrote"), e.getMessage());
  }

  @Test
  void aThousandColumns_areInPieces() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      names.add("column_" + i);
    }
    ColumnKeys keys = ColumnKeys.of(names);
    Map<String, String> properties = new HashMap<>(Map.of("cif.column.keys.9", "left over"));
    keys.putInto(properties);
    assertEquals(3, properties.size());
    assertTrue(properties.values().stream().allMatch(piece -> piece.length() <= 4000));
    assertEquals(keys, ColumnKeys.fromProperties(properties::get));
    properties.remove("cif.column.keys.3");
    assertThrows(IllegalArgumentException.class, () -> ColumnKeys.fromProperties(properties::get));
    assertNull(ColumnKeys.fromProperties(Map.<String, String>of()::get));
  }

  @Test
  void splitWithoutKeys_isMatchedByTheFirstThatHadTheName() {
    ColumnKeys swapped = keys("a", "b").renamed("a", "t").renamed("b", "a").renamed("t", "b");
    assertEquals(Arrays.asList("b", "a"), match(swapped, stored("A", "B"), "a", "b"));
    ColumnKeys again = keys("a", "b").withColumns(List.of("b")).withColumns(List.of("b", "a"));
    assertEquals(Arrays.asList(null, "b"), match(again, stored("a", "b"), "a", "b"));
    // A later name, written without keys, is understood if it is one column's.
    ColumnKeys renamed = keys("a").renamed("a", "c");
    assertEquals(List.of("C"), match(renamed, stored("c"), "C"));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> match(renamed, stored("a", "c"), "c"));
    assertTrue(e.getMessage().startsWith("it has the columns 'a' and 'c'"), e.getMessage());
  }

  @Test
  void keysOfAnotherTable_areNone() {
    ColumnKeys other = keys("x", "y");
    CifSchema split = other.keyed(stored("x", "y"));
    assertEquals(Arrays.asList(null, "y"), match(keys("z", "y"), split, "z", "y"));
    assertEquals(Arrays.asList("x", "y"), match(other, split, "x", "y"));
  }

  @Test
  void columnThatTheKeysWereNotToldOf_isMatchedByName() {
    ColumnKeys keys = keys("a").renamed("a", "b");
    CifSchema split = keys.keyed(stored("b", "n"));
    assertNull(split.column(1).key());
    assertEquals(Arrays.asList("b", "n"), match(keys, split, "b", "n"));
    // Its name is that which an older column had: only where that is not meant.
    CifSchema reused = keys.keyed(stored("b", "a"));
    assertEquals(Arrays.asList("b", "a"), match(keys, reused, "b", "a"));
    assertEquals(List.of("b"), match(keys, stored("a"), "b", "a"));
  }

  @Test
  void namesThatAreTaken_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> keys("a", "b").renamed("a", "B"));
    assertThrows(IllegalArgumentException.class, () -> keys("a").renamed("b", "c"));
  }

  /** A column of the model, and what it is called. */
  private record Known(int identity, String name) {}

  /**
   * Tables go through random changes; splits are written in between, with keys and, up to the first
   * rename or drop, without. Each column of a split must be found as what it was written as.
   */
  @Test
  void randomHistories_matchTheModel() {
    Random random = new Random(18);
    for (int round = 0; round < 2000; round++) {
      history(random);
    }
  }

  private static void history(Random random) {
    List<Known> columns = new ArrayList<>();
    int identities = 0;
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      columns.add(new Known(identities, "n" + identities++));
    }
    ColumnKeys keys = null;
    Map<CifSchema, List<Integer>> splits = new LinkedHashMap<>();
    for (int step = 0; step < 12; step++) {
      List<String> names = columns.stream().map(Known::name).toList();
      if (random.nextInt(3) == 0) {
        CifSchema plain = stored(names.toArray(new String[0]));
        CifSchema split = keys == null ? plain : keys.keyed(plain);
        splits.put(split, columns.stream().map(Known::identity).toList());
        continue;
      }
      String name = "n" + random.nextInt(4);
      int at = random.nextInt(columns.size());
      if (random.nextBoolean() && !names.contains(name)) {
        keys = (keys == null ? ColumnKeys.of(names) : keys).renamed(names.get(at), name);
        columns.set(at, new Known(columns.get(at).identity, name));
      } else if (random.nextBoolean() && columns.size() > 1) {
        keys = keys == null ? ColumnKeys.of(names) : keys;
        columns.remove(at);
        keys = keys.withColumns(columns.stream().map(Known::name).toList());
      } else if (!names.contains(name)) {
        columns.add(at, new Known(identities++, name));
        keys = keys == null ? null : keys.withColumns(columns.stream().map(Known::name).toList());
      }
      keys = keys == null ? null : ColumnKeys.parse(keys.toString());
      if (keys != null) {
        check(keys, columns, splits);
      }
    }
  }

  private static void check(
      ColumnKeys keys, List<Known> columns, Map<CifSchema, List<Integer>> splits) {
    String[] names = columns.stream().map(Known::name).toArray(String[]::new);
    splits.forEach(
        (split, identities) -> {
          List<String> expected = new ArrayList<>();
          for (int identity : identities) {
            expected.add(
                columns.stream()
                    .filter(column -> column.identity == identity)
                    .map(Known::name)
                    .findFirst()
                    .orElse(null));
          }
          assertEquals(expected, match(keys, split, names), () -> keys + " " + split);
        });
  }
}
