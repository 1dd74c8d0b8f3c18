package dev.cif.cli.source;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Codecs of Parquet's pages: the library's, with checks of sizes at which it would run for ever,
 * and LZ4 in its three forms, for which the library lacks code, or needs a native one.
 */
final class ParquetCodecs implements CompressionCodecFactory {
  private final CodecFactory codecs;

  ParquetCodecs(Configuration conf) {
    codecs = new CodecFactory(conf, 0);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    switch (codec) {
      case UNCOMPRESSED:
        return codecs.getDecompressor(codec);
      case LZ4:
      case LZ4_RAW:
        return new Lz4();
      default:
        return new Checked(library(codec));
    }
  }

  private BytesInputDecompressor library(CompressionCodecName codec) {
    try {
      return codecs.getDecompressor(codec);
    } catch (BadConfigurationException e) {
      throw new BadConfigurationException(
          "its pages are compressed by "
              + codec
              + ", for which "
              + codec.getHadoopCompressionCodecClassName()
              + " is needed on the class path; or write the file with another codec",
          e);
    }
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return codecs.getCompressor(codec);
  }

  @Override
  public void release() {
    codecs.release();
  }

  private static void check(long compressed, int size) throws IOException {
    if (size < 0 || compressed < 0 || (compressed == 0 && size > 0)) {
      throw new IOException(
          "a page of "
              + size
              + " bytes has "
              + compressed
              + " compressed ones: the file is corrupt");
    }
  }

  /** A codec of the library. */
  private record Checked(BytesInputDecompressor codec) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      check(bytes.size(), size);
      return codec.decompress(bytes, size);
    }

    @Override
    public void decompress(ByteBuffer in, int compressed, ByteBuffer out, int size)
        throws IOException {
      check(compressed, size);
      codec.decompress(in, compressed, out, size);
    }

    @Override
    public void release() {
      codec.release();
    }
  }

  /** Blocks of LZ4, alone or framed as Hadoop does; older writers did both under one name. */
  private static final class Lz4 implements BytesInputDecompressor {
    private final Lz4Decompressor lz4 = new Lz4Decompressor();

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      check(bytes.size(), size);
      return BytesInput.from(decompress(bytes.toByteArray(), size));
    }

    @Override
    public void decompress(ByteBuffer in, int compressed, ByteBuffer out, int size)
        throws IOException {
      check(compressed, size);
      byte[] bytes = new byte[compressed];
      in.get(bytes);
      out.put(decompress(bytes, size));
    }

    private byte[] decompress(byte[] in, int size) throws IOException {
      byte[] out = new byte[size];
      if (isFramed(in, out)) {
        return out;
      }
      try {
        int got = lz4.decompress(in, 0, in.length, out, 0, size);
        if (got == size) {
          return out;
        }
        throw new IOException("a page of " + size + " bytes has only " + got + " after LZ4");
      } catch (MalformedInputException e) {
        throw new IOException("a page is no LZ4: " + e.getMessage(), e);
      }
    }

    /** Fills the output, if the input is framed: lengths in big-endian before each block. */
    private boolean isFramed(byte[] in, byte[] out) {
      ByteBuffer frames = ByteBuffer.wrap(in);
      int filled = 0;
      while (filled < out.length) {
        int left = frames.remaining() < Integer.BYTES ? 0 : frames.getInt();
        if (left <= 0 || left > out.length - filled) {
          return false;
        }
        while (left > 0) {
          int block = frames.remaining() < Integer.BYTES ? 0 : frames.getInt();
          if (block <= 0 || block > frames.remaining()) {
            return false;
          }
          int got;
          try {
            got = lz4.decompress(in, frames.position(), block, out, filled, left);
          } catch (MalformedInputException e) {
            return false;
          }
          if (got == 0) {
            return false;
          }
          frames.position(frames.position() + block);
          filled += got;
          left -= got;
        }
      }
      return !frames.hasRemaining();
    }

    @Override
    public void release() {}
  }
}
