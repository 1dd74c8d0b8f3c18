package dev.cif.format.internal.sort;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Compression;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Local file of sorted runs of rows. It is deleted as soon as it is open, so that a process that
 * dies leaves nothing behind. On Windows, it is deleted when it is closed. A run is a sequence of
 * compressed chunks, each with its lengths and its CRC32C before it. Not thread-safe.
 */
final class SpillFile implements Closeable {
  /** Size of a chunk's head: its length, its decompressed length, and its checksum. */
  private static final int HEAD = 3 * Integer.BYTES;

  private static final Codec CODEC = Codec.of(Compression.LZ4);

  private final Path path;
  private final int chunkBytes;
  private final FileChannel file;
  private final Output raw = new Output();
  private final Output chunk = new Output();
  private long size;

  /**
   * Run of sorted rows in the file.
   *
   * @param start offset of its first byte in the file
   * @param end offset behind its last byte
   * @param level 0 for rows from memory, one more than that of the runs it was merged from
   */
  record Run(long start, long end, int level) {}

  private SpillFile(Path path, int chunkBytes) throws IOException {
    this.path = path;
    this.chunkBytes = chunkBytes;
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /**
   * Creates a file in a folder.
   *
   * @param chunkBytes approximate number of bytes of rows that are read at a time
   */
  static SpillFile create(String folder, int chunkBytes) throws IOException {
    try {
      Path parent = Path.of(folder);
      if (!Files.isDirectory(parent)) {
        throw new CifException(
            folder + ": " + purpose() + ", and is none; " + WriteOptions.SORT_FOLDER + " sets it");
      }
      return new SpillFile(parent.resolve("cif-sort-" + UUID.randomUUID()), chunkBytes);
    } catch (InvalidPathException e) {
      throw new CifException(WriteOptions.SORT_FOLDER + " is '" + folder + "', no folder", e);
    } catch (CifException e) {
      throw e;
    } catch (IOException e) {
      throw new CifException(
          folder
              + ": "
              + purpose()
              + ", and can't be written; "
              + WriteOptions.SORT_FOLDER
              + " names another: "
              + e,
          e);
    }
  }

  private static String purpose() {
    return "this should be a local folder for rows that are sorted";
  }

  /** Appends the rows of a stream, up to its end, as a run. */
  Run write(RowStream rows, int level) throws IOException {
    long start = size;
    raw.reset();
    while (rows.next()) {
      raw.uvarint(rows.keyLength());
      raw.uvarint(rows.length());
      raw.raw(rows.array(), rows.start(), rows.length());
      if (raw.size() >= chunkBytes) {
        writeChunk();
      }
    }
    if (raw.size() > 0) {
      writeChunk();
    }
    return new Run(start, size, level);
  }

  private void writeChunk() throws IOException {
    chunk.reset();
    chunk.extend(HEAD);
    CODEC.compress(raw.array(), 0, raw.size(), chunk);
    chunk.patchU32(0, chunk.size() - HEAD);
    chunk.patchU32(Integer.BYTES, raw.size());
    chunk.patchU32(2 * Integer.BYTES, Crc.of(chunk.array(), HEAD, chunk.size() - HEAD));
    raw.reset();
    ByteBuffer bytes = ByteBuffer.wrap(chunk.array(), 0, chunk.size());
    try {
      while (bytes.hasRemaining()) {
        size += file.write(bytes, size);
      }
    } catch (IOException e) {
      throw new CifException(
          path.getParent()
              + ": after "
              + size
              + " bytes no more rows that are sorted could be written here; give it room, name"
              + " another folder by "
              + WriteOptions.SORT_FOLDER
              + ", or make split-directories smaller: "
              + e,
          e);
    }
  }

  /** Returns the rows of a run. */
  RowStream read(Run run) {
    return new Reader(run);
  }

  private byte[] bytes(long position, int length) throws IOException {
    byte[] array = new byte[length + Input.SLACK];
    ByteBuffer bytes = ByteBuffer.wrap(array, 0, length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, position + bytes.position()) < 0) {
        throw new EOFException(path + " ends at byte " + (position + bytes.position()));
      }
    }
    return array;
  }

  private final class Reader implements RowStream {
    private final Run run;
    private long position;
    private Input rows = new Input(new byte[Input.SLACK], 0, 0);
    private int start;
    private int keyLength;
    private int length;

    Reader(Run run) {
      this.run = run;
      position = run.start();
    }

    @Override
    public boolean next() throws IOException {
      if (rows.remaining() == 0) {
        if (position == run.end()) {
          return false;
        }
        readChunk();
      }
      keyLength = rows.count("a key's length", rows.remaining());
      length = rows.count("a row's length", rows.remaining());
      start = rows.skip(length);
      return true;
    }

    private void readChunk() throws IOException {
      Input head = new Input(bytes(position, HEAD), 0, HEAD);
      int stored = head.u32();
      int wanted = head.u32();
      int crc = head.u32();
      if (stored < 0 || stored > run.end() - position - HEAD) {
        throw damaged(null);
      }
      byte[] compressed = bytes(position + HEAD, stored);
      if (Crc.of(compressed, 0, stored) != crc) {
        throw damaged(null);
      }
      try {
        rows = new Input(CODEC.decompress(new Input(compressed, 0, stored), wanted), 0, wanted);
      } catch (CorruptDataException e) {
        throw damaged(e);
      }
      position += HEAD + stored;
    }

    private CifException damaged(Throwable cause) {
      return new CifException(
          path.getParent()
              + ": rows that were sorted come back damaged from a file in this folder (byte "
              + position
              + "); check the disk, or name another folder by "
              + WriteOptions.SORT_FOLDER,
          cause);
    }

    @Override
    public byte[] array() {
      return rows.array();
    }

    @Override
    public int start() {
      return start;
    }

    @Override
    public int keyLength() {
      return keyLength;
    }

    @Override
    public int length() {
      return length;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
