package dev.cif.format.compact;

import dev.cif.format.CifSchema;
import dev.cif.format.scan.FoundSplit;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Split-directories that become one. Immutable.
 *
 * @param folder where that one is to stand
 * @param schema of the last of them: they have the same columns, perhaps under other names, or in
 *     another order
 * @param splits at least two, in the order of their paths, which is that of the rows
 * @param rows of all
 * @param bytes of all files, but schema files
 */
public record SplitGroup(
    Path folder, CifSchema schema, List<FoundSplit> splits, long rows, long bytes) {
  public SplitGroup {
    splits = List.copyOf(splits);
  }

  /** Files of all, schema files included. */
  public long files() {
    return splits.stream().mapToLong(split -> 1 + split.listed().files().size()).sum();
  }
}
