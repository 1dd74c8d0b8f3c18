package dev.cif.cache;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.ShortCircuitFdResponse;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/**
 * Client of this machine's DataNodes that asks for the files of blocks, as HDFS's client does for
 * short-circuit local reads. A DataNode passes file descriptors over a Unix domain socket. The
 * DataNode needs Hadoop's native library for that; {@link UnixSocket} on this side needs none. A
 * socket that failed is not tried again for a while. Thread-safe.
 */
final class ShortCircuit {
  /** Newest format of block files that is known here. */
  private static final int VERSION = 1;

  /**
   * Length of an answer in bytes, at most. An answer holds no more than a message; a longer one is
   * garbage.
   */
  private static final int LONGEST_ANSWER = 64 << 10;

  /** Failed sockets, each with the {@link System#nanoTime} before which it is not tried again. */
  private static final Map<String, Long> FAILED = new ConcurrentHashMap<>();

  private final String path;
  private final boolean byHostname;
  private final long millis;
  private final long pauseSeconds;

  /**
   * Creates a client from HDFS's settings.
   *
   * @throws RefusedException if they don't enable short-circuit reads
   */
  ShortCircuit(Configuration conf) throws IOException {
    path =
        conf.getTrimmed(
            HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY,
            HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_DEFAULT);
    if (!conf.getBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, false) || path.isEmpty()) {
      throw new RefusedException(
          "HDFS's short-circuit reads are not set up",
          HdfsClientConfigKeys.Read.ShortCircuit.KEY
              + " and "
              + HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY,
          null);
    }
    byHostname = conf.getBoolean(HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME, false);
    millis = conf.getInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 60_000);
    pauseSeconds =
        conf.getLong(
            HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_DISABLE_INTERVAL_SECOND_KEY,
            HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_DISABLE_INTERVAL_SECOND_DEFAULT);
  }

  /**
   * Opens the file of a block for reads past the page cache.
   *
   * @throws InvalidToken if the DataNode refuses the block's token, for instance because it expired
   * @throws RefusedException if there is no such file
   */
  Descriptor open(LocatedBlock block) throws IOException {
    RefusedException refused =
        new RefusedException("no replica of a block is on this machine", name(block), null);
    for (DatanodeInfo node : block.getLocations()) {
      InetSocketAddress address = NetUtils.createSocketAddr(node.getXferAddr(byHostname));
      if (!address.isUnresolved() && DFSUtilClient.isLocalAddress(address)) {
        try {
          return open(block, path.replace("_PORT", String.valueOf(address.getPort())));
        } catch (RefusedException e) {
          refused = e;
        }
      }
    }
    throw refused;
  }

  private static String name(LocatedBlock block) {
    return block.getBlock().toString();
  }

  private Descriptor open(LocatedBlock block, String socket) throws IOException {
    Long until = FAILED.get(socket);
    if (until != null && System.nanoTime() - until < 0) {
      throw new RefusedException(
          "the socket of a DataNode has failed, and is left alone for a while", socket, null);
    }
    Descriptor descriptor;
    try {
      descriptor = request(block, socket);
    } catch (RefusedException | InvalidToken e) {
      throw e;
    } catch (IOException e) {
      // Java's clock may be negative, and wraps around: only differences count.
      FAILED.put(socket, System.nanoTime() + TimeUnit.SECONDS.toNanos(pauseSeconds));
      throw new RefusedException("the socket of a DataNode failed", socket + ": " + e, e);
    }
    return direct(block, descriptor);
  }

  /** Checks that a descriptor belongs to a block, and switches it to direct reads. */
  private static Descriptor direct(LocatedBlock block, Descriptor descriptor) throws IOException {
    boolean isGood = false;
    try {
      long length = descriptor.length();
      if (length != block.getBlockSize()) {
        throw new RefusedException(
            "the file of a block has another length than the block",
            name(block) + ": " + length + ", not " + block.getBlockSize(),
            null);
      }
      descriptor.setDirect();
      isGood = true;
      return descriptor;
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      throw new RefusedException(
          "the file of a block can't be read past the page cache", name(block) + ": " + e, e);
    } finally {
      if (!isGood) {
        descriptor.close();
      }
    }
  }

  private Descriptor request(LocatedBlock block, String path) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    new Sender(new DataOutputStream(request))
        .requestShortCircuitFds(block.getBlock(), block.getBlockToken(), null, VERSION, false);
    try (UnixSocket socket = UnixSocket.connect(path, millis)) {
      socket.send(request.toByteArray());
      BlockOpResponseProto answer = answer(socket);
      if (answer.getStatus() == Status.ERROR_ACCESS_TOKEN) {
        throw new InvalidToken(answer.getMessage());
      }
      if (answer.getStatus() != Status.SUCCESS
          || answer.getShortCircuitAccessVersion() != VERSION) {
        throw new RefusedException(
            "a DataNode passes no files",
            name(block)
                + ": "
                + answer.getStatus()
                + ", version "
                + answer.getShortCircuitAccessVersion()
                + ", "
                + answer.getMessage(),
            null);
      }
      return blockFile(socket.receiveDescriptors());
    }
  }

  private static BlockOpResponseProto answer(UnixSocket socket) throws IOException {
    int length = 0;
    for (int shift = 0, next = 0x80; next >= 0x80; shift += 7) {
      next = socket.receive(1)[0] & 0xFF;
      length |= (next & 0x7F) << shift;
      if (shift > 14 || length > LONGEST_ANSWER) {
        throw new IOException("what answers is not a DataNode");
      }
    }
    return BlockOpResponseProto.parseFrom(socket.receive(length));
  }

  /**
   * Returns the block's file, the first of the two that were passed, and closes that of its
   * checksums.
   */
  private static Descriptor blockFile(UnixSocket.Passed passed) throws IOException {
    List<Integer> descriptors = passed.descriptors();
    if (descriptors.size() != 2
        || passed.data() != ShortCircuitFdResponse.DO_NOT_USE_RECEIPT_VERIFICATION_VALUE) {
      passed.close();
      throw new IOException(
          descriptors.size() + " descriptors, not 2, or it waits for more: " + passed.data());
    }
    // CIF checks its own checksums.
    new Descriptor(descriptors.get(1)).close();
    return new Descriptor(descriptors.get(0));
  }
}
