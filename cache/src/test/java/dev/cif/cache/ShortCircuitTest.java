package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.CifException;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import dev.cif.hdfs.cluster.OnCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blocks of HDFS that this machine has are read from the DataNodes' files, past the page cache; all
 * else goes through HDFS's client, and is counted.
 */
@OnCluster
class ShortCircuitTest {
  @TempDir static Path folder;
  private static LocalHdfs hdfs;
  private static TestSplit split;
  private static int files;

  private final BufferCache cache = new BufferCache();
  private final Counters counters = cache.counters();

  @BeforeAll
  static void start() throws IOException {
    hdfs = LocalHdfs.start(folder);
    split = copy(1);
  }

  private static TestSplit copy(int replicas) throws IOException {
    return copy(replicas, "/split" + files, LocalHdfs.BLOCK);
  }

  private static TestSplit copy(int replicas, String to, long block) throws IOException {
    TestSplit local = TestSplit.write(folder.resolve("local" + files++), files);
    return hdfs.copy(local, to, replicas, block);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void resize() {
    cache.resize(64 << 20, 0);
  }

  private ReadOptions options(DirectFile.Opener opener) {
    return ReadOptions.DEFAULT.withColumnCache(new JobCache(cache, opener, Verify.ONCE, null));
  }

  private static org.apache.hadoop.fs.Path numbers(TestSplit split) {
    return new org.apache.hadoop.fs.Path(split.directory(), "1-n.col");
  }

  private static long length(TestSplit split) throws IOException {
    return hdfs.fs().getFileStatus(numbers(split)).getLen();
  }

  /** Reads a split whose numbers can't be read past the client, unlike its words. */
  private void expectPlain(TestSplit split, DirectFile.Opener opener) throws IOException {
    expectPlain(split, hdfs.fs(), opener);
  }

  private void expectPlain(TestSplit split, FileSystem fs, DirectFile.Opener opener)
      throws IOException {
    long refused = counters.directRefused.sum();
    long plain = counters.bytesPlain.sum();
    split.expectScanned(fs, options(opener));
    assertTrue(counters.directRefused.sum() > refused);
    assertTrue(counters.bytesPlain.sum() - plain >= length(split));
  }

  private void expectDirect(TestSplit split) throws IOException {
    long refused = counters.directRefused.sum();
    long plain = counters.bytesPlain.sum();
    long direct = counters.bytesDirect.sum();
    split.expectScanned(hdfs.fs(), options(DirectFile::open));
    assertEquals(refused, counters.directRefused.sum());
    assertEquals(plain, counters.bytesPlain.sum());
    assertTrue(counters.bytesDirect.sum() - direct >= length(split));
  }

  /** The numbers of a file as the NameNode tells of it, or tells another tale. */
  private static DirectFile.Opener tale(UnaryOperator<LocatedBlocks> told) {
    return (fs, path, length) ->
        new HdfsFile(
            () -> told.apply(hdfs.locate(path)), new ShortCircuit(hdfs.fs().getConf()), length);
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

  /** What another process does: it reads a split of a file system that a file describes. */
  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    conf.addResource(new org.apache.hadoop.fs.Path(args[0]));
    TestSplit split =
        new TestSplit(new org.apache.hadoop.fs.Path(args[1]), Long.parseLong(args[2]));
    BufferCache cache = new BufferCache();
    cache.resize(64 << 20, 0);
    JobCache job = new JobCache(cache, true, Verify.ONCE, null);
    split.expectScanned(FileSystem.get(conf), ReadOptions.DEFAULT.withColumnCache(job));
    System.out.println(
        NativeCodeLoader.isNativeCodeLoaded() + " " + cache.counters().bytesPlain.sum());
  }

  @Test
  void processWithoutHadoopsNativeLibrary_readsDirect() throws Exception {
    Path settings = folder.resolve("settings.xml");
    try (OutputStream out = Files.newOutputStream(settings)) {
      hdfs.fs().getConf().writeXml(out);
    }
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.library.path=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ShortCircuitTest.class.getName(),
                settings.toUri().toString(),
                split.directory().toString(),
                Long.toString(split.seed()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("false 0", said.strip());
    assertEquals(0, reader.waitFor());
  }

  /** Where descriptors of this process lead, of blocks and of sockets. */
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
      cache.resize(0, 0);
      cache.resize(64 << 20, 0);
      split.expectScanned(hdfs.fs(), options(DirectFile::open));
    }
    Map<String, Integer> now = descriptors();
    assertEquals(before.get("blocks"), now.get("blocks"));
    // A DataNode of this process may still be at closing its end of the last ones.
    assertTrue(now.get("sockets") < before.get("sockets") + 15, before + ", " + now);
  }

  @Test
  void remoteBlocks_goThroughTheClient_andLocalOnesDoNot() throws IOException {
    DatanodeInfo far =
        new DatanodeInfoBuilder().setIpAddr("192.0.2.1").setHostName("far").setXferPort(9866).build();
    expectPlain(
        split, tale(all -> LocalHdfs.with(all, block -> LocalHdfs.at(block, far))));
    assertEquals(0, counters.bytesDirect.sum());
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
    long plain = counters.bytesPlain.sum();
    split.expectScanned(
        hdfs.fs(),
        options(
            tale(
                all ->
                    LocalHdfs.with(
                        all,
                        block ->
                            block.getStartOffset() == LocalHdfs.BLOCK
                                ? LocalHdfs.at(block, far)
                                : block))));
    assertEquals(LocalHdfs.BLOCK, counters.bytesPlain.sum() - plain);
    assertTrue(counters.bytesDirect.sum() >= length(split) - LocalHdfs.BLOCK);
  }

  @Test
  void filesWhoseBlocksAreNotAsTheyShould_goThroughTheClient() throws IOException {
    List<UnaryOperator<LocatedBlocks>> tales =
        List.of(
            all -> other(all, true, true, all.getFileLength()),
            all -> other(all, false, false, all.getFileLength()),
            all -> other(all, false, true, all.getFileLength() + 1),
            all -> LocalHdfs.with(all, block -> shifted(block, 512)));
    for (UnaryOperator<LocatedBlocks> told : tales) {
      expectPlain(split, tale(told));
      cache.resize(0, 0);
      cache.resize(64 << 20, 0);
    }
    assertEquals(0, counters.bytesDirect.sum());
  }

  private static LocatedBlock shifted(LocatedBlock block, long by) {
    block.setStartOffset(block.getStartOffset() + by);
    return block;
  }

  private static LocatedBlocks other(
      LocatedBlocks all, boolean isOpen, boolean isComplete, long length) {
    return new LocatedBlocks(
        length,
        isOpen,
        all.getLocatedBlocks(),
        all.getLastLocatedBlock(),
        isComplete,
        null,
        null);
  }

  @Test
  void fileThatIsBeingWritten_goesThroughTheClient_untilItIsClosed() throws IOException {
    TestSplit written = copy(1);
    try (FSDataOutputStream out = hdfs.fs().append(numbers(written))) {
      expectPlain(written, DirectFile::open);
    }
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
    expectDirect(written);
  }

  @Test
  void erasureCodedFile_goesThroughTheClient() throws IOException {
    String policy = "XOR-2-1-1024k";
    hdfs.fs().enableErasureCodingPolicy(policy);
    var coded = new org.apache.hadoop.fs.Path("/coded");
    hdfs.fs().mkdirs(coded);
    hdfs.fs().setErasureCodingPolicy(coded, policy);
    expectPlain(copy(1, "/coded/split", 1 << 20), DirectFile::open);
    assertEquals(0, counters.bytesDirect.sum());
  }

  @Test
  void fileOfAnEncryptionZone_goesThroughTheClient() throws Exception {
    var zone = new org.apache.hadoop.fs.Path("/zone");
    hdfs.fs().mkdirs(zone);
    DFSTestUtil.createKey("key", hdfs.cluster(), hdfs.fs().getConf());
    hdfs.fs().createEncryptionZone(zone, "key");
    expectPlain(copy(1, "/zone/split", LocalHdfs.BLOCK), DirectFile::open);
    assertEquals(0, counters.bytesDirect.sum());
  }

  /** A client whose NameNode says that data is encrypted on its way. */
  private static final class Encrypted extends DistributedFileSystem {
    @Override
    public FsServerDefaults getServerDefaults() throws IOException {
      FsServerDefaults real = super.getServerDefaults();
      return new FsServerDefaults(
          real.getBlockSize(),
          real.getBytesPerChecksum(),
          real.getWritePacketSize(),
          real.getReplication(),
          real.getFileBufferSize(),
          true,
          0,
          DataChecksum.Type.CRC32C);
    }
  }

  @Test
  void encryptedTransfer_goesThroughTheClient() throws IOException {
    try (FileSystem encrypted = new Encrypted()) {
      encrypted.initialize(hdfs.fs().getUri(), hdfs.fs().getConf());
      expectPlain(split, (fs, path, length) -> DirectFile.open(encrypted, path, length));
    }
  }

  private static FileSystem client(String... settings) throws IOException {
    Configuration conf = new Configuration(hdfs.fs().getConf());
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return FileSystem.newInstance(hdfs.fs().getUri(), conf);
  }

  @Test
  void clientThatIsNotSetUp_readsItself() throws IOException {
    List<String[]> settings =
        List.of(
            new String[] {"dfs.client.read.shortcircuit", "false"},
            new String[] {"dfs.domain.socket.path", ""},
            new String[] {"dfs.domain.socket.path", "/nowhere/at/all._PORT"},
            new String[] {"dfs.domain.socket.path", "/" + "long".repeat(40)});
    for (String[] each : settings) {
      try (FileSystem other = client(each)) {
        expectPlain(split, (fs, path, length) -> DirectFile.open(other, path, length));
      }
      cache.resize(0, 0);
      cache.resize(64 << 20, 0);
    }
    assertEquals(0, counters.bytesDirect.sum());
  }

  private static LocatedBlock withBadToken(LocatedBlock block) {
    Token<BlockTokenIdentifier> token = block.getBlockToken();
    byte[] password = token.getPassword().clone();
    password[0] ^= 1;
    LocatedBlock other = LocalHdfs.at(block, block.getLocations());
    other.setBlockToken(
        new Token<>(token.getIdentifier(), password, token.getKind(), token.getService()));
    return other;
  }

  @Test
  void tokenThatIsNotAccepted_isFetchedOnceMore() throws IOException {
    List<LocatedBlocks> asked = new ArrayList<>();
    UnaryOperator<LocatedBlocks> badAtFirst =
        all -> {
          asked.add(all);
          return asked.size() == 1 ? LocalHdfs.with(all, ShortCircuitTest::withBadToken) : all;
        };
    split.expectScanned(hdfs.fs(), options(once(numbers(split), badAtFirst)));
    assertEquals(2, asked.size());
    assertEquals(0, counters.directRefused.sum());
    assertEquals(0, counters.bytesPlain.sum());
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
    expectPlain(split, tale(all -> LocalHdfs.with(all, ShortCircuitTest::withBadToken)));
  }

  /** A tale of one file; of others the NameNode tells. */
  private static DirectFile.Opener once(
      org.apache.hadoop.fs.Path file, UnaryOperator<LocatedBlocks> told) {
    return (fs, path, length) ->
        path.getName().equals(file.getName())
            ? tale(told).open(fs, path, length)
            : DirectFile.open(hdfs.fs(), path, length);
  }

  @Test
  void socketThatGoesAway_andADataNodeThatComesBack() throws Exception {
    TestSplit both = copy(2);
    expectDirect(both);
    for (int node = 0; node < 2; node++) {
      Files.delete(hdfs.socket(node));
    }
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
    expectPlain(both, DirectFile::open);
    for (int node = 0; node < 2; node++) {
      // The one that stopped goes to the end of the list.
      assertTrue(hdfs.cluster().restartDataNode(0, true));
    }
    hdfs.cluster().waitActive();
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
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
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
    expectDirect(both);
  }

  private static void damage(Path block, long at) throws IOException {
    try (FileChannel file =
        FileChannel.open(block, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      file.write(one, at);
    }
  }

  /**
   * A client that asks DataNodes for bytes: by its short-circuit reads it knows one replica a
   * machine, and takes that for the other one's, too.
   */
  private static FileSystem remoteClient() throws IOException {
    return client("dfs.client.read.shortcircuit", "false");
  }

  /** Has the numbers of a split read from one DataNode alone, if past the client. */
  private static DirectFile.Opener fromOneNode(TestSplit split) {
    return once(
        numbers(split),
        all -> LocalHdfs.with(all, block -> LocalHdfs.at(block, LocalHdfs.node(block))));
  }

  @Test
  void damagedReplica_isReadAgainFromAnother() throws IOException {
    TestSplit both = copy(2);
    long length = length(both);
    // The header, a block of CIF, another in another block of HDFS, and the end.
    List<Path> replica = hdfs.blockFiles(numbers(both));
    for (long place : new long[] {1, 5000, 300_000, length - 1}) {
      damage(replica.get((int) (place / LocalHdfs.BLOCK)), place % LocalHdfs.BLOCK);
    }
    DirectFile.Opener opener = fromOneNode(both);
    try (FileSystem fs = remoteClient()) {
      both.expectScanned(fs, options(opener));
      assertEquals(4, counters.readAgain.sum());
      assertEquals(0, counters.directRefused.sum());
      assertTrue(counters.bytesPlain.sum() < length, "the rest is read once");
      // What the cache has now is right.
      both.expectScanned(fs, options(opener));
      assertEquals(4, counters.readAgain.sum());
    }
  }

  @Test
  void damageInAllReplicas_isAnError() throws IOException {
    TestSplit one = copy(1);
    damage(hdfs.blockFiles(numbers(one)).get(1), 5000);
    ReadOptions options = options(DirectFile::open);
    Exception e = assertThrows(IOException.class, () -> one.expectScanned(hdfs.fs(), options));
    assertTrue(e.getMessage().contains("1-n.col"), e.toString());
    assertTrue(counters.readAgain.sum() > 0);
  }

  @Test
  void blockFileThatIsTooShort_goesThroughTheClient() throws IOException {
    TestSplit both = copy(2);
    for (Path block : hdfs.blockFiles(numbers(both))) {
      try (FileChannel file = FileChannel.open(block, StandardOpenOption.WRITE)) {
        file.truncate(file.size() - 1);
      }
    }
    try (FileSystem fs = remoteClient()) {
      expectPlain(both, fs, fromOneNode(both));
    }
  }
}
