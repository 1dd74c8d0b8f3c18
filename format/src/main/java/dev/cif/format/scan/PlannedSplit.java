package dev.cif.format.scan;

import dev.cif.format.SplitReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * A split-directory that has to be read.
 *
 * @param directory the split-directory
 * @param length bytes of the files of the wanted columns
 * @param hosts those that hold the largest of these files; none if every host is as near
 */
public record PlannedSplit(Path directory, long length, List<String> hosts) {
  /**
   * What reading some columns of a split takes.
   *
   * @param columns positions in the split's schema
   */
  public static PlannedSplit of(SplitReader split, List<Integer> columns) throws IOException {
    long length = columns.stream().mapToLong(split::fileLength).sum();
    return new PlannedSplit(split.directory(), length, split.hosts(columns));
  }
}
