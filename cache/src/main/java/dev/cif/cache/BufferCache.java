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
 * The entries of all files, and the memory that they take. A file's entry goes as a whole, and none
 * that a reader holds: first those whose planned scans are done, last those with some to come, and
 * among equals that which was not opened for the longest time. Of files with scans to come, that
 * goes first whose next scan is the farthest away, and only for one that is scanned sooner: where
 * scans of a table that is larger than the memory follow each other, each would else take away what
 * the next begins with. Memory goes back to the system at once. Thread-safe.
 */
final class BufferCache {
  /** In the order in which they were opened the last time. */
  private final Map<Path, Entry> entries = new LinkedHashMap<>();

  private final Claims claims = new Claims();
  private final Counters counters = new Counters();
  private long limit;
  private long freeMemory;

  /** Whether others lack memory, so that it may not grow. */
  private boolean isPressed;

  private long bytes;
  private long idleBytes;

  Counters counters() {
    return counters;
  }

  /**
   * Sets how much memory it takes from now on.
   *
   * @param limit bytes that all entries may take
   * @param freeMemory bytes of memory that are to stay available to others
   */
  void resize(long limit, long freeMemory) {
    List<Extent> freed;
    synchronized (this) {
      this.limit = limit;
      this.freeMemory = freeMemory;
      // Nobody watches then.
      isPressed &= freeMemory > 0;
      freed = evict(bytes - limit);
    }
    freed.forEach(Extent::free);
  }

  synchronized long limit() {
    return limit;
  }

  /** Bytes of memory that are to stay available to others. */
  synchronized long freeMemory() {
    return freeMemory;
  }

  /** Bytes of memory that it takes. */
  synchronized long bytes() {
    return bytes;
  }

  /** Of these, those that no reader holds. */
  synchronized long idleBytes() {
    return idleBytes;
  }

  /** Whether it has something of a file. */
  synchronized boolean has(Path file) {
    return entries.containsKey(file);
  }

  /** Bytes of files whose planned scans are done, and that no reader holds. */
  synchronized long releasableBytes() {
    return idleBytes(this::isReleasable);
  }

  private boolean isReleasable(Entry entry) {
    return entry.isScanned && !claims.has(entry.path());
  }

  /** Bytes of files that a query will still scan. */
  synchronized long claimedBytes() {
    return entries.values().stream()
        .filter(entry -> claims.has(entry.path()))
        .mapToLong(entry -> entry.bytes)
        .sum();
  }

  /** Queries of which it knows what they will scan. */
  synchronized int queries() {
    return claims.queries();
  }

  /** As {@link Claims#begin}. */
  synchronized void begin(String query) {
    claims.begin(query).forEach(this::scanned);
  }

  /** As {@link Claims#plan}. */
  synchronized void plan(String query, Path folder, Scans scans) {
    claims.plan(query, folder, scans);
  }

  /** As {@link Claims#scans}. */
  synchronized Scans scans(String query, Path directory) {
    return claims.scans(query, directory);
  }

  /**
   * As {@link Claims#open}.
   *
   * @return whether it counts
   */
  synchronized boolean open(String query, Path directory, Map<Path, Long> rows) {
    List<Claims.Query> ended = claims.open(query, directory, rows);
    if (ended == null) {
      return false;
    }
    ended.forEach(this::scanned);
    return true;
  }

  /** As {@link Claims#close}. */
  synchronized void close(String query, Path directory, Map<Path, Long> rows) {
    for (Path file : claims.close(query, directory, rows)) {
      Entry entry = entries.get(file);
      if (entry != null) {
        entry.isScanned = true;
      }
    }
  }

  /** As {@link Claims#end}. */
  synchronized void end(String query) {
    Claims.Query ended = claims.end(query);
    if (ended != null) {
      scanned(ended);
    }
  }

  /** What a query had still to read is read by it no more. */
  private void scanned(Claims.Query ended) {
    for (Entry entry : entries.values()) {
      entry.isScanned |= ended.has(entry.path());
    }
  }

  /** Files of which it has something. */
  synchronized int files() {
    return entries.size();
  }

  /** The entry of a file, for a reader, which gives it back by {@link #release}. */
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

  /** Forgets a file that is not what it was; readers that hold its entry keep it. */
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

  /** Takes an entry out that nobody holds, and whose bytes don't count as idle. */
  private List<Extent> remove(Entry entry) {
    entries.remove(entry.path(), entry);
    List<Extent> freed = new ArrayList<>(entry.extents.values());
    bytes -= entry.bytes;
    entry.extents.clear();
    entry.bytes = 0;
    return freed;
  }

  /** What a held entry has of a place, loaded or not; null for nothing. */
  synchronized Extent find(Entry entry, long position) {
    Map.Entry<Long, Extent> before = entry.extents.floorEntry(position);
    return before != null && position < before.getValue().end() ? before.getValue() : null;
  }

  /** An extent that a reader is to load, or to wait for. */
  record Place(Extent extent, boolean isNew) {}

  /**
   * Makes room for bytes of a held entry from a position on, of which it has none.
   *
   * @param least where the bytes end that are wanted now
   * @param most where those end that may be loaded with them
   * @return null if there is no room for what is wanted now
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
      // What nobody will read makes room for all.
      int next = Math.min(claims.next(entry.path()), Claims.NEVER - 1);
      Predicate<Entry> yields = other -> claims.next(other.path()) > next;
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

  /** Takes back an extent that could not be loaded. */
  void abandon(Entry entry, Extent extent) {
    synchronized (this) {
      entry.extents.remove(extent.position(), extent);
      entry.bytes -= extent.bytes();
      bytes -= extent.bytes();
    }
    extent.failed();
  }

  /**
   * Takes note of how much memory is available, and gives some back if that is too little for
   * others: as much as they lack, less where readers hold the rest. From then on it does not grow.
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

  /** Whether others lack memory. */
  synchronized boolean isPressed() {
    return isPressed;
  }

  /** Takes out entries that nobody holds, until so many bytes are gone. */
  private List<Extent> evict(long wanted) {
    return evict(wanted, entry -> true);
  }

  private List<Extent> evict(long wanted, Predicate<Entry> last) {
    List<Extent> freed = new ArrayList<>();
    long left = wanted;
    left -= evict(left, this::isReleasable, freed);
    left -= evict(left, entry -> !claims.has(entry.path()), freed);
    if (left > 0) {
      evictClaimed(left, last, freed);
    }
    return freed;
  }

  private void evictClaimed(long wanted, Predicate<Entry> which, List<Extent> freed) {
    Map<Entry, Integer> next = new LinkedHashMap<>();
    entries.values().stream()
        .filter(entry -> entry.holders == 0 && which.test(entry))
        .forEach(entry -> next.put(entry, claims.next(entry.path())));
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
