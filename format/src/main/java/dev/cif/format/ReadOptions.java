package dev.cif.format;

import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/**
 * How splits are read. Immutable.
 *
 * @param verifyChecksums check the CRC32C of every block before it is decoded; footers and schema
 *     files are always checked
 * @param schemaCacheSize bytes of memory in which plans keep what they have listed and read, for
 *     all of a process; 0 for none
 * @param columnCache what column files are read through; null for none
 * @param filters whether filters of keys are read
 */
public record ReadOptions(
    boolean verifyChecksums, long schemaCacheSize, ColumnCache columnCache, boolean filters) {
  /** The property for {@link #verifyChecksums}. */
  public static final String VERIFY_CHECKSUMS = "cif.read.verify.checksums";

  /** The property for {@link #schemaCacheSize}. */
  public static final String SCHEMA_CACHE_SIZE = "cif.schema.cache.size";

  /** The property for {@link #filters}. */
  public static final String FILTERS = "cif.read.filters";

  private static final long DEFAULT_SCHEMA_CACHE_SIZE = 64 << 20;

  /** Checksums are verified. */
  public static final ReadOptions DEFAULT = new ReadOptions(true, DEFAULT_SCHEMA_CACHE_SIZE);

  /** For who must see what is there now: checksums are verified, and plans keep nothing. */
  public static final ReadOptions UNCACHED = new ReadOptions(true, 0);

  /** Those of the class path, which {@code cif-cache} is on or not. */
  private static final class Caches {
    static final List<ColumnCache.Provider> PROVIDERS =
        ServiceLoader.load(ColumnCache.Provider.class, ReadOptions.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  /** Column files are read straight from the file system. */
  public ReadOptions(boolean verifyChecksums, long schemaCacheSize) {
    this(verifyChecksums, schemaCacheSize, null, true);
  }

  /** Schema files are kept as by default. */
  public ReadOptions(boolean verifyChecksums) {
    this(verifyChecksums, DEFAULT_SCHEMA_CACHE_SIZE);
  }

  /** The same with column files read through a cache; null for none. */
  public ReadOptions withColumnCache(ColumnCache cache) {
    return new ReadOptions(verifyChecksums, schemaCacheSize, cache, filters);
  }

  /** The same with filters of keys read or not. */
  public ReadOptions withFilters(boolean areRead) {
    return new ReadOptions(verifyChecksums, schemaCacheSize, columnCache, areRead);
  }

  /**
   * What a job's settings say.
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
   * A number of bytes among a job's settings.
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
      // Told below.
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
