package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.airlift.compress.lz4.Lz4Compressor;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetCodecsTest {
  private final ParquetCodecs codecs = new ParquetCodecs(new Configuration());

  private static byte[] page() {
    Random random = new Random(2);
    byte[] page = new byte[5000];
    for (int i = 0; i < page.length; i++) {
      page[i] = (byte) random.nextInt(3);
    }
    return page;
  }

  private static byte[] lz4(byte[] bytes) {
    Lz4Compressor lz4 = new Lz4Compressor();
    byte[] out = new byte[lz4.maxCompressedLength(bytes.length)];
    return Arrays.copyOf(out, lz4.compress(bytes, 0, bytes.length, out, 0, out.length));
  }

  /** Frames of Hadoop: the length of what follows unpacked, then blocks behind their lengths. */
  private static byte[] framed(byte[] page, int frame, int block) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (int at = 0; at < page.length; at += frame) {
      int end = Math.min(page.length, at + frame);
      out.writeInt(end - at);
      for (int start = at; start < end; start += block) {
        byte[] packed = lz4(Arrays.copyOfRange(page, start, Math.min(end, start + block)));
        out.writeInt(packed.length);
        out.write(packed);
      }
    }
    return bytes.toByteArray();
  }

  private byte[] unpacked(CompressionCodecName codec, byte[] bytes, int size) throws IOException {
    return codecs.getDecompressor(codec).decompress(BytesInput.from(bytes), size).toByteArray();
  }

  @ParameterizedTest
  @EnumSource(names = {"LZ4", "LZ4_RAW"})
  void decompress_lz4_withFramesAndWithout(CompressionCodecName codec) throws Exception {
    byte[] page = page();
    assertArrayEquals(page, unpacked(codec, lz4(page), page.length));
    for (int[] sizes : new int[][] {{5000, 5000}, {1000, 1000}, {2000, 700}}) {
      byte[] framed = framed(page, sizes[0], sizes[1]);
      assertArrayEquals(page, unpacked(codec, framed, page.length));
      byte[] cut = Arrays.copyOf(framed, framed.length - 3);
      assertThrows(IOException.class, () -> unpacked(codec, cut, page.length));
    }
    assertThrows(IOException.class, () -> unpacked(codec, lz4(page), page.length + 1));
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "SNAPPY", "ZSTD", "LZ4"})
  void decompress_pageWithoutBytes_isAnErrorAtOnce(CompressionCodecName codec) {
    IOException e = assertThrows(IOException.class, () -> unpacked(codec, new byte[0], 10));
    assertTrue(e.getMessage().contains("a page of 10 bytes has 0 compressed ones"), e.toString());
    BytesInputDecompressor decompressor = codecs.getDecompressor(codec);
    assertThrows(IOException.class, () -> decompressor.decompress(BytesInput.empty(), -1));
  }

  @Test
  void getDecompressor_codecWithoutLibrary_namesItAndTheClass() {
    var codec = CompressionCodecName.BROTLI;
    var e = assertThrows(BadConfigurationException.class, () -> codecs.getDecompressor(codec));
    assertTrue(e.getMessage().contains("compressed by BROTLI"), e.toString());
    assertTrue(e.getMessage().contains("BrotliCodec is needed"), e.toString());
  }
}
