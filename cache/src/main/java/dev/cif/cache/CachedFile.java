package dev.cif.cache;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ColumnCache;
import dev.cif.format.schema.CifException;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file as one reader has it open. Reads copy the bytes that the cache has. Missing bytes are
 * loaded first, together with the bytes expected to be read after them. Where there is no room,
 * they are read past the cache.
 */
final class CachedFile implements ColumnCache.File {
  private static final Logger LOG = LoggerFactory.getLogger(CachedFile.class);

  /** Number of bytes that one request reads, at most. */
  static final int LARGEST_REQUEST = 32 << 20;

  private static final int CHUNK = 1 << 20;

  /** Reasons already logged for files that can't be read past the page cache. */
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  /** Ways to read bytes from storage. */
  private enum Way {
    DIRECT,
    PLAIN
  }

  /** Range of bytes, {@code from} to {@code to - 1}. */
  private record Range(long from, long to) {}

  private final JobCache job;
  private final BufferCache cache;
  private final FileSystem fs;
  private final Entry entry;
  private final ColumnCache.Source plain;
  private final List<Range> expected = new ArrayList<>();

  /** Ranges read past the cache; their checksums prove nothing about the cache's bytes. */
  private final List<Range> past = new ArrayList<>();

  /** Opener of direct reads; null if the file is not to be read past the page cache. */
  private DirectFile.Opener opener;

  /** File for direct reads; null if it is not open. */
  private DirectFile direct;

  /** Ends of the pieces for which direct reads were refused. */
  private final Set<Long> refused = new HashSet<>();

  /** Ways by which this reader has opened the file that the entry belongs to. */
  private final Set<Way> same = EnumSet.noneOf(Way.class);

  private boolean isClosed;
  private long bytesRead;

  CachedFile(
      JobCache job,
      FileSystem fs,
      Entry entry,
      DirectFile.Opener opener,
      ColumnCache.Source plain) {
    this.job = job;
    this.cache = job.cache();
    this.fs = fs;
    this.entry = entry;
    this.opener = opener;
    this.plain = plain;
  }

  @Override
  public long length() {
    return entry.identity().length();
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void expect(long position, long count) {
    expected.add(new Range(position, Math.min(position + count, length())));
  }

  @Override
  public boolean isVerified(long position, int count, int crc) {
    return job.verify() == Verify.ONCE
        && isCached(position, count)
        && entry.verified.contains(new Entry.Checked(position, count, crc));
  }

  @Override
  public void verified(long position, int count, int crc) {
    if (job.verify() == Verify.ONCE && isCached(position, count)) {
      entry.verified.add(new Entry.Checked(position, count, crc));
    }
  }

  /**
   * Reads bytes again through the file system's client. The cached memory stays as it is, since
   * others may copy from it: each reader that finds the damage reads again.
   */
  @Override
  public synchronized boolean readAgain(long position, byte[] bytes, int at, int count)
      throws IOException {
    if (isClosed || !hasReplica(position, position + count)) {
      return false;
    }
    cache.counters().readAgain.increment();
    plain.read(position, bytes, at, count);
    past.add(new Range(position, position + count));
    countPlain(count);
    expectSame(Way.PLAIN);
    return true;
  }

  private boolean hasReplica(long from, long end) {
    Extent extent = cache.find(entry, from);
    while (extent != null && !extent.isReplica() && extent.end() < end) {
      extent = cache.find(entry, extent.end());
    }
    return extent != null && extent.isReplica();
  }

  private boolean isCached(long position, int count) {
    return past.stream()
        .noneMatch(range -> range.from() < position + count && position < range.to());
  }

  /** Reads bytes. Synchronized, because a concurrent close would free the memory. */
  @Override
  public synchronized void read(long position, byte[] bytes, int at, int count) throws IOException {
    if (isClosed) {
      throw new IOException(entry.path() + " is closed");
    }
    if (position + count > length()) {
      throw new EOFException(entry.path() + " has " + length() + " bytes");
    }
    boolean isHit = true;
    int done = 0;
    while (done < count) {
      long from = position + done;
      Extent extent = cache.find(entry, from);
      if (extent == null) {
        isHit = false;
        extent = load(from, position + count);
      }
      if (extent == null) {
        readPast(from, bytes, at + done, count - done);
        done = count;
      } else if (extent.awaitLoaded()) {
        int n = (int) Math.min(count - done, extent.end() - from);
        extent.copy(from, bytes, at + done, n);
        done += n;
      }
    }
    (isHit ? cache.counters().hits : cache.counters().misses).increment();
  }

  private void readPast(long from, byte[] bytes, int at, int count) throws IOException {
    plain.read(from, bytes, at, count);
    past.add(new Range(from, from + count));
    cache.counters().noRoom.increment();
    countPlain(count);
  }

  /**
   * Loads bytes that the cache lacks, at least those from {@code from} to {@code least}, unless
   * another reader loads them already.
   *
   * @return null if there is no room
   */
  private Extent load(long from, long least) throws IOException {
    BufferCache.Place place = cache.reserve(entry, from, least, expectedEnd(from, least));
    if (place == null || !place.isNew()) {
      return place == null ? null : place.extent();
    }
    Extent extent = place.extent();
    NativeMemory memory = null;
    boolean isLoaded = false;
    try {
      memory = allocate(extent.bytes());
      if (memory == null) {
        return null;
      }
      fill(extent, memory);
      extent.loaded(memory);
      isLoaded = true;
      return extent;
    } finally {
      if (!isLoaded) {
        cache.abandon(entry, extent);
        if (memory != null) {
          memory.free();
        }
      }
    }
  }

  /** Allocates memory; null if the system has none left, or too many maps. */
  private static NativeMemory allocate(long bytes) {
    try {
      return NativeMemory.allocate(bytes);
    } catch (IOException e) {
      LOG.debug("Read past the column cache", e);
      return null;
    }
  }

  /** Returns the end of the bytes that one request is to load. */
  private long expectedEnd(long from, long least) {
    long end = least;
    for (Range range : expected) {
      if (range.from() <= from && from < range.to()) {
        end = Math.max(end, Math.min(range.to(), from + LARGEST_REQUEST));
      }
    }
    return end;
  }

  private void fill(Extent extent, NativeMemory memory) throws IOException {
    openDirect();
    long at = extent.position();
    while (at < extent.end()) {
      long end = direct == null ? extent.end() : Math.min(extent.end(), direct.end(at));
      if (direct == null || !fillDirect(extent, memory, at, end)) {
        fillPlain(extent, memory, at, end);
      }
      at = end;
    }
  }

  private void openDirect() {
    if (opener == null || direct != null) {
      return;
    }
    try {
      direct = opener.open(fs, entry.path(), length());
      if (direct == null) {
        opener = null;
      }
    } catch (IOException | LinkageError e) {
      // Some releases of HDFS's client lack methods that are linked here.
      opener = null;
      refuse(e);
    }
  }

  /** Reads bytes of one piece past the page cache; returns false if that isn't possible. */
  private boolean fillDirect(Extent extent, NativeMemory memory, long position, long end)
      throws IOException {
    long piece = direct.end(position);
    if (refused.contains(piece)) {
      return false;
    }
    // Direct reads are of whole pages; two extents may share one.
    long start = position & -LibC.PAGE;
    long count;
    try {
      long pages = NativeMemory.pages(end - start);
      count = direct.read(start, memory, start - extent.start(), pages);
    } catch (IOException | LinkageError e) {
      refused.add(piece);
      refuse(e);
      return false;
    }
    cache.counters().requests.increment();
    cache.counters().bytesDirect.add(count);
    expectSame(Way.DIRECT);
    if (start + count < end) {
      throw new EOFException(entry.path() + " ends at " + (start + count));
    }
    bytesRead += end - position;
    if (direct.isReplica()) {
      extent.setReplica();
    }
    return true;
  }

  private void refuse(Throwable e) {
    cache.counters().directRefused.increment();
    if (TOLD.add(fs.getUri() + " " + RefusedException.reason(e))) {
      LOG.warn(
          "{} is not read past the page cache, and others are not for the same reason, which is not"
              + " told again: {}",
          entry.path(),
          e.toString());
    } else {
      LOG.debug("Read through the page cache", e);
    }
  }

  private void fillPlain(Extent extent, NativeMemory memory, long from, long end)
      throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK, end - from)];
    for (long at = from; at < end; at += chunk.length) {
      int count = (int) Math.min(chunk.length, end - at);
      plain.read(at, chunk, 0, count);
      memory.write(at - extent.start(), chunk, 0, count);
    }
    countPlain(end - from);
    expectSame(Way.PLAIN);
  }

  private void countPlain(long count) {
    cache.counters().requests.increment();
    cache.counters().bytesPlain.add(count);
  }

  /** Checks, after a file was opened, that it is still the one whose bytes the entry has. */
  private void expectSame(Way way) throws IOException {
    if (same.contains(way)) {
      return;
    }
    Identity then = entry.identity();
    Identity now =
        Identity.of(fs.getFileStatus(entry.path()), then.checksum(), JobCache.isLocal(fs));
    if (!now.equals(then)) {
      cache.forget(entry);
      throw now.length() < then.length()
          ? new EOFException(entry.path() + " has " + now.length() + " bytes by now")
          : CifException.at(
              entry.path(),
              null,
              -1,
              "the file was replaced while it was read; run the query again");
    }
    same.add(way);
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      cache.release(entry);
      if (direct != null) {
        direct.close();
      }
    }
  }
}
