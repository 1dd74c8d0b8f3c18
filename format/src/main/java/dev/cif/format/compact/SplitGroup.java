package dev.cif.format.compact;

import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.CifSchema;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Group of split-directories that are joined. Immutable.
 *
 * @param folder folder of the joined split-directory
 * @param schema schema of the last of them; all have the same columns, perhaps under other names or
 *     in another order
 * @param splits at least two, in the order of their paths, which is that of the rows
 * @param rows number of rows of all
 * @param bytes size of all files except schema files, in bytes
 */
public record SplitGroup(
    Path folder, CifSchema schema, List<FoundSplit> splits, long rows, long bytes) {
  public SplitGroup {
    splits = List.copyOf(splits);
  }

  /** Returns the number of files of all, including schema files. */
  public long files() {
    return splits.stream().mapToLong(split -> 1 + split.listed().files().size()).sum();
  }
}
