package dev.cif.bench.stores;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/**
 * Store of an event index, set up as its experts would. Used by one thread, except for its clients.
 */
public interface Store extends Closeable {
  /** Describes the store's settings in a line. */
  String description();

  /**
   * Returns true if rows must come in the order of their keys; otherwise they come in the order of
   * arrival.
   */
  boolean wantsKeyOrder();

  /** Begins an empty store: starts servers, and creates a table. */
  void create() throws IOException;

  /** Begins a partition, which nobody sees before it is closed. */
  Partition partition(EventKey first) throws IOException;

  /** Begins a partition by the fastest way, for rows whose writing is not measured. */
  default Partition bulk(EventKey first) throws IOException {
    return partition(first);
  }

  /** Finishes the writing of all partitions, including deferred work. */
  void finish() throws IOException;

  /** Returns its bytes on disk. */
  long bytes() throws IOException;

  /** Opens it for reading, like a process that has not read it before. */
  Client open() throws IOException;

  /** Drops its memory outside of clients: the page cache, and servers' own caches. */
  void forget() throws IOException;

  /** Returns the CPU seconds of its servers outside of this process. */
  double serverSeconds() throws IOException;

  /** Receiver of a partition's rows. */
  interface Partition extends Closeable {
    /** Adds a row, which is valid during the call. */
    void add(GenericRecord row) throws IOException;
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
