package dev.cif.bench.stores.hbase;

import dev.cif.bench.system.FileTree;
import dev.cif.bench.system.PageCache;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.compress.xerial.SnappyCodec;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Master, region server and ZooKeeper in this process, whose data are in a folder. */
final class Cluster implements Closeable {
  private static final long READY_SECONDS = 300;
  private static final long PAUSE_MILLIS = 100;

  static {
    // Otherwise the metrics of a second cluster in the process are refused.
    DefaultMetricsSystem.setMiniClusterMode(true);
  }

  private final Path folder;
  private MiniZooKeeperCluster zooKeeper;
  private LocalHBaseCluster servers;

  Cluster(Path folder) throws IOException {
    this.folder = folder;
    start();
  }

  private void start() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.HBASE_DIR, folder.resolve("data").toUri().toString());
    conf.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    // The local disk's file system does not promise that a flush is on the disk.
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.io.compress.snappy.codec", SnappyCodec.class.getName());
    conf.set(HConstants.ZOOKEEPER_QUORUM, "localhost");
    conf.setBoolean(LocalHBaseCluster.ASSIGN_RANDOM_PORTS, true);
    conf.set("hbase.master.hostname", "localhost");
    conf.set("hbase.regionserver.hostname", "localhost");
    conf.setInt(HConstants.MASTER_INFO_PORT, -1);
    conf.setInt(HConstants.REGIONSERVER_INFO_PORT, -1);
    // With a heap of 4 GB, the rows of a partition fill one file instead of several small ones.
    conf.setLong(HConstants.HREGION_MEMSTORE_FLUSH_SIZE, 512L << 20);
    // This is also the interval between attempts to reach a master that is not up yet.
    conf.setInt("hbase.regionserver.msginterval", 500);
    zooKeeper = new MiniZooKeeperCluster(conf);
    try {
      Path coordination = Files.createDirectories(folder.resolve("zookeeper"));
      int port = zooKeeper.startup(coordination.toFile());
      conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
      servers = new LocalHBaseCluster(conf, 1);
      servers.startup();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
      while (servers.getActiveMaster() == null || !servers.getActiveMaster().isInitialized()) {
        if (System.nanoTime() > end || servers.getLiveMasters().isEmpty()) {
          throw new IOException("HBase's master did not start in " + folder);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  Connection connect() throws IOException {
    return ConnectionFactory.createConnection(servers.getConfiguration());
  }

  /** Restarts the servers, with no page of their files in memory. */
  void restart(TableName table) throws IOException {
    close();
    PageCache.drop(FileTree.files(folder));
    start();
    awaitAvailable(table);
    PageCache.drop(FileTree.files(folder));
  }

  /** Waits until all regions of a table are served. */
  void awaitAvailable(TableName table) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      while (!admin.isTableAvailable(table)) {
        if (System.nanoTime() > end) {
          throw new IOException("HBase does not serve the table " + table);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private List<HRegion> regions(TableName table) {
    return servers.getRegionServers().get(0).getRegionServer().getRegions(table);
  }

  /** Flushes each region, and compacts it into one file. */
  void compact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.flush(true);
      if (region.getStores().stream().anyMatch(store -> store.getStorefilesCount() > 1)) {
        region.compact(true);
      }
    }
  }

  /**
   * Returns the bytes of the table's files, without logs and files that compactions have replaced.
   */
  long bytes(TableName table) {
    return regions(table).stream()
        .flatMap(region -> region.getStores().stream())
        .mapToLong(HStore::getStorefilesSize)
        .sum();
  }

  @Override
  public void close() throws IOException {
    servers.shutdown();
    servers.join();
    zooKeeper.shutdown();
  }
}
