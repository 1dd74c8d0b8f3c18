package dev.cif.cli.source;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * A file to load.
 *
 * @param path where
 * @param length in bytes
 * @param conf Hadoop's settings
 */
record SourceFile(Path path, long length, Configuration conf) {
  /** The bytes of the file, which count themselves. */
  CountingStream open() throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    return new CountingStream(fs.open(path));
  }

  /** The last bytes of the file. */
  byte[] tail(int count) throws IOException {
    byte[] bytes = new byte[count];
    FileSystem fs = path.getFileSystem(conf);
    try (FSDataInputStream in = fs.open(path)) {
      in.readFully(fs.getFileStatus(path).getLen() - count, bytes);
    }
    return bytes;
  }

  /** The bytes, unpacked if the file's suffix is of a codec such as .gz. */
  InputStream unpacked(CountingStream raw) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path);
    return codec == null ? raw : codec.createInputStream(raw);
  }

  SourceException error(String place, String message, Throwable cause) {
    return new SourceException(
        path + (place.isEmpty() ? "" : ", " + place) + ": " + message, cause);
  }
}
