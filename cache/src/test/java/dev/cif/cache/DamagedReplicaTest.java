package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

/** A replica that is damaged is as good as one that HDFS's client reads: another one is read. */
class DamagedReplicaTest extends OnLocalHdfs {
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
      // The next reader does not believe the cached bytes either, though all else is there.
      long direct = counters.bytesDirect.sum();
      both.expectScanned(fs, options(opener));
      assertEquals(8, counters.readAgain.sum());
      assertEquals(direct, counters.bytesDirect.sum());
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
