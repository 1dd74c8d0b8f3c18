package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.TableChange;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/** Last task of an UPDATE: makes the files valid that its tasks have written. */
public final class CommitTask extends HiveTask<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try (TableChange change = OpenUpdate.take(work.id())) {
      Path folder = work.resultFolder();
      Set<Path> splits = new HashSet<>();
      for (AddedColumn file : files(folder.getFileSystem(conf), folder)) {
        file.addTo(change);
        splits.add(file.directory());
      }
      change.expectNoVacuum();
      if (!splits.isEmpty()) {
        // Dropped first: answers from the metastore must not show the old values.
        StaleStatistics.drop(
            getHive(), getHive().getTable(work.database(), work.table()), work.columns());
        commit(change, splits);
      }
      console.printInfo(
          "Columns "
              + work.columns()
              + " were written anew in "
              + splits.size()
              + (splits.size() == 1 ? " split-directory" : " split-directories"));
      return 0;
    } catch (IOException | HiveException | TException | RuntimeException e) {
      setException(e);
      return 1;
    }
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

  private static List<AddedColumn> files(FileSystem fs, Path folder) throws IOException {
    List<AddedColumn> files = new ArrayList<>();
    if (!fs.exists(folder)) {
      return files;
    }
    for (FileStatus part : fs.listStatus(folder)) {
      if (part.isDirectory()) {
        // Folder in which Hive works until the statement has ended.
        continue;
      }
      files.addAll(AddedColumn.readList(fs, part));
    }
    return files;
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
