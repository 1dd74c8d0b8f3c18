package dev.cif.bench.paper;

import dev.cif.bench.data.TypedData;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.util.Utf8;

/**
 * The paper's simple program in Java. It deserialises the records of a plain file of {@link
 * TypedData}, one after the other, and sums up their values. Arrays of numbers are used again for
 * each record; maps, their keys and their values are new objects.
 */
final class PlainScan {
  private static final int BUFFER = 128 << 10;

  /** Source of values. */
  interface Source extends Closeable {
    short shortInteger() throws IOException;

    int integer() throws IOException;

    double number() throws IOException;

    void bytes(byte[] to) throws IOException;
  }

  private PlainScan() {}

  /** Returns a source over the stream that Java's serialisation and Hadoop's Writables use. */
  static Source stream(Path file) throws IOException {
    return new StreamSource(
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER)));
  }

  /** Returns a source that reads whole records into a buffer, and the values from there. */
  static Source buffer(Path file) throws IOException {
    return new BufferSource(FileChannel.open(file));
  }

  /** Computes the answer for so many records. */
  static long answer(Source source, TypedData data, long count) throws IOException {
    byte[] rest = new byte[data.restBytes()];
    return switch (data.type()) {
      case INTEGERS -> integers(source, new int[data.values()], rest, count);
      case DOUBLES -> doubles(source, new double[data.values()], rest, count);
      case MAPS -> maps(source, data.values(), rest, count);
    };
  }

  private static long integers(Source source, int[] values, byte[] rest, long count)
      throws IOException {
    long answer = 0;
    for (long row = 0; row < count; row++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = source.integer();
      }
      source.bytes(rest);
      long sum = 0;
      for (int value : values) {
        sum += value;
      }
      answer += TypedData.ofRecord(sum, rest, 0, rest.length);
    }
    return answer;
  }

  private static long doubles(Source source, double[] values, byte[] rest, long count)
      throws IOException {
    long answer = 0;
    for (long row = 0; row < count; row++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = source.number();
      }
      source.bytes(rest);
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      answer += TypedData.ofRecord(Double.doubleToRawLongBits(sum), rest, 0, rest.length);
    }
    return answer;
  }

  private static long maps(Source source, int values, byte[] rest, long count) throws IOException {
    Map<?, ?>[] maps = new Map<?, ?>[values];
    long answer = 0;
    for (long row = 0; row < count; row++) {
      for (int i = 0; i < values; i++) {
        maps[i] = map(source);
      }
      source.bytes(rest);
      long sum = 0;
      for (Map<?, ?> map : maps) {
        sum += TypedData.ofMap(map);
      }
      answer += TypedData.ofRecord(sum, rest, 0, rest.length);
    }
    return answer;
  }

  private static Map<Utf8, Integer> map(Source source) throws IOException {
    Map<Utf8, Integer> map = new HashMap<>();
    for (int i = 0; i < TypedData.ENTRIES; i++) {
      byte[] key = new byte[source.shortInteger()];
      source.bytes(key);
      map.put(new Utf8(key), source.integer());
    }
    return map;
  }

  private record StreamSource(DataInputStream in) implements Source {
    @Override
    public short shortInteger() throws IOException {
      return in.readShort();
    }

    @Override
    public int integer() throws IOException {
      return in.readInt();
    }

    @Override
    public double number() throws IOException {
      return in.readDouble();
    }

    @Override
    public void bytes(byte[] to) throws IOException {
      in.readFully(to);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Source whose values never cross the end of the buffer, which holds whole records. */
  private static final class BufferSource implements Source {
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocate(BUFFER / TypedData.RECORD_BYTES * TypedData.RECORD_BYTES);

    BufferSource(FileChannel channel) {
      this.channel = channel;
      buffer.flip();
    }

    private ByteBuffer filled() throws IOException {
      if (!buffer.hasRemaining()) {
        buffer.clear();
        int read;
        do {
          read = channel.read(buffer);
        } while (read >= 0 && buffer.hasRemaining());
        buffer.flip();
        if (!buffer.hasRemaining()) {
          throw new EOFException("fewer records in the plain file than were written");
        }
      }
      return buffer;
    }

    @Override
    public short shortInteger() throws IOException {
      return filled().getShort();
    }

    @Override
    public int integer() throws IOException {
      return filled().getInt();
    }

    @Override
    public double number() throws IOException {
      return filled().getDouble();
    }

    @Override
    public void bytes(byte[] to) throws IOException {
      if (to.length > 0) {
        filled().get(to);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
