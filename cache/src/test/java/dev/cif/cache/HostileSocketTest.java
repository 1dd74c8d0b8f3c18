package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a server on the socket that need not be a DataNode. Whatever it answers, the block is
 * refused in time, and no descriptor stays. Needs Hadoop's native library, as tests of clusters do.
 */
@Tag("cluster")
class HostileSocketTest {
  private static final int LENGTH = 5000;

  /** Long enough for who answers, however busy the machine is. */
  private static final int PATIENCE = 30_000;

  /** For those who don't. */
  private static final int MILLIS = 100;

  @TempDir Path folder;
  private DomainSocket server;
  private Path file;

  @BeforeEach
  void listen() throws IOException {
    DomainSocket.disableBindPathValidation();
    server = DomainSocket.bindAndListen(folder.resolve("dn").toString());
    file = Files.write(folder.resolve("blk_1"), new byte[LENGTH]);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private interface Answer {
    void give(DomainSocket client) throws IOException;
  }

  private Descriptor ask(LocatedBlock block, int millis, Answer answer) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread node =
        new Thread(
            () -> {
              try (DomainSocket client = server.accept()) {
                // The request: version, operation, and as many bytes as it says.
                byte[] head = new byte[4];
                client.getInputStream().read(head, 0, 4);
                answer.give(client);
                done.get(PATIENCE, TimeUnit.MILLISECONDS);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            });
    node.start();
    try {
      return new ShortCircuit(conf(millis)).open(block);
    } finally {
      done.complete(null);
      node.join();
    }
  }

  private Configuration conf(int millis) {
    Configuration conf = new Configuration(false);
    conf.setBoolean("dfs.client.read.shortcircuit", true);
    conf.set("dfs.domain.socket.path", folder.resolve("dn").toString());
    conf.setInt("dfs.client.socket-timeout", millis);
    conf.setLong("dfs.domain.socket.disable.interval.seconds", 0);
    return conf;
  }

  private static LocatedBlock block() {
    DatanodeInfo here =
        new DatanodeInfoBuilder()
            .setIpAddr("127.0.0.1")
            .setHostName("localhost")
            .setXferPort(1)
            .build();
    return LocalHdfs.at(
        new LocatedBlock(new ExtendedBlock("pool", 1, LENGTH, 1), new DatanodeInfo[0]), here);
  }

  private long open() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(one -> isOfTest(one.toFile())).count();
    }
  }

  private boolean isOfTest(File descriptor) {
    try {
      return descriptor.getCanonicalPath().startsWith(folder.toRealPath().toString());
    } catch (IOException e) {
      return false;
    }
  }

  private void expectRefused(String message, LocatedBlock block, int millis, Answer answer)
      throws Exception {
    RefusedException e = assertThrows(RefusedException.class, () -> ask(block, millis, answer));
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertEquals(0, open());
  }

  private void expectRefused(String message, Answer answer) throws Exception {
    expectRefused(message, block(), PATIENCE, answer);
  }

  private void expectTimeout(Answer answer) throws Exception {
    expectRefused("no answer in time", block(), MILLIS, answer);
  }

  private static byte[] answer(Status status, int version) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockOpResponseProto.newBuilder()
        .setStatus(status)
        .setShortCircuitAccessVersion(version)
        .setMessage("as it was told to")
        .build()
        .writeDelimitedTo(out);
    return out.toByteArray();
  }

  private static void write(DomainSocket client, byte[] bytes) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(bytes, 0, bytes.length);
  }

  private static void pass(DomainSocket client, Path file, int count, int data) throws IOException {
    List<FileInputStream> open = new ArrayList<>();
    try {
      FileDescriptor[] descriptors = new FileDescriptor[count];
      for (int i = 0; i < count; i++) {
        open.add(new FileInputStream(file.toFile()));
        descriptors[i] = open.get(i).getFD();
      }
      client.sendFileDescriptors(descriptors, new byte[] {(byte) data}, 0, 1);
    } finally {
      for (FileInputStream one : open) {
        one.close();
      }
    }
  }

  private static Answer passing(Path file, int count, int data) {
    return client -> {
      write(client, answer(Status.SUCCESS, 1));
      pass(client, file, count, data);
    };
  }

  @Test
  void rightAnswer_givesTheFile() throws Exception {
    Descriptor given = ask(block(), PATIENCE, passing(file, 2, 0));
    try {
      assertEquals(LENGTH, given.length());
      assertEquals(1, open());
      NativeMemory memory = NativeMemory.allocate(NativeMemory.pages(LENGTH));
      assertEquals(LENGTH, given.read(0, memory, 0, memory.bytes()));
      memory.free();
    } finally {
      given.close();
    }
    assertEquals(0, open());
  }

  @Test
  void answersThatDoNotCome_areNotWaitedForForEver() throws Exception {
    expectTimeout(client -> {});
    byte[] good = answer(Status.SUCCESS, 1);
    for (int length : new int[] {1, good.length / 2, good.length}) {
      expectTimeout(client -> write(client, Arrays.copyOf(good, length)));
    }
    expectTimeout(
        client -> {
          // Each byte comes in time, and all of them do not.
          for (int i = 0; i < 120; i++) {
            write(client, new byte[] {120});
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MILLIS / 10));
          }
        });
    // Descriptors that come with bytes of the answer are dropped.
    expectTimeout(client -> pass(client, file, 2, 120));
  }

  @Test
  void answersThatAreNone_areRefused() throws Exception {
    expectRefused("closed the socket", DomainSocket::shutdown);
    expectRefused(
        "failed", client -> write(client, bytes("HTTP/1.1 400 Bad Request\r\n".repeat(9))));
    byte[] endless = new byte[100];
    Arrays.fill(endless, (byte) 0xFF);
    expectRefused("not a DataNode", client -> write(client, endless));
    expectRefused("failed", client -> write(client, new byte[100]));
    expectRefused("failed", client -> write(client, new byte[] {3, 9, 9, 9}));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void answersOfOtherKinds_areRefused() throws Exception {
    expectRefused("ERROR", client -> write(client, answer(Status.ERROR, 1)));
    expectRefused("UNSUPPORTED", client -> write(client, answer(Status.ERROR_UNSUPPORTED, 1)));
    expectRefused(
        "version 2",
        client -> {
          write(client, answer(Status.SUCCESS, 2));
          pass(client, file, 2, 0);
        });
    assertThrows(
        InvalidToken.class,
        () ->
            ask(block(), PATIENCE, client -> write(client, answer(Status.ERROR_ACCESS_TOKEN, 1))));
  }

  @Test
  void otherNumbersOfDescriptors_areRefusedAndClosed() throws Exception {
    expectRefused("0 descriptors", client -> write(client, plus(answer(Status.SUCCESS, 1), 0)));
    expectRefused("1 descriptors", passing(file, 1, 0));
    expectRefused("3 descriptors", passing(file, 3, 0));
    expectRefused("8 descriptors", passing(file, UnixSocket.MOST_DESCRIPTORS, 0));
    expectRefused("too many", passing(file, UnixSocket.MOST_DESCRIPTORS + 1, 0));
    expectRefused("too many", passing(file, 16, 0));
    expectRefused("waits for more", passing(file, 2, 1));
  }

  private static byte[] plus(byte[] bytes, int last) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    longer[bytes.length] = (byte) last;
    return longer;
  }

  @Test
  void filesThatAreNotOfTheBlock_areRefusedAndClosed() throws Exception {
    Path other = Files.write(folder.resolve("blk_2"), new byte[LENGTH + 1]);
    expectRefused("another length", passing(other, 2, 0));
    expectRefused("another length", passing(Path.of("/dev/null"), 2, 0));
  }

  @Test
  void fileThatRefusesDirectReads_isRefusedAndClosed() throws Exception {
    // Files of sysfs refuse direct reads.
    Path made = Path.of("/sys/devices/system/cpu/online");
    LocatedBlock block = block();
    try (FileChannel open = FileChannel.open(made)) {
      block.getBlock().setNumBytes(open.size());
    }
    expectRefused("O_DIRECT", block, PATIENCE, passing(made, 2, 0));
  }

  @Test
  void socketThatFailed_isLeftAloneForAWhile() throws Exception {
    Configuration conf = conf(PATIENCE);
    Path socket = folder.resolve("none");
    conf.set("dfs.domain.socket.path", socket.toString());
    conf.setLong("dfs.domain.socket.disable.interval.seconds", 600);
    ShortCircuit local = new ShortCircuit(conf);
    assertThrows(RefusedException.class, () -> local.open(block()));
    DomainSocket late = DomainSocket.bindAndListen(socket.toString());
    try {
      RefusedException e = assertThrows(RefusedException.class, () -> local.open(block()));
      assertTrue(e.getMessage().contains("left alone"), e.getMessage());
    } finally {
      late.close();
    }
  }

  @Test
  void backlogThatIsFull_isNotWaitedForForEver() throws Exception {
    List<UnixSocket> waiting = new ArrayList<>();
    try {
      assertThrows(
          SocketTimeoutException.class,
          () -> {
            // Nobody accepts, and the system lets some wait.
            while (waiting.size() < 10_000) {
              waiting.add(UnixSocket.connect(folder.resolve("dn").toString(), MILLIS));
            }
          });
    } finally {
      waiting.forEach(UnixSocket::close);
    }
  }
}
