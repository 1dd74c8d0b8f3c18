package dev.cif.bench.stores;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/**
 * Something that keeps an event index, set up as those would who know it well. Used by one thread,
 * but for its clients.
 */
public interface Store extends Closeable {
  /** Tells in a line how it is set up. */
  String description();

  /** Whether rows must come in the order of their keys; else they come as they are. */
  boolean wantsKeyOrder();

  /** Begins an empty one: servers start, and a table is made. */
  void create() throws IOException;

  /** Begins a partition, which nobody sees before it is closed. */
  Partition partition(EventKey first) throws IOException;

  /** Begins one by the fastest way that there is, for rows whose writing is no figure. */
  default Partition bulk(EventKey first) throws IOException {
    return partition(first);
  }

  /** Ends the writing of all partitions: what was put off is done. */
  void finish() throws IOException;

  /** Bytes that it takes on disk. */
  long bytes() throws IOException;

  /** Opens it for reading, as a process would that has not read it before. */
  Client open() throws IOException;

  /** Forgets what is kept in memory of it outside of clients: the page cache, and servers' own. */
  void forget() throws IOException;

  /** Seconds of processors that its servers have taken outside of this process. */
  double serverSeconds() throws IOException;

  /** Takes the rows of a partition. */
  interface Partition extends Closeable {
    /** Takes a row, which is valid during the call. */
    void add(GenericRecord row) throws IOException;
  }

  /** Reads it. Thread-safe. */
  interface Client extends Closeable {
    /**
     * The values of some fields, for a key: text as {@code CharSequence}, numbers as {@code
     * Number}; null if no row has the key.
     */
    Object[] lookup(EventKey key, int[] fields) throws IOException;

    /**
     * How many rows have a part in the text of a field.
     *
     * @param partitions a key of each partition that is scanned
     */
    long count(int field, String part, List<EventKey> partitions) throws IOException;
  }
}
