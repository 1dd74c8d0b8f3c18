package dev.cif.cli.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Keeps two loads from one target, by a file that says who holds it. It excludes as far as the file
 * system creates files exclusively, which HDFS and a local one do. The lock of a process of this
 * host that has ended is taken over; that of another host if its time was not set for ten minutes,
 * which {@link #keep} does. Not thread-safe.
 */
final class LoadLock implements Closeable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long LEFT_BEHIND_MS = Duration.ofMinutes(10).toMillis();
  private static final long KEEP_NANOS = Duration.ofSeconds(10).toNanos();

  private final FileSystem fs;
  private final Path file;
  private final Holder self;
  private long kept = System.nanoTime();

  /**
   * Who holds a lock.
   *
   * @param token of this load alone
   * @param host where it runs
   * @param pid of its process
   * @param started when its process did, in milliseconds since 1970; 0 if that is not known
   */
  record Holder(String token, String host, long pid, long started) {
    static Holder self() {
      ProcessHandle process = ProcessHandle.current();
      return new Holder(UUID.randomUUID().toString(), hostName(), process.pid(), start(process));
    }

    private static String hostName() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "unknown";
      }
    }

    private static long start(ProcessHandle process) {
      return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    boolean hasEnded() {
      if (!host.equals(hostName())) {
        return false;
      }
      Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
      return process.isEmpty() || (started != 0 && start(process.get()) != started);
    }
  }

  private LoadLock(FileSystem fs, Path file, Holder self) {
    this.fs = fs;
    this.file = file;
    this.self = self;
  }

  /**
   * Takes the lock.
   *
   * @throws LoadException if another load has it
   */
  static LoadLock acquire(FileSystem fs, Path file) throws IOException {
    fs.mkdirs(file.getParent());
    Holder self = Holder.self();
    Holder other = null;
    // Twice: a lock that was left behind is taken away by the first.
    for (int i = 0; i < 2; i++) {
      if (create(fs, file, self)) {
        LoadLock lock = new LoadLock(fs, file, self);
        lock.expectHeld();
        return lock;
      }
      other = holder(fs, file);
      if (!removeLeftBehind(fs, file, other)) {
        break;
      }
    }
    throw new LoadException(
        "another load into this place is running"
            + (other == null ? "" : ", on " + other.host() + " as process " + other.pid())
            + ": wait for it, or stop it; if it is none, delete "
            + file);
  }

  private static boolean create(FileSystem fs, Path file, Holder self) throws IOException {
    String text = JSON.writeValueAsString(self);
    try {
      if (fs instanceof LocalFileSystem) {
        // Hadoop's way asks first and creates then.
        File local = new File(file.toUri().getPath());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Files.write(local.toPath(), bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } else {
        WorkFolder.write(fs, file, text, false);
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      if (fs.exists(file)) {
        return false;
      }
      throw e;
    }
  }

  /** Who has the lock; null if nobody has, or has not yet written it. */
  private static Holder holder(FileSystem fs, Path file) throws IOException {
    try {
      return JSON.readValue(WorkFolder.read(fs, file), Holder.class);
    } catch (FileNotFoundException | JsonProcessingException e) {
      return null;
    }
  }

  private static boolean removeLeftBehind(FileSystem fs, Path file, Holder holder)
      throws IOException {
    try {
      long age = System.currentTimeMillis() - fs.getFileStatus(file).getModificationTime();
      boolean ended = holder != null && holder.hasEnded();
      return (ended || age > LEFT_BEHIND_MS) && fs.delete(file, false);
    } catch (FileNotFoundException e) {
      return true;
    }
  }

  /**
   * Says now and then that this load lives; to be called every few minutes or more often.
   *
   * @throws LoadException if the lock was taken over or deleted
   */
  void keep() throws IOException {
    if (System.nanoTime() - kept > KEEP_NANOS) {
      expectHeld();
      fs.setTimes(file, System.currentTimeMillis(), -1);
      kept = System.nanoTime();
    }
  }

  private void expectHeld() throws IOException {
    if (!self.equals(holder(fs, file))) {
      throw new LoadException(file + " is no longer this load's: another has begun, or deleted it");
    }
  }

  @Override
  public void close() throws IOException {
    if (self.equals(holder(fs, file))) {
      fs.delete(file, false);
    }
  }
}
