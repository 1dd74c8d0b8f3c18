package dev.cif.format.commit;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.schema.CifException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock that is a file with the name of its holder (FORMAT.md section 2). It is created with its
 * content, by a rename to a name that is free.
 *
 * <p>A lock is taken over if its process has ended or its term is over. The taker renames it to a
 * unique name, and checks it again there. So nobody removes the lock of the next holder.
 *
 * <p>A holder that sleeps beyond its term may continue while another has the lock. So a holder
 * calls {@link #expectHeld} before the decisive step. That step must fail once another holder has
 * begun; {@link SplitCommit} shows how. On stores other than HDFS and local ones, two processes may
 * get the lock at the same moment. Not thread-safe.
 */
public final class LockFile implements Closeable {
  /** Time for which a lock holds after it was taken or renewed, by the clock of the file system. */
  public static final Duration TERM = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);
  private static final long RENEWAL_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long PAUSE_MS = 100;

  /** Greatest size of a lock's content in bytes. */
  private static final int MAX_BYTES = 4096;

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * Holder of a lock: its content, as JSON.
   *
   * @param token token of this lock alone
   * @param host host of the holder
   * @param pid id of its process
   * @param started start of its process in milliseconds since 1970; 0 if unknown
   */
  public record Holder(String token, String host, long pid, long started) {
    /** Returns this process, with a new token. */
    public static Holder self() {
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

    private boolean hasEnded() {
      if (!hostName().equals(host)) {
        return false;
      }
      Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
      return process.isEmpty() || (started != 0 && start(process.get()) != started);
    }

    @Override
    public String toString() {
      return "process " + pid + " on " + host;
    }
  }

  /** Lock that was found; the holder is null if its content is invalid. */
  private record Found(Holder holder, long modified) {
    boolean isSame(Found other) {
      return holder == null
          ? other.holder == null && modified == other.modified
          : holder.equals(other.holder);
    }
  }

  private final FileSystem fs;
  private final AtomicFiles store;
  private final Path file;
  private final Holder self = Holder.self();
  private final LongSupplier nanos;

  /** File of the lock under a unique name, until it is taken. */
  private final Path own;

  private boolean isWritten;
  private boolean isHeld;

  /**
   * Time at which {@link #own} was written, by the clock of the file system in ms and by ours in
   * ns.
   */
  private long written;

  private long writtenNanos;
  private long renewedNanos;

  private LockFile(FileSystem fs, Path file, LongSupplier nanos) throws IOException {
    this.fs = fs;
    this.file = file;
    this.nanos = nanos;
    store = AtomicFiles.of(fs, file.getParent());
    own = beside();
  }

  private Path beside() {
    return new Path(file.getParent(), file.getName() + "." + UUID.randomUUID());
  }

  /**
   * Acquires a lock.
   *
   * @param file file of the lock, in a folder that exists
   * @param patience time to wait for another holder; much less than {@link #TERM}
   * @throws LockedException if another holds it for longer
   */
  public static LockFile acquire(FileSystem fs, Path file, Duration patience) throws IOException {
    return acquire(fs, file, patience, System::nanoTime);
  }

  static LockFile acquire(FileSystem fs, Path file, Duration patience, LongSupplier nanos)
      throws IOException {
    LockFile lock = new LockFile(fs, file, nanos);
    try {
      lock.acquire(patience.toNanos());
    } finally {
      if (!lock.isHeld && lock.isWritten) {
        SplitFiles.deleteQuietly(fs, lock.own);
      }
    }
    return lock;
  }

  private void acquire(long patience) throws IOException {
    long start = nanos.getAsLong();
    while (!isHeld) {
      Found found = look(file);
      if (found == null || (isLeftBehind(found) && withdraw(found))) {
        claim();
      } else if (nanos.getAsLong() - start >= patience) {
        throw new LockedException(file, found.holder);
      } else {
        pause();
      }
    }
  }

  private void claim() throws IOException {
    prepare();
    try {
      store.move(own, file);
      isHeld = true;
    } catch (FileAlreadyExistsException e) {
      LOG.debug("Another was faster: {}", file, e);
    } catch (FileNotFoundException e) {
      // Another process has tidied up.
      isWritten = false;
      fs.mkdirs(file.getParent());
    } catch (IOException e) {
      // The rename may have succeeded nevertheless.
      Found found = look(file);
      if (found == null || !self.equals(found.holder)) {
        throw e;
      }
      isHeld = true;
    }
    renewedNanos = writtenNanos;
  }

  private void prepare() throws IOException {
    if (!isWritten) {
      writtenNanos = nanos.getAsLong();
      store.write(own, JSON.writeValueAsBytes(self));
      isWritten = true;
      written = fs.getFileStatus(own).getModificationTime();
    }
  }

  /** Returns the lock under a name; null if there is none. */
  private Found look(Path path) throws IOException {
    try {
      byte[] content;
      // First: if another lock takes its place, the time that follows is later than the holder's.
      try (FSDataInputStream in = fs.open(path)) {
        content = in.readNBytes(MAX_BYTES);
      }
      return new Found(holder(content), fs.getFileStatus(path).getModificationTime());
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private static Holder holder(byte[] content) {
    try {
      return JSON.readValue(content, Holder.class);
    } catch (IOException e) {
      LOG.debug("A lock says nobody", e);
      return null;
    }
  }

  private boolean isLeftBehind(Found found) throws IOException {
    if (found.holder != null && found.holder.hasEnded()) {
      return true;
    }
    prepare();
    return now() - found.modified > TERM.toMillis();
  }

  /** Returns the time by the clock of the file system. */
  long now() {
    return written + Duration.ofNanos(nanos.getAsLong() - writtenNanos).toMillis();
  }

  /**
   * Removes a lock if it is still the one that was found. Returns false if another holds it now.
   */
  private boolean withdraw(Found found) throws IOException {
    Path aside = beside();
    try {
      store.moveAside(file, aside);
    } catch (IOException e) {
      // The rename may have succeeded nevertheless, or another process has done it.
      if (!fs.exists(aside)) {
        Found now = look(file);
        if (now != null && now.isSame(found)) {
          throw e;
        }
        return now == null;
      }
    }
    Found moved = look(aside);
    if (moved != null && !moved.isSame(found)) {
      giveBack(aside);
      return false;
    }
    SplitFiles.deleteQuietly(fs, aside);
    return true;
  }

  private void giveBack(Path aside) throws IOException {
    try {
      store.move(aside, file);
    } catch (FileAlreadyExistsException e) {
      // A third process has taken it meanwhile. The holder notices before the decisive step.
      LOG.warn("The lock {} was given to two; one of them will be told to try again", file, e);
      SplitFiles.deleteQuietly(fs, aside);
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for another process");
    }
  }

  private boolean isMine() throws IOException {
    Found found = isHeld ? look(file) : null;
    return found != null && self.equals(found.holder);
  }

  private CifException lost(String why) {
    return CifException.at(
        file, null, -1, "the lock " + why + "; what was to be done is not done: try again");
  }

  /**
   * Checks that the lock is still this holder's and its term is not over.
   *
   * @throws CifException if it is not: another may have begun
   */
  public void expectHeld() throws IOException {
    if (nanos.getAsLong() - renewedNanos >= TERM.toNanos()) {
      throw lost("was held for longer than its term of " + TERM.toMinutes() + " minutes");
    }
    if (!isMine()) {
      throw lost("is no longer this process's: another has begun, or deleted it");
    }
  }

  /**
   * Begins a new term if the last began some seconds ago. Call it every few minutes or more often.
   * An expired term can be renewed until another takes the lock over.
   *
   * @throws CifException if another holds the lock now, or it was deleted
   */
  public void keep() throws IOException {
    long now = nanos.getAsLong();
    if (now - renewedNanos > RENEWAL_NANOS) {
      if (!isMine()) {
        throw lost("is no longer this process's: another has begun, or deleted it");
      }
      fs.setTimes(file, now(), -1);
      renewedNanos = now;
    }
  }

  /** Releases the lock if it is still this holder's. Never throws: a lock left behind expires. */
  @Override
  public void close() {
    if (!isHeld) {
      return;
    }
    try {
      Found found = look(file);
      if (found != null && self.equals(found.holder)) {
        withdraw(found);
      }
    } catch (IOException e) {
      LOG.debug("The lock {} cannot be put aside", file, e);
      removeMine();
    }
    isHeld = false;
  }

  private void removeMine() {
    try {
      if (isMine()) {
        fs.delete(file, false);
      }
    } catch (IOException e) {
      LOG.warn("The lock {} is left behind; it expires", file, e);
    }
  }
}
