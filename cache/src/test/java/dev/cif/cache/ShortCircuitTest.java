package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Blocks of HDFS that this machine has are read from the DataNodes' files, past the page cache. */
class ShortCircuitTest extends OnLocalHdfs {
  private static TestSplit split;

  @BeforeAll
  static void write() throws IOException {
    split = copy(1);
  }

  @Test
  void localBlocks_areReadByDescriptors_andLeaveNoPage() throws IOException {
    List<Path> blocks = hdfs.blockFiles(numbers(split));
    assertTrue(blocks.size() > 3, blocks.toString());
    for (Path block : blocks) {
      Mincore.drop(block);
      assertEquals(0, Mincore.pages(block), "the file system keeps what it is to drop");
    }
    expectDirect(split);
    for (Path block : blocks) {
      assertEquals(0, Mincore.pages(block));
    }
    // The footer, each block of the file once more, and the small file.
    assertEquals(1 + blocks.size() + 1, counters.requests.sum());
    try (SplitReader reader = split.open(hdfs.fs(), options(DirectFile::open))) {
      long requests = counters.requests.sum();
      split.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS);
      assertEquals(0, reader.metrics().columns().get("n").bytesRead());
      assertEquals(requests, counters.requests.sum());
    }
  }

  @Test
  void throughTheClient_thePagesStay() throws IOException {
    List<Path> blocks = hdfs.blockFiles(numbers(split));
    for (Path block : blocks) {
      Mincore.drop(block);
    }
    split.expectScanned(hdfs.fs(), options(null));
    assertEquals(0, counters.bytesDirect.sum());
    assertEquals(0, counters.directRefused.sum());
    assertTrue(Mincore.pages(blocks.get(0)) > 0);
  }

  @Test
  void bytesOfDescriptors_countAsLocal() throws IOException {
    try (SplitReader reader = split.open(hdfs.fs(), options(DirectFile::open))) {
      split.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS);
      var read = reader.metrics().columns().get("n");
      assertEquals(length(split), read.bytesRead());
      assertEquals(read.bytesRead(), read.localBytesRead());
    }
  }

  @Test
  void settingsOfAJob_readDirect_unlessChecksumsAreOff() throws IOException {
    Configuration job = new Configuration(false);
    job.set(CacheSettings.SIZE, "67108864");
    Counters all = CacheProvider.shared().counters();
    long before = all.bytesDirect.sum();
    split.expectScanned(hdfs.fs(), ReadOptions.from(job));
    assertTrue(all.bytesDirect.sum() > before);
    TestSplit other = copy(1);
    long direct = all.bytesDirect.sum();
    long refused = all.directRefused.sum();
    job.setBoolean(ReadOptions.VERIFY_CHECKSUMS, false);
    other.expectScanned(hdfs.fs(), ReadOptions.from(job));
    assertEquals(direct, all.bytesDirect.sum());
    assertEquals(refused, all.directRefused.sum());
  }

  /** Program of another process: it reads a split of a file system that a file describes. */
  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    conf.addResource(new org.apache.hadoop.fs.Path(args[0]));
    TestSplit split =
        new TestSplit(new org.apache.hadoop.fs.Path(args[1]), Long.parseLong(args[2]));
    BufferCache cache = new BufferCache();
    cache.resize(64 << 20, 0);
    JobCache job = new JobCache(cache, true, Verify.ONCE);
    split.expectScanned(FileSystem.get(conf), ReadOptions.DEFAULT.withColumnCache(job));
    System.out.println(
        NativeCodeLoader.isNativeCodeLoaded() + " " + cache.counters().bytesPlain.sum());
  }

  @Test
  void processWithoutHadoopsNativeLibrary_readsDirect() throws Exception {
    Path settings = hdfs.folder().resolve("settings.xml");
    try (OutputStream out = Files.newOutputStream(settings)) {
      hdfs.fs().getConf().writeXml(out);
    }
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.library.path=" + hdfs.folder(),
                "-cp",
                System.getProperty("java.class.path"),
                ShortCircuitTest.class.getName(),
                settings.toUri().toString(),
                split.directory().toString(),
                Long.toString(split.seed()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(said.strip().endsWith("false 0"), said);
    assertEquals(0, reader.waitFor());
  }

  /** Counts the open descriptors of this process, of blocks and of sockets. */
  private static Map<String, Integer> descriptors() throws IOException {
    int blocks = 0;
    int sockets = 0;
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path one : all.toList()) {
        String target = target(one);
        blocks += target.contains("/blk_") ? 1 : 0;
        sockets += target.startsWith("socket:") ? 1 : 0;
      }
    }
    return Map.of("blocks", blocks, "sockets", sockets);
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      // It was closed meanwhile.
      return "";
    }
  }

  @Test
  void closedReaders_leaveNoDescriptor() throws IOException {
    split.expectScanned(hdfs.fs(), options(DirectFile::open));
    Map<String, Integer> before = descriptors();
    for (int i = 0; i < 20; i++) {
      empty();
      split.expectScanned(hdfs.fs(), options(DirectFile::open));
    }
    Map<String, Integer> now = descriptors();
    assertEquals(before.get("blocks"), now.get("blocks"));
    // A DataNode of this process may still be at closing its end of the last ones.
    assertTrue(now.get("sockets") < before.get("sockets") + 15, before + ", " + now);
  }

  @Test
  void socketThatGoesAway_andADataNodeThatComesBack() throws Exception {
    TestSplit both = copy(2);
    expectDirect(both);
    for (int node = 0; node < 2; node++) {
      Files.delete(hdfs.socket(node));
    }
    empty();
    expectPlain(both, DirectFile::open);
    for (int node = 0; node < 2; node++) {
      // The one that stopped goes to the end of the list.
      assertTrue(hdfs.cluster().restartDataNode(0, true));
    }
    hdfs.cluster().waitActive();
    empty();
    expectDirect(both);
  }

  @Test
  void readerOfADataNodeThatStops_goesOn() throws Exception {
    TestSplit both = copy(2);
    try (SplitReader reader = both.open(hdfs.fs(), options(DirectFile::open))) {
      both.expectScanned(reader, scan -> scan, 0, TestSplit.row(2));
      assertTrue(counters.bytesDirect.sum() > 0);
      var stopped = hdfs.cluster().stopDataNode(0);
      both.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS);
      assertTrue(hdfs.cluster().restartDataNode(stopped, true));
    }
    hdfs.cluster().waitActive();
    empty();
    expectDirect(both);
  }
}
