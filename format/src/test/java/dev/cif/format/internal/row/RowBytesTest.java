package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigInteger;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bodies worked out by hand from FORMAT.md section 7. */
class RowBytesTest {
  private static final ColumnOptions PLAIN = ColumnOptions.DEFAULT.withLayout(Layout.PLAIN);

  private static String hex(ColumnVector vector, ColumnOptions options) {
    Output body = new Output();
    RowEncoder.encode(vector, 0, vector.size(), options, body);
    return HexFormat.of().formatHex(body.toByteArray());
  }

  private static MapVector maps() {
    MapVector maps = new MapVector(CifType.parse("map<string,int>"));
    BytesVector keys = (BytesVector) maps.keys();
    LongVector values = (LongVector) maps.values();
    maps.append(2);
    keys.append("a");
    values.append(1);
    keys.append("b");
    values.append(-100);
    maps.appendNull();
    maps.append(0);
    maps.append(1);
    keys.append("b");
    values.appendNull();
    return maps;
  }

  @Test
  void testPlain_maps() {
    // 2 entries in 9 bytes: a 1, b -100; NULL; empty; b NULL.
    assertEquals(
        "02" + "0312" + "0261" + "0202" + "0262" + "02c701" + "00" //
            + "00" + "0200" + "02" + "0106" + "0262" + "00" + "00",
        hex(maps(), PLAIN));
  }

  @Test
  void testDcsl_maps() {
    assertEquals(
        "02"
            + "0261"
            + "0262"
            + "01" // dictionary a, b; ids of 1 byte
            + "0a000000" // skip block of row 0: to row 2, 9 + 1 bytes
            + "02"
            + "02"
            + "0001"
            + "0203"
            + "02"
            + "c701" // row 0: sizes 1+1, 1+2
            + "00" // row 1
            + "06000000" // to the end
            + "0200" // row 2: empty
            + "02"
            + "01"
            + "01"
            + "00", // row 3: b NULL
        hex(maps(), PLAIN.withLayout(Layout.DCSL).withSkips(SkipDistances.of(2))));
  }

  @Test
  void testSkipList_distancesOf2And4() {
    LongVector v = new LongVector(CifType.INT);
    for (int i = 0; i < 7; i++) {
      v.append(i);
    }
    v.setNull(3);
    // Rows take 2 bytes, row 3 takes 1.
    assertEquals(
        "0b000000"
            + "04000000" // row 0: to row 4 (4 + 4 + 3), to row 2
            + "0200"
            + "0202"
            + "03000000" // row 2: to row 4
            + "0204"
            + "00"
            + "0a000000"
            + "04000000" // row 4: to the end (no row 8), to row 6
            + "0208"
            + "020a"
            + "02000000" // row 6: to the end
            + "020c",
        hex(v, PLAIN.withLayout(Layout.SKIPLIST).withSkips(SkipDistances.of(2, 4))));
  }

  @Test
  void testPlain_decimalsInShortestForm() {
    DecimalVector v = new DecimalVector(CifType.decimal(38, 0));
    v.append(BigInteger.ZERO);
    v.append(BigInteger.valueOf(127));
    v.append(BigInteger.valueOf(128));
    v.append(BigInteger.valueOf(-128));
    v.append(BigInteger.ONE.shiftLeft(63));
    assertEquals(
        "020200" + "02027f" + "02040080" + "020280" + "0212" + "008000000000000000", hex(v, PLAIN));
  }

  @Test
  void testPlain_timestampBefore1970() {
    TimestampVector v = new TimestampVector(CifType.TIMESTAMP);
    v.append(-1, 999_999_999);
    assertEquals("02" + "01" + "fea7d6b907", hex(v, PLAIN));
  }

  @Test
  void testBlock_storesWhatWouldBreakTheRatio() {
    LongVector v = new LongVector(CifType.BOOLEAN);
    for (int i = 0; i < 1 << 20; i++) {
      v.append(0);
    }
    // 2 MiB of equal rows: zstd needs some hundred bytes, below the ratio of section 9.
    String body = hex(v, PLAIN.withLayout(Layout.BLOCK).withCompression(Compression.ZSTD));
    assertTrue(body.startsWith("00" + "808080" + "01"), body.substring(0, 20));
    assertEquals(2 * (5 + (2 << 20)), body.length());
  }

  @Test
  void testEncode_refusesWhatTheTypeCannotHold() {
    MapVector maps = maps();
    maps.append(1);
    maps.keys().appendNull();
    ((LongVector) maps.values()).append(1);
    for (Layout layout : new Layout[] {Layout.PLAIN, Layout.SKIPLIST, Layout.BLOCK, Layout.DCSL}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> hex(maps, PLAIN.withLayout(layout)));
      assertTrue(e.getMessage().contains("NULL key"), e.getMessage());
    }
    LongVector tiny = new LongVector(CifType.TINYINT);
    tiny.append(128);
    assertThrows(IllegalArgumentException.class, () -> hex(tiny, PLAIN));
    TimestampVector time = new TimestampVector(CifType.TIMESTAMP);
    time.append(0, 1_000_000_000);
    assertThrows(IllegalArgumentException.class, () -> hex(time, PLAIN));
    assertThrows(IllegalArgumentException.class, () -> hex(tiny, PLAIN.withLayout(Layout.DCSL)));
  }
}
