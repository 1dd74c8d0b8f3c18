package dev.cif.hive.table;

import dev.cif.hive.version.HivePlans;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.io.HiveFileFormatUtils;
import org.apache.hadoop.hive.ql.plan.FetchWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.MapredLocalWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;
import org.apache.hadoop.hive.ql.plan.TableDesc;

/** Properties of the table that a job reads at a path. */
public final class TableProperties {
  private TableProperties() {}

  /**
   * Returns the properties, by name.
   *
   * @param place folder of the table or of a partition, or one below
   */
  @SuppressWarnings("deprecation") // commons-text, which has it now, comes with Hive 4 only
  public static UnaryOperator<String> of(Configuration job, Path place) throws IOException {
    TableDesc table = inPlan(job, place);
    if (table != null) {
      Properties properties = table.getProperties();
      return properties::getProperty;
    }
    // A job without a plan reads one table, and Hive has put its properties there.
    return name -> StringEscapeUtils.unescapeJava(job.get(name));
  }

  /**
   * Returns the table in a job's plan. The job's configuration may hold properties of another
   * table, because Hive leaves those of earlier tables there.
   */
  private static TableDesc inPlan(Configuration job, Path place) throws IOException {
    MapWork work =
        Utilities.getMergeWork(job) instanceof MapWork merged ? merged : Utilities.getMapWork(job);
    if (work == null) {
      return null;
    }
    PartitionDesc scanned = at(HivePlans.pathToPartition(work), place);
    return scanned == null ? fetched(work.getMapRedLocalWork(), place) : scanned.getTableDesc();
  }

  /** Returns the table, if it is one that a sort merge join on mr reads beside the scan. */
  private static TableDesc fetched(MapredLocalWork local, Path place) throws IOException {
    if (local == null) {
      return null;
    }
    for (FetchWork fetch : local.getAliasToFetchWork().values()) {
      if (fetch.getTblDir() != null && at(Map.of(fetch.getTblDir(), fetch), place) != null) {
        return fetch.getTblDesc();
      }
      for (int i = 0; fetch.getPartDir() != null && i < fetch.getPartDir().size(); i++) {
        if (at(Map.of(fetch.getPartDir().get(i), fetch), place) != null) {
          return fetch.getPartDesc().get(i).getTableDesc();
        }
      }
    }
    return null;
  }

  private static <T> T at(Map<Path, T> folders, Path place) throws IOException {
    return folders == null
        ? null
        : HiveFileFormatUtils.getFromPathRecursively(folders, place, null, false, true);
  }
}
