package dev.cif.cache;

import dev.cif.format.options.ReadOptions;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings by which a job reads column files through the cache. Immutable.
 *
 * @param size bytes that the cache may take, for the whole process; 0 if the job reads without it
 * @param direct true to read local files, and blocks of HDFS on this machine, past the page cache
 * @param verify time at which the checksum of a block is checked
 * @param freeMemory bytes of the machine's or the container's memory that are to stay available; 0
 *     if none is to be freed for that
 */
public record CacheSettings(long size, boolean direct, Verify verify, long freeMemory) {
  /** Property for {@link #size}. */
  public static final String SIZE = "cif.cache.size";

  /** Property for {@link #direct}. */
  public static final String DIRECT = "cif.cache.direct";

  /** Property for {@link #verify}. */
  public static final String VERIFY = "cif.cache.verify";

  /** Property for {@link #freeMemory}. */
  public static final String FREE_MEMORY = "cif.cache.free.memory";

  /** Time at which the checksum of a block is checked. */
  public enum Verify {
    /** When its bytes have come into the cache, by the first reader. */
    ONCE,
    /** By each reader. */
    EACH
  }

  /** Default settings: no cache. If only the size is set, reads are direct and verified once. */
  public static final CacheSettings DEFAULT = new CacheSettings(0, true, Verify.ONCE, 256 << 20);

  /**
   * Reads a job's settings.
   *
   * @throws IllegalArgumentException with the property, its value and the allowed values
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
