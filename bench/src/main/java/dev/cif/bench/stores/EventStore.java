package dev.cif.bench.stores;

import dev.cif.bench.formats.RecordSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Store of an event index, set up as its experts would. Used by one thread, except for its clients.
 */
public interface EventStore extends Closeable {
  /** Describes the store's settings in a line. */
  String description();

  /**
   * Returns true if rows must come in the order of their keys; otherwise they come in the order of
   * arrival.
   */
  boolean wantsKeyOrder();

  /** Begins an empty store: starts servers, and creates a table. */
  default void create() throws IOException {}

  /** Begins a partition, which nobody sees before it is closed. */
  RecordSink partition(EventKey first) throws IOException;

  /** Begins a partition by the fastest way, for rows whose writing is not measured. */
  default RecordSink bulk(EventKey first) throws IOException {
    return partition(first);
  }

  /** Finishes the writing of all partitions, including deferred work. */
  default void finish() throws IOException {}

  /** Returns its bytes on disk. */
  long bytes() throws IOException;

  /** Opens it for reading, like a process that has not read it before. */
  Client open() throws IOException;

  /** Drops its memory outside of clients: the page cache, and servers' own caches. */
  void forget() throws IOException;

  /** Returns the CPU seconds of its servers outside of this process. */
  default double serverSeconds() throws IOException {
    return 0;
  }

  /** Reader of the store. Thread-safe. */
  interface Client extends Closeable {
    /**
     * Returns the values of some fields, for a key: text as {@code CharSequence}, numbers as {@code
     * Number}; null if no row has the key.
     */
    Object[] lookup(EventKey key, int[] fields) throws IOException;

    /**
     * Counts the rows with a substring in the text of a field.
     *
     * @param partitions a key of each partition that is scanned
     */
    long count(int field, String part, List<EventKey> partitions) throws IOException;
  }
}
