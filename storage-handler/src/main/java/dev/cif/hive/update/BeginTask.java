package dev.cif.hive.update;

import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/** First task of an UPDATE: locks the columns that it sets, before anything is read. */
public final class BeginTask extends HiveTask<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try {
      OpenUpdate.begin(work, conf, isShutdown == null ? taskQueue::isShutdown : isShutdown);
      return 0;
    } catch (IOException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_UPDATE_BEGIN";
  }
}
