package dev.cif.hive.update;

import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.TableChange;
import dev.cif.format.schema.CifException;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/**
 * Task of a {@code ROLLBACK}: takes changes of a table back, one after the other, the newest first.
 * Each is taken back in all split-directories or in none.
 */
public final class RollbackTask extends HiveTask<RollbackWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try {
      Path folder = new Path(work.location());
      FileSystem fs = folder.getFileSystem(conf);
      List<ChangeHistory.Entry> wanted = newest(ChangeHistory.of(fs, folder), work);
      if (work.count() > wanted.size()) {
        throw new CifException(
            work.count()
                + " changes are to be taken back; since the last vacuum there were "
                + wanted.size());
      }
      Table table = getHive().getTable(work.database(), work.table());
      if (!wanted.isEmpty()) {
        // Dropped first: answers from the metastore must not show the values that go.
        StaleStatistics.dropAll(getHive(), table);
      }
      for (ChangeHistory.Entry change : wanted) {
        ChangeUndo.newest(
            fs,
            folder,
            ChangeOrigins.of(conf),
            newest -> {
              expectSame(folder, newest, change);
              expectAsked(folder, newest);
              Replication.expectNone(getHive(), work.database(), work.table(), folder);
            });
        console.printInfo(
            "Taken back: "
                + (isOfRows(change) ? "deleted rows" : "columns " + change.columns())
                + " in "
                + change.splits()
                + (change.splits() == 1 ? " split-directory" : " split-directories")
                + ", of "
                + Instant.ofEpochMilli(change.time())
                + (change.origin().user() == null ? "" : " by " + change.origin().user()));
      }
      if (wanted.isEmpty()) {
        console.printInfo("There is no change to take back");
      }
      return 0;
    } catch (IOException | HiveException | TException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  /** Returns the changes that a rollback takes back, the newest first, or fewer if there are. */
  static List<ChangeHistory.Entry> newest(List<ChangeHistory.Entry> history, RollbackWork work) {
    List<ChangeHistory.Entry> counting = new ArrayList<>(history);
    counting.removeIf(change -> change.undoes() != null || change.undoneBy() != null);
    Collections.reverse(counting);
    if (work.count() == 0) {
      counting.removeIf(change -> change.time() <= work.time());
      return counting;
    }
    return counting.subList(0, (int) Math.min(work.count(), counting.size()));
  }

  /** Refuses a change that was committed after the user had been asked for privileges. */
  private void expectAsked(Path folder, ChangeHistory.Entry change) throws CifException {
    if (isOfRows(change) && !work.hasRows()) {
      throw meanwhile(folder);
    }
  }

  /** Returns true if a change has deleted rows. */
  static boolean isOfRows(ChangeHistory.Entry change) {
    return change.columns().contains(TableChange.ROWS);
  }

  private static CifException meanwhile(Path folder) {
    return CifException.at(
        folder, null, -1, "another has changed the table meanwhile; look at it, and try again");
  }

  private static void expectSame(
      Path folder, ChangeHistory.Entry newest, ChangeHistory.Entry expected) throws CifException {
    if (!newest.id().equals(expected.id())) {
      throw meanwhile(folder);
    }
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_ROLLBACK";
  }
}
