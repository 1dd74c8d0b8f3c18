package dev.cif.cache;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers a cache with JMX. */
final class CacheBean {
  /**
   * Name of the bean; {@code ,loader=<number>} follows if another class loader has a cache already.
   */
  static final String NAME = "dev.cif:type=ColumnCache";

  private static final Logger LOG = LoggerFactory.getLogger(CacheBean.class);

  private CacheBean() {}

  static void register(BufferCache cache) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      StandardMBean bean = new StandardMBean(new View(cache), ColumnCacheMXBean.class, true);
      try {
        server.registerMBean(bean, new ObjectName(NAME));
      } catch (InstanceAlreadyExistsException e) {
        int loader = System.identityHashCode(CacheBean.class.getClassLoader());
        server.registerMBean(bean, new ObjectName(NAME + ",loader=" + loader));
      }
    } catch (JMException e) {
      LOG.warn("The column cache is not shown by JMX", e);
    }
  }

  private record View(BufferCache cache) implements ColumnCacheMXBean {
    @Override
    public long getLimit() {
      return cache.limit();
    }

    @Override
    public long getBytes() {
      return cache.bytes();
    }

    @Override
    public long getIdleBytes() {
      return cache.idleBytes();
    }

    @Override
    public long getReleasableBytes() {
      return cache.releasableBytes();
    }

    @Override
    public long getClaimedBytes() {
      return cache.claimedBytes();
    }

    @Override
    public int getQueries() {
      return cache.queries();
    }

    @Override
    public int getFiles() {
      return cache.files();
    }

    @Override
    public long getHits() {
      return cache.counters().hits.sum();
    }

    @Override
    public long getMisses() {
      return cache.counters().misses.sum();
    }

    @Override
    public long getRequests() {
      return cache.counters().requests.sum();
    }

    @Override
    public long getBytesDirect() {
      return cache.counters().bytesDirect.sum();
    }

    @Override
    public long getBytesPlain() {
      return cache.counters().bytesPlain.sum();
    }

    @Override
    public long getDirectRefused() {
      return cache.counters().directRefused.sum();
    }

    @Override
    public long getReadAgain() {
      return cache.counters().readAgain.sum();
    }

    @Override
    public long getNoRoom() {
      return cache.counters().noRoom.sum();
    }

    @Override
    public long getEvictions() {
      return cache.counters().evictions.sum();
    }

    @Override
    public long getBytesEvicted() {
      return cache.counters().bytesEvicted.sum();
    }

    @Override
    public boolean isPressed() {
      return cache.isPressed();
    }

    @Override
    public long getPressures() {
      return cache.counters().pressures.sum();
    }

    @Override
    public long getBytesGivenBack() {
      return cache.counters().bytesGivenBack.sum();
    }
  }
}
