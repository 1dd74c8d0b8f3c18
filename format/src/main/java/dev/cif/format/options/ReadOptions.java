package dev.cif.format.options;

import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/**
 * Options for reading splits. Immutable.
 *
 * @param verifyChecksums true to check the CRC32C of every block before it is decoded; footers and
 *     schema files are always checked
 * @param schemaCacheSize memory in bytes in which all plans of a process cache listings and schema
 *     files; 0 for none
 * @param columnCache cache through which column files are read; null for none
 * @param filters true to read filters of keys
 */
public record ReadOptions(
    boolean verifyChecksums, long schemaCacheSize, ColumnCache columnCache, boolean filters) {
  /** Property for {@link #verifyChecksums}. */
  public static final String VERIFY_CHECKSUMS = "cif.read.verify.checksums";

  /** Property for {@link #schemaCacheSize}. */
  public static final String SCHEMA_CACHE_SIZE = "cif.schema.cache.size";

  /** Property for {@link #filters}. */
  public static final String FILTERS = "cif.read.filters";

  private static final long DEFAULT_SCHEMA_CACHE_SIZE = 64 << 20;

  /** Default options: checksums are verified. */
  public static final ReadOptions DEFAULT = new ReadOptions(true, DEFAULT_SCHEMA_CACHE_SIZE);

  /**
   * Options for callers that must see the current state: checksums are verified, and plans cache
   * nothing.
   */
  public static final ReadOptions UNCACHED = new ReadOptions(true, 0);

  /** Holder of the providers on the class path, if {@code cif-cache} is on it. */
  private static final class Caches {
    static final List<ColumnCache.Provider> PROVIDERS =
        ServiceLoader.load(ColumnCache.Provider.class, ReadOptions.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  /** Creates options that read column files without a cache. */
  public ReadOptions(boolean verifyChecksums, long schemaCacheSize) {
    this(verifyChecksums, schemaCacheSize, null, true);
  }

  /** Creates options that cache schema files as by default. */
  public ReadOptions(boolean verifyChecksums) {
    this(verifyChecksums, DEFAULT_SCHEMA_CACHE_SIZE);
  }

  /** Returns a copy that reads column files through a cache; null for none. */
  public ReadOptions withColumnCache(ColumnCache cache) {
    return new ReadOptions(verifyChecksums, schemaCacheSize, cache, filters);
  }

  /** Returns a copy that reads filters of keys, or does not. */
  public ReadOptions withFilters(boolean areRead) {
    return new ReadOptions(verifyChecksums, schemaCacheSize, columnCache, areRead);
  }

  /**
   * Reads the options from a job's settings.
   *
   * @throws IllegalArgumentException if a size is no number from 0 on, or a setting of the column
   *     cache is not allowed
   */
  public static ReadOptions from(Configuration job) {
    return new ReadOptions(
        job.getBoolean(VERIFY_CHECKSUMS, true),
        bytes(job, SCHEMA_CACHE_SIZE, DEFAULT_SCHEMA_CACHE_SIZE),
        columnCache(job),
        job.getBoolean(FILTERS, true));
  }

  /**
   * Reads a number of bytes from a job's settings.
   *
   * @throws IllegalArgumentException with the property and its value, if it is no number from 0 on
   */
  public static long bytes(Configuration job, String property, long byDefault) {
    String value = job.get(property, Long.toString(byDefault)).strip();
    try {
      long bytes = Long.parseLong(value);
      if (bytes >= 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        property + " is '" + value + "': a number of bytes, 0 or more, is allowed");
  }

  private static ColumnCache columnCache(Configuration job) {
    return Caches.PROVIDERS.stream()
        .map(provider -> provider.of(job))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
