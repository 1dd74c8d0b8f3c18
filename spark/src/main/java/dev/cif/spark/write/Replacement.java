package dev.cif.spark.write;

import dev.cif.format.scan.FolderValues;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** Rows that a statement replaces, as the split-directories that hold them. Immutable. */
final class Replacement {
  /** Keeps all rows. */
  static final Replacement NONE = new Replacement(null);

  /** Replaces all rows. */
  static final Replacement ALL = new Replacement(null);

  /** Replaces the rows of each folder that gets new ones. */
  static final Replacement DYNAMIC = new Replacement(null);

  private final FolderCondition condition;

  private Replacement(FolderCondition condition) {
    this.condition = condition;
  }

  /** Returns the replacement of the rows that satisfy a condition. */
  static Replacement of(FolderCondition condition) {
    return new Replacement(condition);
  }

  /**
   * Returns a test of split-directories that are replaced.
   *
   * @param written paths, relative to the root, of the folders that get rows
   */
  java.util.function.Predicate<Path> of(Path root, Collection<String> written) {
    if (this == NONE || this == ALL) {
      return split -> this == ALL;
    }
    Set<Map<String, String>> values = new HashSet<>();
    written.forEach(folder -> values.add(values(root, new Path(new Path(root, folder), "split"))));
    return split -> {
      try {
        return this == DYNAMIC
            ? values.contains(values(root, split))
            : condition.holds(root, split);
      } catch (IOException e) {
        throw TableFolder.unchecked(e);
      }
    };
  }

  private static Map<String, String> values(Path root, Path split) {
    FolderValues folders = FolderValues.of(root, split);
    Map<String, String> values = new LinkedHashMap<>();
    folders.keys().forEach(key -> values.put(key, folders.text(key)));
    return values;
  }
}
