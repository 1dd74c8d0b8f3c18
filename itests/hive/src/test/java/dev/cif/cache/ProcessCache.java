package dev.cif.cache;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The cache of the process, for tests of those who read through it. */
public final class ProcessCache {
  private ProcessCache() {}

  /** An empty one. */
  public static void empty() {
    BufferCache cache = CacheProvider.shared();
    cache.resize(0, 0);
    if (cache.bytes() > 0) {
      throw new IllegalStateException("A reader holds " + cache.bytes() + " bytes");
    }
  }

  /** Returns the cache as JMX shows it. */
  public static ColumnCacheMXBean bean() throws JMException {
    return JMX.newMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        new ObjectName(CacheBean.NAME),
        ColumnCacheMXBean.class);
  }

  /** Lets others lack so many bytes of memory, once. */
  public static void lack(long bytes) {
    BufferCache cache = CacheProvider.shared();
    cache.resize(cache.limit(), Long.MAX_VALUE);
    cache.watch(Long.MAX_VALUE - bytes);
    cache.resize(cache.limit(), 0);
    cache.watch(0);
  }

  /** Returns true if it has something of a file. */
  public static boolean has(java.nio.file.Path file) throws java.io.IOException {
    Path path = new Path(file.toUri());
    return CacheProvider.shared().has(path.getFileSystem(new Configuration()).makeQualified(path));
  }
}
