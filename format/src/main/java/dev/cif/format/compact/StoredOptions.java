package dev.cif.format.compact;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.PlacementKey;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Compression;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Recovers the options with which a split-directory was written, as far as its files tell. For each
 * column these are the layout, the codec of layout block, the skip distances, statistics of parts
 * and the storage policy. For the split these are the filters, the columns that share files, and
 * the order of the rows.
 */
final class StoredOptions {
  private StoredOptions() {}

  /**
   * Returns the options to write a split's columns with.
   *
   * @param given function that returns an overriding property, for all columns or for one, or null
   * @throws IllegalArgumentException with the name of the invalid property
   */
  static WriteOptions of(FileSystem fs, SplitReader split, UnaryOperator<String> given)
      throws IOException {
    CifSchema schema = split.schema();
    Map<String, String> stored = new HashMap<>();
    Map<String, Integer> grouped = new HashMap<>();
    Set<Path> files = new HashSet<>();
    for (int i = 0; i < schema.size(); i++) {
      files.add(split.file(i));
    }
    Map<Path, StoragePolicy> policies = StoragePolicy.of(fs, split.directory(), files);
    for (int i = 0; i < schema.size(); i++) {
      String name = "." + CifSchema.foldCase(schema.column(i).name());
      ColumnDescription file = split.describe(i);
      put(stored, given, WriteOptions.LAYOUT, name, file.layout().text());
      if (file.compression() != Compression.NONE) {
        put(stored, given, WriteOptions.COMPRESSION, name, file.compression().text());
      }
      if (file.skips() != null) {
        put(stored, given, WriteOptions.SKIP_DISTANCES, name, file.skips().toString());
      }
      if (split.parts(i) != null) {
        put(stored, given, WriteOptions.PART_STATISTICS, name, "true");
      }
      String policy = policies.get(split.file(i)).text();
      put(stored, given, WriteOptions.STORAGE_POLICY, name, policy);
      if (split.isGrouped(i)) {
        grouped.merge(split.fileName(i), 1, Integer::sum);
        put(stored, given, WriteOptions.COLUMN_GROUP, name, split.fileName(i));
      }
    }
    SortOrder order = split.sortedBy();
    if (!order.isNone()) {
      stored.put(WriteOptions.SORT_BY, order.toString());
    }
    int largest = grouped.values().stream().mapToInt(n -> n).max().orElse(0);
    if (largest > ColumnGroups.DEFAULT_SIZE) {
      put(stored, given, WriteOptions.COLUMNS_PER_GROUP, "", String.valueOf(largest));
    }
    WriteOptions options =
        WriteOptions.fromProperties(
            schema,
            property -> {
              String value = given.apply(property);
              return value == null ? stored.get(property) : value;
            });
    return given.apply(WriteOptions.FILTERS) == null
        ? options.withFilters(filters(split))
        : options;
  }

  /** Returns the keys of a split's filters, each as the names of its columns. */
  private static List<List<String>> filters(SplitReader split) {
    CifSchema schema = split.schema();
    return split.filters().stream()
        .map(filter -> filter.columns().stream().map(i -> schema.column(i).name()).toList())
        .toList();
  }

  private static void put(
      Map<String, String> stored,
      UnaryOperator<String> given,
      String property,
      String column,
      String value) {
    if (given.apply(property) == null) {
      stored.put(property + column, value);
    }
  }

  /** Returns the options with the placement of the split-directories, if all have the same one. */
  static WriteOptions placed(WriteOptions options, List<FoundSplit> splits) throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    PlacementKey last = null;
    for (FoundSplit split : splits) {
      Optional<PlacementKey> key = PlacementKey.of(split.fs(), split.directory());
      last = key.orElse(null);
      keys.add(String.valueOf(last));
    }
    return keys.size() == 1 && last != null
        ? options.withGroup(last.group()).ofPart(last.number())
        : options;
  }
}
