package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TaskChanges;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/**
 * Last task of a statement that changes rows: makes the files valid that its tasks have written,
 * and writes those of the rows that its tasks have listed to be deleted.
 */
public final class CommitTask extends HiveTask<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try (TableChange change = OpenUpdate.take(work.id())) {
      TaskChanges listed = read();
      Set<Path> written = new HashSet<>();
      for (AddedColumn file : listed.columns()) {
        file.addTo(change);
        written.add(file.directory());
      }
      Set<Path> shortened = new HashSet<>();
      long rows = delete(listed.deletes(), change, shortened);
      change.expectNoVacuum();
      Set<Path> all = new HashSet<>(written);
      all.addAll(shortened);
      long inserted = listed.inserts().stream().mapToLong(InsertedSplit::rows).sum();
      if (!all.isEmpty() || inserted > 0) {
        // Dropped first: answers from the metastore must not show the past.
        Table table = getHive().getTable(work.database(), work.table());
        InsertedPartitions.add(getHive(), table, listed.inserts());
        List<InsertedSplit> inserts = listed.inserts();
        if (inserted > 0 && AcidUtils.isTransactionalTable(table)) {
          inserts = InsertedFolder.place(getHive().getMSC(), conf.getUser(), table, inserts);
          inserts.forEach(split -> all.add(new Path(work.location(), split.folder())));
        }
        for (InsertedSplit split : inserts) {
          change.add(split);
        }
        if (rows > 0 || inserted > 0) {
          StaleStatistics.dropAll(getHive(), table);
        } else {
          StaleStatistics.drop(getHive(), table, work.set());
        }
        commit(change, all);
      }
      if (!work.set().isEmpty()) {
        console.printInfo("Columns " + work.set() + " were written anew" + in(written));
      }
      if (work.deletesRows()) {
        console.printInfo(were(rows) + " deleted" + in(shortened));
      }
      if (inserted > 0) {
        console.printInfo(were(inserted) + " inserted");
      }
      return 0;
    } catch (IOException | HiveException | TException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  private static String were(long rows) {
    return rows + (rows == 1 ? " row was" : " rows were");
  }

  private static String in(Set<Path> splits) {
    return " in "
        + splits.size()
        + (splits.size() == 1 ? " split-directory" : " split-directories");
  }

  /**
   * Adds deleted rows to the change.
   *
   * @param shortened set to which their split-directories are added
   * @return number of rows
   */
  private long delete(Collection<SplitDelete> listed, TableChange change, Set<Path> shortened)
      throws IOException {
    long rows = 0;
    for (SplitDelete some : listed) {
      long more = some.addTo(some.directory().getFileSystem(conf), change);
      rows += more;
      if (more > 0) {
        shortened.add(some.directory());
      }
    }
    return rows;
  }

  private void commit(TableChange change, Set<Path> splits)
      throws IOException, HiveException, TException {
    Path table = new Path(work.location());
    FileSystem fs = table.getFileSystem(conf);
    UpdateTransaction transaction =
        UpdateTransaction.running(conf.get(ValidTxnList.VALID_TXNS_KEY), getHive().getMSC());
    change.commit(
        () -> {
          transaction.expectNoCompaction(fs, table, splits);
          Replication.expectNone(getHive(), work.database(), work.table(), table);
        });
  }

  private TaskChanges read() throws IOException {
    TaskChanges all = new TaskChanges();
    Path folder = work.resultFolder();
    FileSystem fs = folder.getFileSystem(conf);
    if (!fs.exists(folder)) {
      return all;
    }
    for (FileStatus part : fs.listStatus(folder)) {
      // A folder is one in which Hive works until the statement has ended.
      if (!part.isDirectory()) {
        all.add(fs, part);
      }
    }
    return all;
  }

  @Override
  public StageType getType() {
    return StageType.MOVE;
  }

  @Override
  public String getName() {
    return "CIF_UPDATE_COMMIT";
  }
}
