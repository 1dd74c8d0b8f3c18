package dev.cif.format.internal.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.Model;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.encoding.Goal;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maps of form columns: which keys get a column, and what a look-up touches. */
class MapColumnsTest {
  private static final Goal GOAL = new Goal(Compression.ZSTD, Optimize.BALANCED);
  private static final CifType TYPE = CifType.parse("map<string,int>");

  /** {"a": 1, "b": 2}, {"b": 4, "x": 9}, {"a": 3}, as in FORMAT.md; the column of b is damaged. */
  private static final String DAMAGED =
      "38 00 01 02 08 00 06 01 02 00 02 61 62 05 05 01 02 02 01 0C 01 05 05 01 02 02 01 00 01 01 02 00"
          + "06 00 04 05 01 01 03 06 00 04 05 09 02 04 05 00 03 00 01 78 04 00 02 00 12";

  private final DecodeCounter counter = new DecodeCounter();

  private AutoBlock open(byte[] bytes, int rows) {
    Input in = Input.copyOf(bytes, 0, bytes.length);
    return AutoBlock.open(TYPE, rows, in, counter, ErrorPlace.UNKNOWN);
  }

  private static List<Object> find(AutoBlock block, String key) {
    ColumnVector found = ColumnVector.create(CifType.INT);
    block.readKey(0, block.rows(), MapKey.of(key), found);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      values.add(Model.of(found, i));
    }
    return values;
  }

  private static byte[] encode(List<List<Map.Entry<Object, Object>>> maps) {
    ColumnVector vector = ColumnVector.create(TYPE);
    maps.forEach(map -> Model.append(map, vector));
    Output out = new Output();
    AutoEncoder.encode(vector, GOAL, out);
    return out.toByteArray();
  }

  /** Returns the number of columns of the maps, 0 in form entries; checks that they read back. */
  private int columns(List<List<Map.Entry<Object, Object>>> maps) {
    byte[] bytes = encode(maps);
    AutoBlock block = open(bytes, maps.size());
    ColumnVector read = ColumnVector.create(TYPE);
    block.read(0, maps.size(), read);
    for (int i = 0; i < maps.size(); i++) {
      assertEquals(maps.get(i), Model.of(read, i));
      assertEquals(maps.get(i), Model.of(block.value(i)));
    }
    Input in = Input.copyOf(bytes, 0, bytes.length).sized("a node");
    assertEquals(0, in.u8(), "presence");
    return in.u8() == MapColumnsNode.FORM ? (int) in.uvarint() : 0;
  }

  @Test
  void lookUpReadsTheColumnOfItsKeyAlone() {
    AutoBlock block = open(HexFormat.of().parseHex(DAMAGED.replace(" ", "")), 3);
    assertEquals(Arrays.asList(1L, null, 3L), find(block, "a"));
    assertEquals(2, counter.decoded, "values decoded");
    assertEquals(Arrays.asList(null, 9L, null), find(block, "x"));
    assertThrows(CorruptDataException.class, () -> find(block, "b"));
    assertThrows(CorruptDataException.class, () -> block.read(0, 3, ColumnVector.create(TYPE)));
  }

  private static List<List<Map.Entry<Object, Object>>> maps(int count) {
    List<List<Map.Entry<Object, Object>>> maps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      maps.add(new ArrayList<>());
    }
    return maps;
  }

  private static void put(List<Map.Entry<Object, Object>> map, String key, long value) {
    map.add(Model.entry(Model.text(key), value));
  }

  @Test
  void keysOfOneMapInSixteenGetAColumn() {
    var maps = maps(1600);
    for (int i = 0; i < maps.size(); i++) {
      put(maps.get(i), "own " + i, i);
      if (i % 16 == 3) {
        put(maps.get(i), "often", i);
      }
      if (i % 17 == 3) {
        put(maps.get(i), "seldom", i);
      }
    }
    assertEquals(1, columns(maps));
  }

  @Test
  void keyThatAMapHasTwiceGetsNone() {
    var maps = maps(100);
    for (int i = 0; i < maps.size(); i++) {
      put(maps.get(i), "once", i);
      put(maps.get(i), "twice", i);
    }
    assertEquals(2, columns(maps));
    put(maps.get(77), "twice", -1);
    assertEquals(1, columns(maps));
    assertEquals(-1L, find(open(encode(maps), 100), "twice").get(77));
  }

  @Test
  void fewMapsHaveNoColumns() {
    var maps = maps(15);
    maps.forEach(map -> put(map, "a", 1));
    assertEquals(0, columns(maps));
    maps.add(List.of(Model.entry(Model.text("a"), 2L)));
    assertEquals(1, columns(maps));
  }

  @Test
  void mostFrequentKeysOfMoreThan255() {
    var maps = maps(64);
    for (int i = 0; i < maps.size(); i++) {
      for (int k = 0; k < 300; k++) {
        if (k % 4 != 1 || i % 2 == 0) {
          put(maps.get(i), "key " + k, (long) i * k);
        }
      }
    }
    assertEquals(255, columns(maps));
    AutoBlock block = open(encode(maps), 64);
    for (int k = 0; k < 300; k++) {
      assertEquals(62L * k, find(block, "key " + k).get(62), "key " + k);
      assertEquals(k % 4 == 1 ? null : 61L * k, find(block, "key " + k).get(61), "key " + k);
    }
  }
}
