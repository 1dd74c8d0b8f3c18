package dev.cif.hive.table;

import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.hive.version.HiveSettings;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;

/**
 * Recognises the query by which Hive compacts an insert-only table: {@code INSERT INTO} a temporary
 * table whose folder is the compaction's result, {@code base_8_v21} or {@code delta_1_8_v21}.
 */
public final class CompactionJob {
  /** Name of a file in the folder of a result, which readers ignore by its name. */
  static final String MARKER = "_cif_compacted";

  private static final Pattern RESULT = Pattern.compile("(?:base_\\d+|delta_\\d+_\\d+)_v(\\d+)");
  private static final String QUERY = "tmp_compactor_";

  private CompactionJob() {}

  /** Returns the transaction of the compaction that creates a folder; -1 if none does. */
  public static long transaction(Path folder) {
    Matcher result = RESULT.matcher(folder.getName());
    return result.matches() ? Long.parseLong(result.group(1)) : -1;
  }

  /** Returns true if a job may be a compaction; a false positive does no harm. */
  public static boolean isOne(Configuration job) {
    return HiveSettings.queryString(job).contains(QUERY);
  }

  /**
   * Finds the split-directories to compact, with all their changes. The result's folder exists by
   * now. An UPDATE that is committed later finds it, and fails; otherwise it would be lost.
   */
  public static List<FoundSplit> find(
      List<SplitFinder.Root> roots, ReadOptions options, SplitFinder.FileRoot files)
      throws IOException {
    if (roots.isEmpty()) {
      return List.of();
    }
    // All roots are of one table.
    SplitFinder.Root first = roots.get(0);
    return TableChange.between(
        first.fs(), first.path(), () -> SplitFinder.find(roots, options, files));
  }

  /**
   * Leaves a file in the folder of the result. Hive removes a folder without files, and folders in
   * it don't count (QueryCompactor.Util.cleanupEmptyDir).
   */
  public static void mark(FileSystem fs, Properties table) throws IOException {
    String location = table.getProperty(hive_metastoreConstants.META_TABLE_LOCATION);
    if (location == null || transaction(new Path(location)) < 0) {
      return;
    }
    Path marker = new Path(location, MARKER);
    try {
      fs.createNewFile(marker);
    } catch (IOException e) {
      // Another task creates it.
      if (!fs.exists(marker)) {
        throw e;
      }
    }
  }
}
