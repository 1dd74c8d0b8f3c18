package dev.cif.hive.describe;

import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Last task of a statement: makes the table file say what the metastore says.
 *
 * <p>A failure fails no statement, since the metastore has the change already. Readers of the file
 * then see the table as it was, until the next statement.
 */
public final class TableFileTask extends HiveTask<TableFileWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try {
      Hive hive = getHive();
      Table table = hive.getTable(work.database(), work.table(), false);
      if (table != null && HiveDescription.isKept(table)) {
        new TableFileSync(hive, conf, table).run(work.isCreated(), work.movesPartitions());
      }
    } catch (IOException | HiveException | RuntimeException e) {
      LOG.error("The table file of {} is as it was", work, e);
      console.printError(
          "CIF: readers without a metastore see "
              + work.database()
              + "."
              + work.table()
              + " as it was, until the next statement that changes it: "
              + e.getMessage());
    }
    return 0;
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_TABLE_FILE";
  }
}
