package dev.cif.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lock of a home, which one process holds at a time. Derby has its own lock; this one fails at
 * once, and names the holder.
 */
final class HomeLock implements AutoCloseable {
  /** Lock that locks nothing. */
  static final HomeLock NONE = new HomeLock(null);

  private static final String FILE = "in-use";

  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a home, which is created if absent.
   *
   * @param holder description of this process for others that want the home
   * @throws IOException if another process has it, or it cannot be written
   */
  static HomeLock take(Path home, String holder) throws IOException {
    Files.createDirectories(home);
    Path file = home.resolve(FILE);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!lock(channel)) {
        throw new IOException(home + ": " + inUse(Files.readString(file).strip()));
      }
      String text = "process " + ProcessHandle.current().pid() + ", " + holder + "\n";
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      return new HomeLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by this process, in another class loader.
      return false;
    }
  }

  /** Returns a message with advice for a home that another process holds. */
  static String inUse(String holder) {
    return "the metastore of this home is in use by "
        + holder
        + "; connect to it if it is a server, or stop it, or take another home";
  }

  /** Frees the home. The file stays: it means nothing unless it is locked. */
  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // The lock then ends with the process.
      }
    }
  }
}
