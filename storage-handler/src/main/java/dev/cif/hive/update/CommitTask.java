package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/**
 * Last task of an UPDATE: makes the files valid that its tasks have written. That of a DELETE
 * writes the files of the rows that its tasks have listed.
 */
public final class CommitTask extends HiveTask<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try (TableChange change = OpenUpdate.take(work.id())) {
      if (work.isDelete()) {
        delete(change);
      } else {
        update(change);
      }
      return 0;
    } catch (IOException | HiveException | TException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  private void update(TableChange change) throws IOException, HiveException, TException {
    Set<Path> splits = new HashSet<>();
    for (AddedColumn file : read(AddedColumn::readList)) {
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
    console.printInfo("Columns " + work.columns() + " were written anew" + in(splits));
  }

  private static String in(Set<Path> splits) {
    return " in "
        + splits.size()
        + (splits.size() == 1 ? " split-directory" : " split-directories");
  }

  private void delete(TableChange change) throws IOException, HiveException, TException {
    Map<Path, SplitDelete> chosen = new TreeMap<>();
    for (SplitDelete some : read(SplitDelete::readList)) {
      SplitDelete others = chosen.putIfAbsent(some.directory(), some);
      if (others != null) {
        others.add(some);
      }
    }
    change.expectNoVacuum();
    Set<Path> splits = new HashSet<>();
    long rows = 0;
    for (SplitDelete some : chosen.values()) {
      long more = some.addTo(some.directory().getFileSystem(conf), change);
      rows += more;
      if (more > 0) {
        splits.add(some.directory());
      }
    }
    if (rows > 0) {
      StaleStatistics.dropAll(getHive(), getHive().getTable(work.database(), work.table()));
      commit(change, splits);
    }
    console.printInfo(rows + (rows == 1 ? " row was" : " rows were") + " deleted" + in(splits));
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

  /** Reader of what a task has listed. */
  private interface Reader<T> {
    List<T> read(FileSystem fs, FileStatus list) throws IOException;
  }

  private <T> List<T> read(Reader<T> reader) throws IOException {
    Path folder = work.resultFolder();
    FileSystem fs = folder.getFileSystem(conf);
    List<T> all = new ArrayList<>();
    if (!fs.exists(folder)) {
      return all;
    }
    for (FileStatus part : fs.listStatus(folder)) {
      if (part.isDirectory()) {
        // Folder in which Hive works until the statement has ended.
        continue;
      }
      all.addAll(reader.read(fs, part));
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
