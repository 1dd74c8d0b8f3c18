package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
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
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that reads refused on the DataNodes' files go through HDFS's client, and are counted. */
class RefusedBlocksTest extends OnLocalHdfs {
  private static TestSplit split;

  @BeforeAll
  static void write() throws IOException {
    split = copy(1);
  }

  @Test
  void remoteBlocks_goThroughTheClient_andLocalOnesDoNot() throws IOException {
    DatanodeInfo far =
        new DatanodeInfoBuilder()
            .setIpAddr("192.0.2.1")
            .setHostName("far")
            .setXferPort(9866)
            .build();
    expectPlain(split, tale(all -> LocalHdfs.with(all, block -> LocalHdfs.at(block, far))));
    assertEquals(0, counters.bytesDirect.sum());
    empty();
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
      empty();
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
        length, isOpen, all.getLocatedBlocks(), all.getLastLocatedBlock(), isComplete, null, null);
  }

  @Test
  void fileThatIsBeingWritten_goesThroughTheClient_untilItIsClosed() throws IOException {
    TestSplit written = copy(1);
    try (FSDataOutputStream out = hdfs.fs().append(numbers(written))) {
      out.hflush();
      expectPlain(written, DirectFile::open);
    }
    empty();
    expectDirect(written);
  }

  @Test
  void erasureCodedFile_goesThroughTheClient() throws IOException {
    String policy = "XOR-2-1-1024k";
    hdfs.fs().enableErasureCodingPolicy(policy);
    var coded = new org.apache.hadoop.fs.Path("/coded");
    hdfs.fs().mkdirs(coded);
    hdfs.fs().setErasureCodingPolicy(coded, policy);
    expectPlain(hdfs.write(1, "/coded/split", 1 << 20), DirectFile::open);
    assertEquals(0, counters.bytesDirect.sum());
  }

  @Test
  void fileOfAnEncryptionZone_goesThroughTheClient() throws Exception {
    var zone = new org.apache.hadoop.fs.Path("/zone");
    hdfs.fs().mkdirs(zone);
    DFSTestUtil.createKey("key", hdfs.cluster(), hdfs.fs().getConf());
    hdfs.fs().createEncryptionZone(zone, "key");
    expectPlain(hdfs.write(1, "/zone/split", LocalHdfs.BLOCK), DirectFile::open);
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
      empty();
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
          return asked.size() == 1 ? LocalHdfs.with(all, RefusedBlocksTest::withBadToken) : all;
        };
    split.expectScanned(hdfs.fs(), options(once(numbers(split), badAtFirst)));
    assertEquals(2, asked.size());
    assertEquals(0, counters.directRefused.sum());
    assertEquals(0, counters.bytesPlain.sum());
    empty();
    expectPlain(split, tale(all -> LocalHdfs.with(all, RefusedBlocksTest::withBadToken)));
  }

  /** Log messages of the cache while a task runs. */
  private static final class Told extends AppenderSkeleton implements AutoCloseable {
    private final Logger logger = Logger.getLogger(CachedFile.class);
    final List<String> messages = new ArrayList<>();

    Told() {
      logger.addAppender(this);
    }

    @Override
    protected void append(LoggingEvent event) {
      messages.add(event.getLevel() + " " + event.getRenderedMessage());
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }

    @Override
    public void close() {
      logger.removeAppender(this);
    }
  }

  @Test
  void eachReason_isToldOnce() throws IOException {
    try (Told told = new Told()) {
      for (String reason : List.of("the moon is full", "the moon is new", "the moon is full")) {
        DirectFile.Opener opener =
            (fs, path, length) -> {
              throw new RefusedException(reason, path.toString(), null);
            };
        expectPlain(split, opener);
        empty();
      }
      assertEquals(2, told.messages.size(), told.messages.toString());
      assertTrue(told.messages.get(0).startsWith("WARN "), told.messages.get(0));
      assertTrue(told.messages.get(0).contains("the moon is full"), told.messages.get(0));
      assertTrue(told.messages.get(1).contains("the moon is new"), told.messages.get(1));
    }
  }
}
