package dev.cif.cache;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Client's end of a Unix domain socket that can receive file descriptors. All operations on a
 * socket share one deadline. Not thread-safe.
 */
final class UnixSocket implements Closeable {
  /**
   * Number of descriptors received at once, at most; a caller that wants fewer can see if there are
   * more.
   */
  static final int MOST_DESCRIPTORS = 8;

  private static final int AF_UNIX = 1;
  private static final int STREAM_CLOEXEC = 1 | 0x80000;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int MSG_CTRUNC = 8;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int EAGAIN = 11;
  private static final int PATH_BYTES = 108;

  // Structures of 64-bit Linux: msghdr, then its iovec, then a byte of data, then control data.
  private static final int MSGHDR = 56;
  private static final int IOVEC = MSGHDR;
  private static final int DATA = IOVEC + 16;
  private static final int CONTROL = DATA + 8;
  private static final int CMSGHDR = 16;
  private static final int CONTROL_BYTES = CMSGHDR + 4 * MOST_DESCRIPTORS;

  static {
    Native.register(UnixSocket.class, Platform.C_LIBRARY_NAME);
  }

  /** A byte, and the descriptors that came with it. */
  record Passed(int data, List<Integer> descriptors) {
    /** Closes the descriptors. */
    void close() {
      for (int fd : descriptors) {
        new Descriptor(fd).close();
      }
    }
  }

  private final int fd;
  private final long deadline;

  private UnixSocket(int fd, long deadline) {
    this.fd = fd;
    this.deadline = deadline;
  }

  /**
   * Connects to a socket.
   *
   * @param millis time after which each wait, here and later, ends in a {@link
   *     SocketTimeoutException}
   */
  static UnixSocket connect(String path, long millis) throws IOException {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    if (name.length >= PATH_BYTES) {
      throw new IOException("the path of a socket has at most " + (PATH_BYTES - 1) + " bytes");
    }
    byte[] address = new byte[2 + PATH_BYTES];
    address[0] = AF_UNIX;
    System.arraycopy(name, 0, address, 2, name.length);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      UnixSocket socket = new UnixSocket(socket(AF_UNIX, STREAM_CLOEXEC, 0), deadline);
      boolean isConnected = false;
      try {
        socket.limit(SO_SNDTIMEO);
        connect(socket.fd, address, address.length);
        isConnected = true;
        return socket;
      } finally {
        if (!isConnected) {
          socket.close();
        }
      }
    } catch (LastErrorException e) {
      throw failure(e);
    }
  }

  private static IOException failure(LastErrorException e) {
    return e.getErrorCode() == EAGAIN
        ? new SocketTimeoutException("no answer in time")
        : new IOException(e.getMessage(), e);
  }

  /** Limits the next wait to the time that is left. */
  private void limit(int option) throws IOException {
    long micros = TimeUnit.NANOSECONDS.toMicros(deadline - System.nanoTime());
    if (micros <= 0) {
      throw new SocketTimeoutException("no answer in time");
    }
    long[] time = {micros / 1_000_000, micros % 1_000_000};
    setsockopt(fd, SOL_SOCKET, option, time, 16);
  }

  private interface Call {
    long count() throws LastErrorException;
  }

  private long retried(int option, Call call) throws IOException {
    while (true) {
      try {
        limit(option);
        return call.count();
      } catch (LastErrorException e) {
        if (e.getErrorCode() != LibC.EINTR) {
          throw failure(e);
        }
      }
    }
  }

  /** Sends all of the bytes. */
  void send(byte[] bytes) throws IOException {
    byte[] left = bytes;
    while (left.length > 0) {
      byte[] next = left;
      int count =
          (int) retried(SO_SNDTIMEO, () -> send(fd, next, (long) next.length, MSG_NOSIGNAL));
      left = Arrays.copyOfRange(next, count, next.length);
    }
  }

  /** Receives the next bytes; the system drops descriptors that come with them. */
  byte[] receive(int count) throws IOException {
    byte[] bytes = new byte[count];
    int done = 0;
    while (done < count) {
      byte[] some = new byte[count - done];
      int n = (int) retried(SO_RCVTIMEO, () -> recv(fd, some, (long) some.length, 0));
      if (n == 0) {
        throw new EOFException("the other side has closed the socket");
      }
      System.arraycopy(some, 0, bytes, done, n);
      done += n;
    }
    return bytes;
  }

  /**
   * Receives one byte, and the descriptors that come with it.
   *
   * @throws IOException if there are more than {@link #MOST_DESCRIPTORS}; all are closed then
   */
  Passed receiveDescriptors() throws IOException {
    Memory memory = new Memory(CONTROL + CONTROL_BYTES);
    memory.clear();
    memory.setPointer(16, memory.share(IOVEC));
    memory.setLong(24, 1);
    memory.setPointer(32, memory.share(CONTROL));
    memory.setLong(40, CONTROL_BYTES);
    memory.setPointer(IOVEC, memory.share(DATA));
    memory.setLong(IOVEC + 8, 1);
    long count = retried(SO_RCVTIMEO, () -> recvmsg(fd, memory, MSG_CMSG_CLOEXEC));
    if (count == 0) {
      throw new EOFException("the other side has closed the socket");
    }
    Passed passed = new Passed(memory.getByte(DATA), descriptors(memory));
    if ((memory.getInt(48) & MSG_CTRUNC) != 0) {
      passed.close();
      throw new IOException("too many descriptors, or none left for this process");
    }
    return passed;
  }

  private static List<Integer> descriptors(Memory memory) {
    // The system uses one header for all descriptors, since no other control data was asked for.
    boolean isThere =
        memory.getLong(40) >= CMSGHDR
            && memory.getInt(CONTROL + 8) == SOL_SOCKET
            && memory.getInt(CONTROL + 12) == SCM_RIGHTS;
    int count = isThere ? (int) (memory.getLong(CONTROL) - CMSGHDR) / 4 : 0;
    return Arrays.stream(memory.getIntArray(CONTROL + CMSGHDR, count)).boxed().toList();
  }

  @Override
  public void close() {
    new Descriptor(fd).close();
  }

  private static native int socket(int domain, int type, int protocol) throws LastErrorException;

  private static native int connect(int fd, byte[] address, int length) throws LastErrorException;

  private static native int setsockopt(int fd, int level, int option, long[] value, int length)
      throws LastErrorException;

  private static native long send(int fd, byte[] bytes, long count, int flags)
      throws LastErrorException;

  private static native long recv(int fd, byte[] bytes, long count, int flags)
      throws LastErrorException;

  private static native long recvmsg(int fd, Pointer message, int flags) throws LastErrorException;
}
