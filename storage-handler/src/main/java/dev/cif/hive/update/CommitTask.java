package dev.cif.hive.update;

import dev.cif.format.AddedColumn;
import dev.cif.format.commit.TableChange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/** Makes the files valid that the tasks of an UPDATE have written. */
public final class CommitTask extends Task<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  public int execute() {
    try (TableChange change = OpenUpdate.take(work.id())) {
      Path folder = work.resultFolder();
      Set<Path> splits = new HashSet<>();
      for (AddedColumn file : files(folder.getFileSystem(conf), folder)) {
        file.addTo(change);
        splits.add(file.directory());
      }
      if (!splits.isEmpty()) {
        // Before: what answers from the metastore must not tell of values that were.
        dropStatistics();
        change.commit();
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

  private static List<AddedColumn> files(FileSystem fs, Path folder) throws IOException {
    List<AddedColumn> files = new ArrayList<>();
    if (!fs.exists(folder)) {
      return files;
    }
    for (FileStatus part : fs.listStatus(folder)) {
      if (part.isDirectory()) {
        // Where Hive works until the statement has ended.
        continue;
      }
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(fs.open(part.getPath()), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          files.add(AddedColumn.fromJson(line));
        }
      }
    }
    return files;
  }

  private void dropStatistics() throws HiveException, TException {
    IMetaStoreClient client = getHive().getMSC();
    Table table = getHive().getTable(work.database(), work.table());
    for (String column : work.columns()) {
      drop(() -> client.deleteTableColumnStatistics(work.database(), work.table(), column, "hive"));
      if (table.isPartitioned()) {
        for (Partition partition : getHive().getPartitions(table)) {
          drop(
              () ->
                  client.deletePartitionColumnStatistics(
                      work.database(), work.table(), partition.getName(), column, "hive"));
        }
      }
    }
  }

  private interface Drop {
    boolean run() throws TException;
  }

  private static void drop(Drop statistics) throws TException {
    try {
      statistics.run();
    } catch (NoSuchObjectException | InvalidObjectException e) {
      LOG.debug("There are none", e);
    }
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
