package dev.cif.embedded.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountingFileSystemTest {
  private static final int LENGTH = 100_000;

  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path table;
  private byte[] bytes;

  @BeforeEach
  void writeTwoFiles() throws Exception {
    Configuration conf = new Configuration();
    CountingFileSystem.register(conf);
    fs = FileSystem.newInstance(folder.toUri(), conf);
    table = new Path(folder.resolve("table").toUri());
    bytes = new byte[LENGTH];
    new Random(7).nextBytes(bytes);
    for (Path file :
        List.of(new Path(table, "url"), new Path(folder.toUri().getPath(), "tables"))) {
      try (FSDataOutputStream out = fs.create(file)) {
        out.write(bytes);
      }
    }
    Reads.reset();
  }

  @AfterEach
  void close() throws Exception {
    fs.close();
    Reads.reset();
  }

  private long bytesRead() {
    return Reads.now().under(table).bytes();
  }

  @Test
  void register_isTheFileSystemOfFileUris() {
    assertInstanceOf(CountingFileSystem.class, fs);
  }

  @Test
  void write_countsNothing() {
    assertEquals(List.of(), Reads.now().files());
  }

  @Test
  void sequentialReads_countWhatCameBack() throws Exception {
    try (FSDataInputStream in = fs.open(new Path(table, "url"))) {
      assertEquals(bytes[0] & 0xff, in.read());
      byte[] part = new byte[1000];
      in.readFully(part);
      assertArrayEquals(Arrays.copyOfRange(bytes, 1, 1001), part);
      assertEquals(1001, bytesRead());
      in.seek(LENGTH - 10);
      assertEquals(10, in.read(part, 0, part.length));
      assertEquals(-1, in.read());
      assertEquals(-1, in.read(part, 0, part.length));
    }
    assertEquals(1011, bytesRead());
  }

  @Test
  void skipAndSeek_countNothing() throws Exception {
    try (FSDataInputStream in = fs.open(new Path(table, "url"))) {
      in.seek(50_000);
      assertEquals(100, in.skip(100));
      assertEquals(50_100, in.getPos());
    }
    assertEquals(0, bytesRead());
    assertEquals(1, Reads.now().under(table).filesOpened());
  }

  @Test
  void positionedReads_countEach() throws Exception {
    try (FSDataInputStream in = fs.open(new Path(table, "url"))) {
      byte[] part = new byte[500];
      in.readFully(200, part, 100, 300);
      assertEquals(300, bytesRead());
      in.readFully(200, part);
      assertEquals(800, bytesRead());
      assertEquals(20, in.read(LENGTH - 20, part, 0, 500));
      assertEquals(820, bytesRead());
      assertThrows(Exception.class, () -> in.readFully(LENGTH - 5, part));
    }
    assertEquals(820, bytesRead());
  }

  @Test
  void vectoredReads_countTheirRanges() throws Exception {
    try (FSDataInputStream in = fs.open(new Path(table, "url"))) {
      List<FileRange> ranges =
          List.of(FileRange.createFileRange(10, 90), FileRange.createFileRange(60_000, 1000));
      in.readVectored(ranges, ByteBuffer::allocate);
      ByteBuffer second = ranges.get(1).getData().get();
      assertEquals(bytes[60_000], second.get(second.position()));
    }
    assertEquals(1090, bytesRead());
  }

  @Test
  void openFileBuilder_isCountedToo() throws Exception {
    try (FSDataInputStream in = fs.openFile(new Path(table, "url")).build().get()) {
      in.readFully(new byte[77]);
    }
    Reads reads = Reads.now().under(table);
    assertEquals(77, reads.bytes());
    assertEquals(1, reads.files().get(0).opens());
  }

  @Test
  void under_leavesOutFilesBeside() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (FSDataInputStream in = fs.open(new Path(folder.toUri().getPath(), "tables"))) {
        in.read();
      }
    }
    fs.open(new Path(table, "url")).close();
    assertEquals(2, Reads.now().filesOpened());
    Reads inTable = Reads.now().under(table);
    assertEquals(1, inTable.filesOpened());
    assertEquals(0, inTable.bytes());
    FileRead beside = Reads.now().where(f -> f.path().endsWith("tables")).files().get(0);
    assertEquals(2, beside.opens());
    assertEquals(2, beside.bytes());
  }

  @Test
  void under_takesPathsWithAndWithoutScheme() throws Exception {
    fs.open(new Path(table, "url")).close();
    assertEquals(1, Reads.now().under(new Path(table.toUri().getPath())).filesOpened());
    assertEquals(1, Reads.now().under(fs.makeQualified(table)).filesOpened());
  }

  @Test
  void missingFile_isNotCounted() {
    assertThrows(FileNotFoundException.class, () -> fs.open(new Path(table, "nowhere")));
    assertEquals(0, Reads.now().filesOpened());
  }

  @Test
  void reset_startsAgain() throws Exception {
    fs.open(new Path(table, "url")).close();
    Reads before = Reads.now();
    Reads.reset();
    assertEquals(0, Reads.now().filesOpened());
    assertEquals(1, before.filesOpened());
  }

  @Test
  void damagedFile_stillFailsItsChecksum() throws Exception {
    java.nio.file.Path file = folder.resolve("table").resolve("url");
    byte[] damaged = bytes.clone();
    damaged[5] ^= 1;
    Files.write(file, damaged);
    try (FSDataInputStream in = fs.open(new Path(table, "url"))) {
      assertThrows(
          org.apache.hadoop.fs.ChecksumException.class, () -> in.readFully(new byte[1000]));
    }
  }
}
