package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.SplitDirectories;
import dev.cif.format.SplitReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The split-directories of a table, listed once. Immutable.
 *
 * @param fs not to be closed: Hadoop shares it with others
 */
record Table(Settings settings, FileSystem fs, List<TableSplit> splits) {
  /**
   * Lists a table.
   *
   * @throws CifException if its folder does not exist or holds files of another format
   */
  static Table list(Settings settings) throws IOException {
    FileSystem fs = settings.path().getFileSystem(new Configuration());
    Path root = fs.makeQualified(settings.path());
    List<Path> directories;
    try {
      directories = SplitDirectories.listStrictly(fs, root);
    } catch (FileNotFoundException e) {
      throw CifException.at(
          root,
          null,
          -1,
          "there is no such folder; correct \"" + Settings.PATH + "\" of the init string",
          e);
    }
    List<TableSplit> splits = new ArrayList<>();
    for (Path directory : directories) {
      splits.add(TableSplit.of(root, directory));
    }
    return new Table(settings, fs, splits);
  }

  /** The splits whose partition values alone do not rule out all rows. */
  List<TableSplit> matching(List<Conjunct> conjuncts) throws IOException {
    List<TableSplit> matching = new ArrayList<>();
    for (TableSplit split : splits) {
      boolean possible = true;
      for (Conjunct conjunct : conjuncts) {
        possible &= conjunct.isPossible(split, settings);
      }
      if (possible) {
        matching.add(split);
      }
    }
    return matching;
  }

  SplitReader open(TableSplit split) throws IOException {
    return SplitReader.open(fs, split.directory(), settings.options());
  }
}
