package dev.cif.cache;

/** Contents of a process's column cache, and its counters since the process began. */
public interface ColumnCacheMXBean {
  /** Returns the bytes of memory that the cache may take. */
  long getLimit();

  /** Returns the bytes of memory that it takes. */
  long getBytes();

  /** Returns the bytes of memory that no reader holds; they can be evicted. */
  long getIdleBytes();

  /** Returns the idle bytes of files whose planned scans are done; they are evicted first. */
  long getReleasableBytes();

  /** Returns the bytes of files that a query will still scan; they are evicted last. */
  long getClaimedBytes();

  /** Returns the number of queries whose planned scans are known. */
  int getQueries();

  /** Returns the number of files that have bytes in the cache. */
  int getFiles();

  /** Returns the number of reads that found all their bytes in the cache. */
  long getHits();

  /** Returns the number of reads that missed bytes. */
  long getMisses();

  /** Returns the number of requests to storage. */
  long getRequests();

  /** Returns the number of bytes that were read past the page cache. */
  long getBytesDirect();

  /** Returns the number of bytes that were read through the file system's client. */
  long getBytesPlain();

  /**
   * Returns the number of files, and of blocks in HDFS, whose reads past the page cache were
   * refused.
   */
  long getDirectRefused();

  /**
   * Returns the number of ranges that were read again through HDFS's client, because the bytes of
   * one replica had a wrong checksum.
   */
  long getReadAgain();

  /** Returns the number of reads that went past the cache because it had no room. */
  long getNoRoom();

  /** Returns the number of files that were evicted. */
  long getEvictions();

  /** Returns the bytes of memory of these files. */
  long getBytesEvicted();

  /** Returns true if others lack memory, by {@code cif.cache.free.memory}. */
  boolean isPressed();

  /** Returns how many times memory was freed because others lacked it. */
  long getPressures();

  /** Returns the bytes of memory that were freed for this reason. */
  long getBytesGivenBack();
}
