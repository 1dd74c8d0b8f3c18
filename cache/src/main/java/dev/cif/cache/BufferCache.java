package dev.cif.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * The entries of all files, and the memory that they take. Thread-safe.
 *
 * <p>Eviction removes whole entries, and none that a reader holds. Entries whose planned scans are
 * done go first, entries with planned scans last. Among equals, the one opened longest ago goes
 * first.
 *
 * <p>Of files with planned scans, the one whose next scan is farthest away goes first, and only for
 * a file that is scanned sooner. If scans of a table larger than the memory follow each other, each
 * would otherwise evict the files with which the next begins. Evicted memory returns to the system
 * at once.
 */
final class BufferCache {
  /** Entries by file, in the order in which they were last opened. */
  private final Map<Path, Entry> entries = new LinkedHashMap<>();

  private final PendingReads pending = new PendingReads();
  private final Counters counters = new Counters();
  private long limit;
  private long freeMemory;

  /** True if others lack memory, so that the cache must not grow. */
  private boolean isPressed;

  private long bytes;
  private long idleBytes;

  Counters counters() {
    return counters;
  }

  /**
   * Sets the memory that the cache takes from now on.
   *
   * @param limit bytes that all entries may take
   * @param freeMemory bytes of memory that are to stay available to others
   */
  void resize(long limit, long freeMemory) {
    List<Extent> freed;
    synchronized (this) {
      this.limit = limit;
      this.freeMemory = freeMemory;
      // Without such a limit nobody watches the memory.
      isPressed &= freeMemory > 0;
      freed = evict(bytes - limit);
    }
    freed.forEach(Extent::free);
  }

  synchronized long limit() {
    return limit;
  }

  /** Returns the bytes of memory that are to stay available to others. */
  synchronized long freeMemory() {
    return freeMemory;
  }

  /** Returns the bytes of memory that all entries take. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns the bytes of entries that no reader holds. */
  synchronized long idleBytes() {
    return idleBytes;
  }

  /** Returns true if there is an entry of a file. */
  synchronized boolean has(Path file) {
    return entries.containsKey(file);
  }

  /** Returns the bytes of entries whose planned scans are done and that no reader holds. */
  synchronized long releasableBytes() {
    return idleBytes(this::isReleasable);
  }

  private boolean isReleasable(Entry entry) {
    return entry.isScanned && !pending.has(entry.path());
  }

  /** Returns the bytes of files that a query will still scan. */
  synchronized long claimedBytes() {
    return entries.values().stream()
        .filter(entry -> pending.has(entry.path()))
        .mapToLong(entry -> entry.bytes)
        .sum();
  }

  /** Returns the number of queries whose planned scans are known. */
  synchronized int queries() {
    return pending.queries();
  }

  /** Begins a query; see {@link PendingReads#begin}. */
  synchronized void begin(String query) {
    pending.begin(query).forEach(this::scanned);
  }

  /** Adds planned scans to a query; see {@link PendingReads#plan}. */
  synchronized void plan(String query, Path folder, Scans scans) {
    pending.plan(query, folder, scans);
  }

  /** Returns a query's planned scans of a split-directory; see {@link PendingReads#scans}. */
  synchronized Scans scans(String query, Path directory) {
    return pending.scans(query, directory);
  }

  /**
   * Records that a reader begins; see {@link PendingReads#open}.
   *
   * @return true if the reader counts
   */
  synchronized boolean open(String query, Path directory, Map<Path, Long> rows) {
    List<PendingReads.Query> ended = pending.open(query, directory, rows);
    if (ended == null) {
      return false;
    }
    ended.forEach(this::scanned);
    return true;
  }

  /** Records that a reader ends; see {@link PendingReads#close}. */
  synchronized void close(String query, Path directory, Map<Path, Long> rows) {
    for (Path file : pending.close(query, directory, rows)) {
      Entry entry = entries.get(file);
      if (entry != null) {
        entry.isScanned = true;
      }
    }
  }

  /** Ends a query; see {@link PendingReads#end}. */
  synchronized void end(String query) {
    PendingReads.Query ended = pending.end(query);
    if (ended != null) {
      scanned(ended);
    }
  }

  /** Marks the files that an ended query had still to read as scanned. */
  private void scanned(PendingReads.Query ended) {
    for (Entry entry : entries.values()) {
      entry.isScanned |= ended.has(entry.path());
    }
  }

  /** Returns the number of files that have an entry. */
  synchronized int files() {
    return entries.size();
  }

  /** Returns the entry of a file for a reader, which gives it back by {@link #release}. */
  Entry hold(Path path, Identity identity) {
    Entry entry;
    List<Extent> freed = List.of();
    synchronized (this) {
      entry = entries.remove(path);
      if (entry != null && !entry.identity().equals(identity)) {
        freed = drop(entry);
        entry = null;
      }
      if (entry == null) {
        entry = new Entry(path, identity);
      } else if (entry.holders == 0) {
        idleBytes -= entry.bytes;
      }
      entries.put(path, entry);
      entry.holders++;
    }
    freed.forEach(Extent::free);
    return entry;
  }

  /** Takes an entry back from a reader. */
  void release(Entry entry) {
    List<Extent> freed = List.of();
    synchronized (this) {
      entry.holders--;
      if (entry.holders == 0) {
        if (entry.isDropped || entry.extents.isEmpty()) {
          freed = remove(entry);
        } else {
          idleBytes += entry.bytes;
          freed = evict(bytes - limit);
        }
      }
    }
    freed.forEach(Extent::free);
  }

  /** Removes the entry of a file that has changed; readers that hold the entry keep it. */
  void forget(Entry entry) {
    List<Extent> freed;
    synchronized (this) {
      freed = drop(entry);
    }
    freed.forEach(Extent::free);
  }

  private List<Extent> drop(Entry entry) {
    if (!entry.isDropped) {
      entry.isDropped = true;
      entries.remove(entry.path(), entry);
    }
    if (entry.holders > 0) {
      return List.of();
    }
    idleBytes -= entry.bytes;
    return remove(entry);
  }

  /** Removes an entry that nobody holds and whose bytes don't count as idle. */
  private List<Extent> remove(Entry entry) {
    entries.remove(entry.path(), entry);
    List<Extent> freed = new ArrayList<>(entry.extents.values());
    bytes -= entry.bytes;
    entry.extents.clear();
    entry.bytes = 0;
    return freed;
  }

  /**
   * Returns the extent of a held entry that holds a position, loaded or not; null if there is none.
   */
  synchronized Extent find(Entry entry, long position) {
    Map.Entry<Long, Extent> before = entry.extents.floorEntry(position);
    return before != null && position < before.getValue().end() ? before.getValue() : null;
  }

  /** An extent that a reader has to load if it is new, and to wait for otherwise. */
  record Place(Extent extent, boolean isNew) {}

  /**
   * Makes room for bytes of a held entry, from a position that it lacks on.
   *
   * @param least end of the bytes that are wanted now
   * @param most end of the bytes that may be loaded with them
   * @return null if there is no room for the bytes that are wanted now
   */
  Place reserve(Entry entry, long position, long least, long most) {
    List<Extent> freed = new ArrayList<>();
    Place place;
    synchronized (this) {
      Extent known = find(entry, position);
      if (known != null) {
        return new Place(known, false);
      }
      Long next = entry.extents.higherKey(position);
      long behind = next == null ? Long.MAX_VALUE : next;
      Extent extent = fit(entry, position, Math.min(most, behind), freed);
      if (extent == null && least < most) {
        extent = fit(entry, position, Math.min(least, behind), freed);
      }
      if (extent != null) {
        entry.extents.put(position, extent);
        entry.bytes += extent.bytes();
        bytes += extent.bytes();
      }
      place = extent == null ? null : new Place(extent, true);
    }
    freed.forEach(Extent::free);
    return place;
  }

  private Extent fit(Entry entry, long position, long end, List<Extent> freed) {
    Extent extent = new Extent(position, end);
    long excess = bytes + extent.bytes() - (isPressed ? Math.min(bytes, limit) : limit);
    if (excess > idleBytes) {
      return null;
    }
    if (excess > 0) {
      // Entries that nobody will read make room for every file.
      int next = Math.min(pending.next(entry.path()), PendingReads.NEVER - 1);
      Predicate<Entry> yields = other -> pending.next(other.path()) > next;
      if (excess > idleBytes(yields)) {
        return null;
      }
      freed.addAll(evict(excess, yields));
    }
    return extent;
  }

  private long idleBytes(Predicate<Entry> which) {
    return entries.values().stream()
        .filter(entry -> entry.holders == 0 && which.test(entry))
        .mapToLong(entry -> entry.bytes)
        .sum();
  }

  /** Removes an extent that could not be loaded. */
  void abandon(Entry entry, Extent extent) {
    synchronized (this) {
      entry.extents.remove(extent.position(), extent);
      entry.bytes -= extent.bytes();
      bytes -= extent.bytes();
    }
    extent.failed();
  }

  /**
   * Records the memory that is available, and frees some if it is too little for others. It frees
   * as much as they lack, or less if readers hold the rest. The cache does not grow until a later
   * call finds enough.
   */
  void watch(long available) {
    List<Extent> freed;
    synchronized (this) {
      isPressed = available < freeMemory;
      freed = isPressed ? evict(freeMemory - available) : List.of();
    }
    long given = freed.stream().mapToLong(Extent::bytes).sum();
    freed.forEach(Extent::free);
    if (given > 0) {
      counters.gaveBack(given);
    }
  }

  /** Returns true if others lack memory. */
  synchronized boolean isPressed() {
    return isPressed;
  }

  /** Removes entries that nobody holds until {@code wanted} bytes are freed. */
  private List<Extent> evict(long wanted) {
    return evict(wanted, entry -> true);
  }

  private List<Extent> evict(long wanted, Predicate<Entry> last) {
    List<Extent> freed = new ArrayList<>();
    long left = wanted;
    left -= evict(left, this::isReleasable, freed);
    left -= evict(left, entry -> !pending.has(entry.path()), freed);
    if (left > 0) {
      evictClaimed(left, last, freed);
    }
    return freed;
  }

  private void evictClaimed(long wanted, Predicate<Entry> which, List<Extent> freed) {
    Map<Entry, Integer> next = new LinkedHashMap<>();
    entries.values().stream()
        .filter(entry -> entry.holders == 0 && which.test(entry))
        .forEach(entry -> next.put(entry, pending.next(entry.path())));
    List<Entry> farthest = new ArrayList<>(next.keySet());
    farthest.sort(Comparator.comparing(next::get, Comparator.reverseOrder()));
    long gone = 0;
    for (int i = 0; gone < wanted && i < farthest.size(); i++) {
      gone += evict(farthest.get(i), freed);
    }
  }

  private long evict(long wanted, Predicate<Entry> which, List<Extent> freed) {
    long gone = 0;
    Iterator<Entry> oldest = entries.values().iterator();
    while (gone < wanted && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.holders == 0 && which.test(entry)) {
        oldest.remove();
        gone += evict(entry, freed);
      }
    }
    return gone;
  }

  private long evict(Entry entry, List<Extent> freed) {
    long gone = entry.bytes;
    idleBytes -= gone;
    counters.evicted(gone);
    freed.addAll(remove(entry));
    return gone;
  }
}
