package dev.cif.hive.update;

import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.conf.Constants;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Prepares managed tables for REPL DUMP. It first marks their database as replicated, and then
 * makes their changes part of their files. An UPDATE that is committed in between finds the mark,
 * and fails: both hold the lock of commits.
 */
public final class ReplicationTask extends HiveTask<ReplicationWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try {
      for (Map.Entry<String, List<String>> scope : work.scope().entrySet()) {
        List<Table> tables = Replication.copiedByFiles(getHive(), scope.getKey(), scope.getValue());
        if (!tables.isEmpty()) {
          Replication.markAsSource(getHive(), scope.getKey(), policy());
        }
        for (Table table : tables) {
          FoldChangesTask.fold(conf, FoldChangesTask.folders(getHive(), table, Map.of()));
        }
      }
      return 0;
    } catch (IOException | HiveException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  /** Returns the value that Hive gives the property of such a database. */
  private String policy() {
    String statement = "default_" + getQueryState().getQueryString();
    return conf.get(Constants.SCHEDULED_QUERY_SCHEDULENAME, statement);
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_REPLICATION";
  }
}
