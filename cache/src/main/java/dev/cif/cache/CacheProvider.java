package dev.cif.cache;

import dev.cif.format.options.ColumnCache;
import dev.cif.format.options.ReadOptions;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Provider that gives jobs the cache of the process. */
public final class CacheProvider implements ColumnCache.Provider {
  private static final Logger LOG = LoggerFactory.getLogger(CacheProvider.class);

  /** Holder that creates the cache with the first job that wants it. */
  private static final class Shared {
    /** The cache; null if the platform lacks the system calls that it needs. */
    static final BufferCache CACHE = create();

    private static BufferCache create() {
      if (!LibC.isThere()) {
        LOG.warn(
            "Column files are read without a cache, though {} is set: {}",
            CacheSettings.SIZE,
            LibC.reason());
        return null;
      }
      BufferCache cache = new BufferCache();
      CacheBean.register(cache);
      Thread watch = new Thread(new PressureWatch(cache), "cif-cache-pressure");
      watch.setDaemon(true);
      watch.start();
      return cache;
    }
  }

  /**
   * Returns the cache of the process; null if the platform lacks the system calls that it needs.
   */
  static BufferCache shared() {
    return Shared.CACHE;
  }

  @Override
  public ColumnCache of(Configuration job) {
    CacheSettings settings = CacheSettings.from(job);
    if (settings.size() == 0 || Shared.CACHE == null) {
      return null;
    }
    Shared.CACHE.resize(settings.size(), settings.freeMemory());
    return new JobCache(Shared.CACHE, opener(job, settings), settings.verify());
  }

  private static DirectFile.Opener opener(Configuration job, CacheSettings settings) {
    if (!settings.direct()) {
      return null;
    }
    // Bytes of a DataNode's file have been checked by nobody, unlike those of HDFS's client.
    boolean isChecked = job.getBoolean(ReadOptions.VERIFY_CHECKSUMS, true);
    return isChecked ? DirectFile::open : DirectFile::openLocal;
  }
}
