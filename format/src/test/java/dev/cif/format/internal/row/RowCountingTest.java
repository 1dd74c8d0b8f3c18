package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers decode no more than what was asked for. */
class RowCountingTest {
  private static final CifType TYPE = CifType.parse("map<string,string>");
  private static final int ROWS = 2500;
  private final DecodeCounter counter = new DecodeCounter();

  /** Row r holds keys k0 to k7 with the values r:0 to r:7; every third one also "rare". */
  private static MapVector maps() {
    MapVector maps = new MapVector(TYPE);
    BytesVector keys = (BytesVector) maps.keys();
    BytesVector values = (BytesVector) maps.values();
    for (int r = 0; r < ROWS; r++) {
      boolean rare = r % 3 == 0;
      maps.append(rare ? 9 : 8);
      for (int k = 0; k < 8; k++) {
        keys.append("k" + k);
        values.append(r + ":" + k);
      }
      if (rare) {
        keys.append("rare");
        values.append("r" + r);
      }
    }
    return maps;
  }

  private static byte[] body(Layout layout) {
    Output body = new Output();
    RowEncoder.encode(maps(), 0, ROWS, ColumnOptions.DEFAULT.withLayout(layout), body);
    return body.toByteArray();
  }

  private Block open(Layout layout, byte[] body) {
    return RowBlock.open(
        TYPE,
        layout,
        ColumnOptions.DEFAULT.skips(),
        ROWS,
        Input.copyOf(body, 0, body.length),
        counter);
  }

  private Block open(Layout layout) {
    return open(layout, body(layout));
  }

  private static final String ROW_LAYOUTS = "PLAIN|SKIPLIST|BLOCK|DCSL";

  @ParameterizedTest
  @EnumSource(value = Layout.class, names = ROW_LAYOUTS, mode = EnumSource.Mode.MATCH_ANY)
  void testFind_decodesOneValue(Layout layout) {
    Block block = open(layout);
    Value map = block.value(1234);
    assertEquals(8, map.size());
    Value found = map.find(MapKey.of("k6"));
    assertEquals(0, counter.decoded);
    assertEquals("1234:6", found.asString());
    assertEquals(1, counter.decoded);
    assertEquals(1234, counter.skipped);
    assertNull(map.find(MapKey.of("rare")));
    assertEquals(1, counter.decoded);
  }

  @ParameterizedTest
  @EnumSource(value = Layout.class, names = ROW_LAYOUTS, mode = EnumSource.Mode.MATCH_ANY)
  void testReadKey_decodesOneValueARow(Layout layout) {
    Block block = open(layout);
    ColumnVector out = ColumnVector.create(TYPE.child(1));
    block.readKey(500, 1000, MapKey.of("k3"), out);
    assertEquals(1000, counter.decoded);
    assertEquals(500, counter.skipped);
    block.readKey(1500, 300, MapKey.of("rare"), out);
    assertEquals(1100, counter.decoded);
    assertEquals(500, counter.skipped);
  }

  @ParameterizedTest
  @EnumSource(value = Layout.class, names = ROW_LAYOUTS, mode = EnumSource.Mode.MATCH_ANY)
  void testRead_countsKeysAndValues(Layout layout) {
    Block block = open(layout);
    block.read(10, 3, ColumnVector.create(TYPE));
    assertEquals(2 * (8 + 8 + 9), counter.decoded);
    assertEquals(10, counter.skipped);
  }

  @Test
  void testReadKey_dcslKeyOutsideDictionaryTouchesNoRow() {
    byte[] body = body(Layout.DCSL);
    // Damage all rows; the dictionary's nine keys take the first 30 bytes.
    Arrays.fill(body, 40, body.length, (byte) 0x7F);
    ColumnVector out = ColumnVector.create(TYPE.child(1));
    open(Layout.DCSL, body).readKey(0, ROWS, MapKey.of("no such key"), out);
    assertEquals(ROWS, out.nullCount());
    assertEquals(0, counter.decoded);
    assertEquals(ROWS, counter.skipped);
  }

  @Test
  void testSeek_skipListTouchesOnlyRowsBetweenSkips() {
    byte[] body = body(Layout.SKIPLIST);
    Block whole = open(Layout.SKIPLIST, body);
    // Row 2000 is reached over rows 0 and 1000; what lies between may be anything.
    Value kept = whole.value(2000);
    byte[] damaged = body.clone();
    int skipBlock = 12;
    Arrays.fill(damaged, skipBlock, skipBlock + 20_000, (byte) 0x7F);
    assertEquals(
        kept.find(MapKey.of("k1")).asString(),
        open(Layout.SKIPLIST, damaged).value(2000).find(MapKey.of("k1")).asString());
  }
}
