package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open UPDATE, from its first task to its last. Hive reports to nobody that a statement failed or
 * was cancelled. A thread therefore checks if its queue of tasks was shut down, and then gives the
 * change up. The thread also keeps the locks.
 */
final class OpenUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(OpenUpdate.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Map<String, OpenUpdate> OPEN = new ConcurrentHashMap<>();

  private final String id;
  private final TableChange change;
  private final BooleanSupplier isShutdown;
  private final Thread thread;

  private OpenUpdate(String id, TableChange change, BooleanSupplier isShutdown) {
    this.id = id;
    this.change = change;
    this.isShutdown = isShutdown;
    thread = new Thread(this::watch, "cif-update-" + id);
    thread.setDaemon(true);
  }

  static void begin(UpdateWork work, Configuration conf, BooleanSupplier isShutdown)
      throws IOException {
    Path table = new Path(work.location());
    FileSystem fs = table.getFileSystem(conf);
    // An earlier statement may just have failed, before its thread could notice.
    OPEN.values().forEach(OpenUpdate::closeIfOver);
    TableChange change = TableChange.begin(fs, table, work.id(), work.columns(), work.sources());
    change.setOrigin(ChangeOrigins.of(conf));
    OpenUpdate update = new OpenUpdate(work.id(), change, isShutdown);
    OPEN.put(work.id(), update);
    update.thread.start();
  }

  /**
   * Takes the change of a statement at its last task, which alone now commits it or gives it up.
   */
  static TableChange take(String id) throws IOException {
    OpenUpdate update = OPEN.remove(id);
    if (update == null) {
      throw new IOException("update " + id + " was cancelled");
    }
    update.thread.interrupt();
    return update.change;
  }

  /** Gives the change up if the statement has ended without its last task. */
  private boolean closeIfOver() {
    boolean isOver = isShutdown.getAsBoolean() && OPEN.remove(id, this);
    if (isOver) {
      change.close();
    }
    return isOver;
  }

  private void watch() {
    try {
      while (OPEN.get(id) == this) {
        Thread.sleep(LOOK.toMillis());
        if (!closeIfOver()) {
          change.keep();
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("Update {} is committed by another thread", id, e);
    } catch (IOException e) {
      LOG.warn("Update {} has lost its locks; it will fail", id, e);
    }
  }
}
