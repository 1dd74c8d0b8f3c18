package dev.cif.format.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Bitmaps that were made to mislead a reader, with the right checksum, are refused. */
class DeletesFileTest {
  private static final int ROWS = 200_000;

  @TempDir java.nio.file.Path folder;

  private RoaringBitmap read(byte[] bytes, long count) throws IOException {
    Files.write(folder.resolve("_x.deletes"), bytes);
    DeletesEntry entry = new DeletesEntry("_x.deletes", bytes.length, Crc.of(bytes), count);
    return DeletesFile.read(LocalFiles.fs(), new Path(folder.toString()), entry, ROWS);
  }

  private void expectRefused(byte[] bytes, long count, String what) {
    CifException e = assertThrows(CifException.class, () -> read(bytes, count));
    assertTrue(e.getMessage().contains(what), e.getMessage());
    assertTrue(e.getMessage().contains("_x.deletes"), e.getMessage());
  }

  private static byte[] array(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(16 + 2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(12346).putInt(1).putShort((short) 0).putShort((short) (values.length - 1));
    bytes.putInt(16);
    for (int value : values) {
      bytes.putShort((short) value);
    }
    return bytes.array();
  }

  private static RoaringBitmap mixed() {
    RoaringBitmap rows = RoaringBitmap.bitmapOf(1, 5, 70_000);
    rows.add(131_072L, 131_200L);
    for (int row = 65_536; row < 100_000; row += 3) {
      rows.add(row);
    }
    return rows;
  }

  @Test
  void rowsOfAllKindsOfParts_areReadAsTheyWereWritten() throws IOException {
    RoaringBitmap rows = mixed();
    assertEquals(rows, read(DeletesFile.toBytes(rows.clone()), rows.getLongCardinality()));
    assertEquals(RoaringBitmap.bitmapOf(3, 9), read(array(3, 9), 2));
  }

  @Test
  void impossibleRows_areRefused() {
    expectRefused(array(9, 3), 2, "deleted row 3 comes after row 9");
    expectRefused(array(3, 3), 2, "deleted row 3 comes after row 3");
    expectRefused(array(3, 9), 3, "the file has 2 deleted rows, the schema file says 3");
    byte[] beyond = DeletesFile.toBytes(RoaringBitmap.bitmapOf(ROWS));
    expectRefused(beyond, 1, "deleted row 200000");
    expectRefused(Arrays.copyOf(array(3, 9), 21), 2, "goes on behind the bitmap");
    expectRefused(new byte[0], 1, "no Roaring bitmap");
    expectRefused(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, "no Roaring bitmap");
    byte[] many = array(1);
    ByteBuffer.wrap(many).order(ByteOrder.LITTLE_ENDIAN).putInt(4, Integer.MAX_VALUE);
    expectRefused(many, 1, "no Roaring bitmap");
  }

  @Test
  void mutations_areRefusedOrPossible() throws IOException {
    byte[] good = DeletesFile.toBytes(mixed());
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      byte[] bad =
          Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
      for (int k = random.nextInt(4); k >= 0 && bad.length > 0; k--) {
        int near = random.nextBoolean() ? Math.min(64, bad.length) : bad.length;
        bad[random.nextInt(near)] = (byte) random.nextInt();
      }
      long count = mixed().getLongCardinality();
      try {
        RoaringBitmap rows = read(bad, count);
        assertEquals(count, rows.stream().distinct().count());
        assertTrue(rows.stream().allMatch(row -> row >= 0 && row < ROWS));
      } catch (CifException e) {
        assertTrue(e.getMessage().contains("_x.deletes"), e.getMessage());
      }
    }
  }
}
