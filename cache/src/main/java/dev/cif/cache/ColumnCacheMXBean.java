package dev.cif.cache;

/** What the column cache of a process has, and what it has done since the process began. */
public interface ColumnCacheMXBean {
  /** Bytes of memory that it may take. */
  long getLimit();

  /** Bytes of memory that it takes. */
  long getBytes();

  /** Of these, those that no reader holds: they can go. */
  long getIdleBytes();

  /** Of these, those of files whose planned scans are done: they go first. */
  long getReleasableBytes();

  /** Of all, those of files that a query will still scan: they go last. */
  long getClaimedBytes();

  /** Queries of which it is known what they will scan. */
  int getQueries();

  /** Files of which it has something. */
  int getFiles();

  /** Reads that found all that they wanted. */
  long getHits();

  /** Reads that did not. */
  long getMisses();

  /** Requests to storage. */
  long getRequests();

  /** Bytes that were read past the page cache. */
  long getBytesDirect();

  /** Bytes that were read through the file system's client. */
  long getBytesPlain();

  /** Files, and in HDFS blocks, that were to be read past the page cache, and could not be. */
  long getDirectRefused();

  /**
   * Places whose bytes were read from one replica and had a wrong checksum, so that they were read
   * again through HDFS's client.
   */
  long getReadAgain();

  /** Reads that went past the cache, since it had no room. */
  long getNoRoom();

  /** Files that had to go. */
  long getEvictions();

  /** Bytes of memory of these. */
  long getBytesEvicted();

  /** Whether others lack memory, by {@code cif.cache.free.memory}. */
  boolean isPressed();

  /** How many times memory was given back for that. */
  long getPressures();

  /** Bytes of memory that were given back for that. */
  long getBytesGivenBack();
}
