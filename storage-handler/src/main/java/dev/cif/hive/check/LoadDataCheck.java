package dev.cif.hive.check;

import dev.cif.format.read.SplitDirectories;
import dev.cif.hive.table.CifTables;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.plan.LoadTableDesc;
import org.apache.hadoop.hive.ql.plan.MoveWork;

/**
 * Refuses LOAD DATA that would move files into the folder of a CIF table. The table consists of
 * folders, and every query would fail until the file is moved away. Hive's own check covers only
 * the formats that come with it.
 */
public final class LoadDataCheck {
  private LoadDataCheck() {}

  public static void check(List<Task<?>> rootTasks, Configuration conf) throws SemanticException {
    for (Task<?> task : rootTasks) {
      // Hive moves only if the source holds just files; rows of folders are inserted.
      if (task.getWork() instanceof MoveWork move && intoCif(move.getLoadTableWork())) {
        Path source = move.getLoadTableWork().getSourcePath();
        try {
          refuseFiles(source, conf);
        } catch (IOException e) {
          throw new SemanticException(e);
        }
      }
    }
  }

  private static boolean intoCif(LoadTableDesc load) {
    return load != null && CifTables.isCif(load.getTable().getInputFileFormatClass());
  }

  private static void refuseFiles(Path source, Configuration conf)
      throws IOException, SemanticException {
    FileSystem fs = source.getFileSystem(conf);
    FileStatus[] found = fs.globStatus(source);
    if (found != null && found.length == 1 && found[0].isDirectory()) {
      found = fs.listStatus(found[0].getPath());
    }
    for (FileStatus file : found == null ? new FileStatus[0] : found) {
      if (file.isFile() && file.getLen() > 0 && !SplitDirectories.isHidden(file)) {
        throw new SemanticException(
            file.getPath()
                + ": a CIF table holds split-directories, not files; name the folder that holds"
                + " split-directories, or read the file through a table of its format and insert"
                + " that into this one");
      }
    }
  }
}
