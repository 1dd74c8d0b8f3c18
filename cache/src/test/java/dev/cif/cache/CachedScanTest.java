package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import dev.cif.format.value.JsonValue;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scans through the cache give what the files have, and read what they have to. */
class CachedScanTest {
  private static final long LARGE = 64 << 20;

  @TempDir static Path shared;
  private static TestSplit split;
  private static TestSplit other;

  private final BufferCache cache = new BufferCache();
  private final Counters counters = cache.counters();

  /** Places of files, and ways of reading them. */
  enum Way {
    DIRECT,
    THROUGH_PAGE_CACHE,
    FAR;

    TestFiles files() throws IOException {
      return this == FAR ? TestFiles.far() : TestFiles.near();
    }
  }

  @BeforeAll
  static void write() throws IOException {
    split = TestSplit.write(shared.resolve("split"), 1);
    other = TestSplit.write(shared.resolve("other"), 2);
  }

  private ReadOptions options(Way way, Verify verify) {
    return ReadOptions.DEFAULT.withColumnCache(
        new JobCache(cache, way != Way.THROUGH_PAGE_CACHE, verify));
  }

  private ReadOptions options(Way way) {
    return options(way, Verify.ONCE);
  }

  @ParameterizedTest
  @EnumSource
  void secondScan_readsNoByteOfAColumnFile(Way way) throws IOException {
    cache.resize(LARGE, 0);
    TestFiles files = way.files();
    split.expectScanned(files, options(way));
    long requests = counters.requests.sum();
    long bytes = counters.bytesDirect.sum() + counters.bytesPlain.sum();
    long ofFiles = files.columnBytes();
    assertTrue(bytes >= Files.size(split.numbersFile()), "" + bytes);
    assertEquals(way == Way.DIRECT ? 0 : 2, files.columnFiles());
    assertEquals(way == Way.DIRECT ? 0 : bytes, ofFiles);
    try (SplitReader reader = split.open(files, options(way))) {
      split.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS);
      assertEquals(0, reader.metrics().columns().get("n").bytesRead());
    }
    assertEquals(requests, counters.requests.sum());
    assertEquals(bytes, counters.bytesDirect.sum() + counters.bytesPlain.sum());
    assertEquals(ofFiles, files.columnBytes());
  }

  @ParameterizedTest
  @EnumSource
  void scan_takesOneRequestForTheFooterAndOneForTheBlocks(Way way) throws IOException {
    cache.resize(LARGE, 0);
    split.expectScanned(way.files(), options(way));
    // The other file is small, and read whole.
    assertEquals(2 + 1, counters.requests.sum());
  }

  @Test
  void scanOfSomeRows_readsTheirBlocksByOneRequest() throws IOException {
    cache.resize(LARGE, 0);
    try (SplitReader reader = split.open(TestFiles.near(), options(Way.DIRECT))) {
      split.expectScanned(reader, scan -> scan, TestSplit.row(2) + 1, TestSplit.row(4) + 1);
      assertEquals(2 + 1, counters.requests.sum());
      long ofBlocks = reader.metrics().columns().get("n").bytesRead();
      long size = Files.size(split.numbersFile());
      // Three of the eight blocks.
      assertTrue(ofBlocks > size / 4 && ofBlocks < size / 2, ofBlocks + " of " + size);
    }
  }

  @Test
  void scanThatMayStop_readsABlockAtATime() throws IOException {
    cache.resize(LARGE, 0);
    try (SplitReader reader = split.open(TestFiles.near(), options(Way.DIRECT))) {
      split.expectScanned(reader, Scan.Builder::mayStop, 0, TestSplit.row(2));
      assertEquals(1 + 2 + 1, counters.requests.sum());
    }
  }

  @Test
  void goldenTables_haveTheirValues() throws IOException {
    cache.resize(LARGE, 0);
    List<Path> expected = new ArrayList<>();
    for (String folder : List.of("v1", "groups", "parts")) {
      Path golden = Path.of(System.getProperty("cif.testdata", "../testdata"), folder);
      try (Stream<Path> files = Files.list(golden)) {
        files.filter(file -> file.toString().endsWith(".jsonl")).forEach(expected::add);
      }
    }
    assertTrue(expected.size() > 10);
    expectGolden(expected);
    long requests = counters.requests.sum();
    expectGolden(expected);
    assertEquals(requests, counters.requests.sum());
  }

  private void expectGolden(List<Path> expected) throws IOException {
    for (Path jsonl : expected) {
      String name = jsonl.getFileName().toString().replace(".jsonl", "");
      assertEquals(
          Files.readString(jsonl, StandardCharsets.UTF_8),
          json(jsonl.resolveSibling(name)),
          jsonl::toString);
    }
  }

  private String json(Path table) throws IOException {
    StringWriter out = new StringWriter();
    SplitFinder.Root root =
        new SplitFinder.Root(
            TestFiles.near(), new org.apache.hadoop.fs.Path(table.toAbsolutePath().toString()));
    for (FoundSplit found : SplitFinder.find(List.of(root), ReadOptions.UNCACHED)) {
      try (SplitReader reader = found.read(options(Way.DIRECT))) {
        write(reader, out);
      }
    }
    return out.toString();
  }

  private static void write(SplitReader reader, StringWriter out) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    for (long row = 0; row < reader.rows(); row++) {
      JsonGenerator json = mapper.createGenerator(out);
      json.writeStartObject();
      for (Column column : reader.schema().columns()) {
        json.writeFieldName(column.name());
        JsonValue.write(reader.column(column.name()).value(row), json);
      }
      json.writeEndObject();
      json.flush();
      out.append('\n');
    }
  }

  @ParameterizedTest
  @EnumSource
  void cacheSmallerThanAColumn_readsTheRestPastIt(Way way) throws IOException {
    long limit = 200_000;
    cache.resize(limit, 0);
    for (int i = 0; i < 2; i++) {
      split.expectScanned(way.files(), options(way));
      assertTrue(cache.bytes() <= limit, "" + cache.bytes());
    }
    assertTrue(counters.noRoom.sum() > 0);
    assertTrue(counters.hits.sum() > 0);
  }

  @Test
  void cacheOfOneByte_keepsNothing() throws IOException {
    cache.resize(1, 0);
    split.expectScanned(TestFiles.near(), options(Way.DIRECT));
    assertEquals(0, cache.bytes());
    assertEquals(0, cache.files());
  }

  @Test
  void fullCache_keepsWhatAReaderHolds() throws IOException {
    cache.resize(1_000_000, 0);
    TestFiles files = TestFiles.far();
    try (SplitReader held = split.open(files, options(Way.FAR))) {
      split.expectScanned(held, scan -> scan, 0, TestSplit.ROWS);
      long bytes = files.columnBytes();
      other.expectScanned(files, options(Way.FAR));
      assertTrue(files.columnBytes() > bytes);
      assertTrue(counters.noRoom.sum() > 0);
      bytes = files.columnBytes();
      split.expectScanned(held, scan -> scan, 0, TestSplit.ROWS);
      assertEquals(bytes, files.columnBytes());
    }
    other.expectScanned(files, options(Way.FAR));
    assertEquals(0, cache.bytes() - cache.idleBytes());
    assertTrue(counters.evictions.sum() > 0);
    long bytes = files.columnBytes();
    other.expectScanned(files, options(Way.FAR));
    assertEquals(bytes, files.columnBytes());
  }

  @Test
  void readersOfOneFile_loadItOnce() throws Exception {
    cache.resize(LARGE, 0);
    inThreads(i -> split.expectScanned(TestFiles.near(), options(Way.DIRECT)));
    assertEquals(2 + 1, counters.requests.sum());
  }

  @Test
  void readersInAFullCache_getTheirOwnBytes() throws Exception {
    cache.resize(1_200_000, 0);
    inThreads(
        i -> {
          for (int k = 0; k < 4; k++) {
            ReadOptions options = options(Way.values()[i % 2], Verify.values()[k % 2]);
            ((i + k) % 2 == 0 ? split : other).expectScanned(TestFiles.near(), options);
          }
        });
    assertTrue(cache.bytes() <= 1_200_000);
    assertEquals(cache.bytes(), cache.idleBytes());
    cache.resize(0, 0);
    assertEquals(0, cache.bytes());
    assertEquals(0, cache.files());
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inThreads(Work work) throws Exception {
    int count = 6;
    CyclicBarrier start = new CyclicBarrier(count);
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  work.run(thread);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void directReadsThatAreRefused_goThroughTheFileSystem() throws IOException {
    cache.resize(LARGE, 0);
    List<DirectFile.Opener> refusing =
        List.of(
            (fs, path, length) -> {
              throw new IOException(path + ": no direct reads here");
            },
            (fs, path, length) -> new Descriptor(-1));
    for (DirectFile.Opener opener : refusing) {
      long refused = counters.directRefused.sum();
      TestFiles files = TestFiles.near();
      split.expectScanned(
          files, ReadOptions.DEFAULT.withColumnCache(new JobCache(cache, opener, Verify.ONCE)));
      assertEquals(2, counters.directRefused.sum() - refused);
      assertEquals(2, files.columnFiles());
      cache.resize(0, 0);
      cache.resize(LARGE, 0);
    }
    assertEquals(0, counters.bytesDirect.sum());
  }

  @Test
  void whatOneUserRead_isNotForAnother() throws Exception {
    cache.resize(LARGE, 0);
    TestFiles files = TestFiles.far();
    split.expectScanned(files, options(Way.FAR));
    PrivilegedExceptionAction<Void> scan =
        () -> {
          try (SplitReader reader = split.open(TestFiles.far(), options(Way.FAR))) {
            split.expectScanned(reader, s -> s, 0, TestSplit.ROWS);
          }
          return null;
        };
    long bytes = files.columnBytes();
    UserGroupInformation.createRemoteUser(TestFiles.FRIEND).doAs(scan);
    assertEquals(bytes, files.columnBytes());
    try (SplitReader reader = split.open(files, options(Way.FAR))) {
      PrivilegedExceptionAction<Void> read =
          () -> {
            reader.describe(0);
            return null;
          };
      assertThrows(
          AccessControlException.class,
          () -> UserGroupInformation.createRemoteUser("stranger").doAs(read));
    }
  }

  /** Changes a bit of the numbers in the cache's memory. */
  private void damageMemory() throws IOException {
    TestFiles files = TestFiles.near();
    org.apache.hadoop.fs.Path file =
        files.makeQualified(new org.apache.hadoop.fs.Path(split.numbersFile().toString()));
    Entry entry = cache.hold(file, Identity.of(files.getFileStatus(file), checksum(), true));
    Extent extent = cache.find(entry, Files.size(split.numbersFile()) / 2);
    byte[] one = new byte[1];
    NativeMemory memory = extent.memory();
    memory.read(memory.bytes() / 2, one, 0, 1);
    one[0] ^= 1;
    memory.write(memory.bytes() / 2, one, 0, 1);
    cache.release(entry);
  }

  /** The checksum of the footer, which ends 12 bytes before the file does. */
  private static int checksum() throws IOException {
    byte[] bytes = Files.readAllBytes(split.numbersFile());
    return java.nio.ByteBuffer.wrap(bytes)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
        .getInt(bytes.length - 8);
  }

  @Test
  void checksums_areCheckedOnceOrEachTime() throws IOException {
    cache.resize(LARGE, 0);
    ReadOptions once = options(Way.DIRECT);
    split.expectScanned(TestFiles.near(), once);
    damageMemory();
    // A checksum that was checked once is believed: the scan returns a wrong number.
    AssertionError e =
        assertThrows(AssertionError.class, () -> split.expectScanned(TestFiles.near(), once));
    assertTrue(e.getMessage().startsWith("row "), e.getMessage());
    CifException found =
        assertThrows(
            CifException.class,
            () -> split.expectScanned(TestFiles.near(), options(Way.DIRECT, Verify.EACH)));
    assertTrue(found.getMessage().contains("checksum of block"), found.getMessage());
  }

  @Test
  void closedFile_readsNothing() throws IOException {
    cache.resize(LARGE, 0);
    TestFiles files = TestFiles.near();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(split.numbersFile().toString());
    var file =
        new JobCache(cache, true, Verify.ONCE)
            .open(
                files,
                path,
                0,
                (position, bytes, at, count) -> {
                  throw new IOException("not to be asked");
                });
    file.read(0, new byte[8], 0, 8);
    file.close();
    file.close();
    assertThrows(IOException.class, () -> file.read(0, new byte[8], 0, 8));
    assertEquals(cache.bytes(), cache.idleBytes());
  }
}
