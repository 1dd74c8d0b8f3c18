package dev.cif.spark.write;

import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.TableChange;
import dev.cif.spark.table.RowAddress;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Change of a table whose locks a timer holds until it is closed. On the driver. */
final class OpenChange implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenChange.class);

  /** Property of a thread, for people: {@code setJobDescription}, or the statement of a server. */
  private static final String DESCRIPTION = "spark.job.description";

  private static final long KEEP_MILLIS = 60_000;

  private final TableChange change;
  private final Timer timer;

  /** Takes over a change that has begun, and says where it comes from. */
  OpenChange(TableChange change) {
    this.change = change;
    change.setOrigin(origin());
    timer = new Timer("cif-change-" + change.id(), true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            try {
              change.keep();
            } catch (IOException e) {
              LOG.warn("The write has lost its locks; it will fail", e);
            }
          }
        },
        KEEP_MILLIS,
        KEEP_MILLIS);
  }

  /** Returns user and program, and what the session says of its job, if it says so. */
  private static ChangeOrigin origin() {
    SparkContext spark = SparkSession.active().sparkContext();
    return new ChangeOrigin(
        spark.sparkUser(), "Spark " + spark.version(), spark.getLocalProperty(DESCRIPTION));
  }

  TableChange change() {
    return change;
  }

  /** Commits the change, if rows that were read are still those that their addresses name. */
  void commit(FileSystem fs, Path root, Collection<String> addresses) throws IOException {
    change.commit(() -> RowAddress.expectSame(fs, root, addresses));
  }

  /** Gives the change up unless it was committed. */
  @Override
  public void close() {
    timer.cancel();
    change.close();
  }
}
