package dev.cif.cache;

import dev.cif.format.ReadOptions;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * How a job reads column files through the cache. Immutable.
 *
 * @param size bytes that the cache may take, for all of a process; 0: the job reads without it
 * @param direct whether local files, and blocks of HDFS that this machine has, are read past the
 *     page cache
 * @param verify when the checksum of a block is checked
 * @param freeMemory bytes of the machine's or the container's memory that are to stay available; 0
 *     if nothing is to be given back for that
 */
public record CacheSettings(long size, boolean direct, Verify verify, long freeMemory) {
  /** The property for {@link #size}. */
  public static final String SIZE = "cif.cache.size";

  /** The property for {@link #direct}. */
  public static final String DIRECT = "cif.cache.direct";

  /** The property for {@link #verify}. */
  public static final String VERIFY = "cif.cache.verify";

  /** The property for {@link #freeMemory}. */
  public static final String FREE_MEMORY = "cif.cache.free.memory";

  /** When the checksum of a block is checked. */
  public enum Verify {
    /** When its bytes have come into the cache, by the first who reads them. */
    ONCE,
    /** By each who reads them. */
    EACH
  }

  /** No cache; when only the size is set, direct, verified once. */
  public static final CacheSettings DEFAULT = new CacheSettings(0, true, Verify.ONCE, 256 << 20);

  /**
   * What a job's settings say.
   *
   * @throws IllegalArgumentException with the property, its value and what is allowed
   */
  public static CacheSettings from(Configuration job) {
    return new CacheSettings(
        ReadOptions.bytes(job, SIZE, DEFAULT.size),
        job.getBoolean(DIRECT, DEFAULT.direct),
        verify(job),
        ReadOptions.bytes(job, FREE_MEMORY, DEFAULT.freeMemory));
  }

  private static Verify verify(Configuration job) {
    String value = job.get(VERIFY, DEFAULT.verify.name()).strip();
    try {
      return Verify.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(VERIFY + " is '" + value + "': one of once, each", e);
    }
  }
}
