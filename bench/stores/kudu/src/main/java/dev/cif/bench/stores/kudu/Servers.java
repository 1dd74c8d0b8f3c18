package dev.cif.bench.stores.kudu;

import dev.cif.bench.system.FileTree;
import dev.cif.bench.system.PageCache;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Master and tablet server of Kudu's, whose data are in a folder. */
final class Servers implements Closeable {
  /** Bytes of a tablet's rows in memory, below which they count as written. */
  private static final long EMPTY_ROWS = 4096;

  /** Number of idle polls in succession; the server itself looks for work four times a second. */
  private static final int IDLE_ROUNDS = 30;

  private static final long READY_SECONDS = 300;
  private static final long SETTLE_SECONDS = 3600;

  private final Path folder;
  private Daemon master;
  private Daemon tablets;
  private double ended;

  Servers(Path folder) throws IOException {
    this.folder = folder;
    start();
  }

  private void start() throws IOException {
    master = new Daemon("kudu-master", folder.resolve("master"), List.of());
    String address = "--tserver_master_addrs=" + master.address();
    tablets = new Daemon("kudu-tserver", folder.resolve("tablets"), List.of(address));
  }

  String master() {
    return master.address();
  }

  /** Restarts the servers, with no page of their files in memory. */
  void restart() throws IOException {
    close();
    PageCache.drop(FileTree.files(folder));
    start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!master.tool("cluster", "ksck", master.address())) {
      if (System.nanoTime() > end) {
        throw new IOException("Kudu does not serve all tablets after a restart");
      }
      Pause.brief();
    }
    PageCache.drop(FileTree.files(folder));
  }

  /**
   * Has rows in memory written, and waits until the server finds nothing more to do.
   *
   * @param count number of tablets
   */
  void settle(int count) throws IOException {
    if (!tablets.tool("tserver", "set_flag", tablets.address(), "flush_threshold_secs", "1")) {
      throw new IOException("Kudu does not take a flag");
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    int idle = 0;
    while (idle < IDLE_ROUNDS) {
      if (System.nanoTime() > end) {
        throw new IOException("Kudu does not end to flush and compact");
      }
      boolean isIdle =
          tablets.metric("memrowset_size") < EMPTY_ROWS * count
              && tablets.metric(
                      "flush_mrs_running",
                      "flush_dms_running",
                      "compact_rs_running",
                      "delta_minor_compact_rs_running",
                      "delta_major_compact_rs_running")
                  == 0;
      idle = isIdle ? idle + 1 : 0;
      Pause.brief();
    }
  }

  /** Returns the bytes of the tablets' rows, without logs. */
  long bytes() throws IOException {
    return tablets.metric("on_disk_data_size");
  }

  double cpuSeconds() {
    return ended + master.cpuSeconds() + tablets.cpuSeconds();
  }

  @Override
  public void close() throws IOException {
    ended = cpuSeconds();
    tablets.close();
    master.close();
  }
}
