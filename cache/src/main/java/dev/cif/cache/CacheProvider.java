package dev.cif.cache;

import dev.cif.format.ColumnCache;
import dev.cif.format.ReadOptions;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives jobs the cache of the process. */
public final class CacheProvider implements ColumnCache.Provider {
  private static final Logger LOG = LoggerFactory.getLogger(CacheProvider.class);

  /** Comes into being with the first job that wants it. */
  private static final class Shared {
    /** Null where this platform has not what the cache needs. */
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
      Beans.register(cache);
      Thread watch = new Thread(new PressureWatch(cache), "cif-cache-pressure");
      watch.setDaemon(true);
      watch.start();
      return cache;
    }
  }

  /** That of the process; null where this platform has not what it needs. */
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
    // What comes from the DataNode's file has been checked by nobody.
    boolean isChecked = job.getBoolean(ReadOptions.VERIFY_CHECKSUMS, true);
    return isChecked ? DirectFile::open : DirectFile::openLocal;
  }
}
