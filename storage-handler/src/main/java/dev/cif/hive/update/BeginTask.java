package dev.cif.hive.update;

import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/** First task of an UPDATE: locks the columns that it sets, before anything is read. */
public final class BeginTask extends Task<UpdateWork> {
  private static final long serialVersionUID = 1L;

  @Override
  public int execute() {
    try {
      OpenUpdate.begin(work, conf, taskQueue);
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
