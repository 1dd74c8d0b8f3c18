package dev.cif.hive.version;

import java.io.Serializable;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.ql.DriverContext;
import org.apache.hadoop.hive.ql.exec.Task;

/**
 * Task of a plan, for each version of Hive: Hive 4 calls {@code execute()}, 3.1 {@code
 * execute(DriverContext)}. This class is compiled against 3.1, which has the latter's parameter.
 *
 * @param <W> work of the task
 */
public abstract class HiveTask<W extends Serializable> extends Task<W> {
  private static final long serialVersionUID = 1L;

  /** Method that Hive 4 calls. */
  public final int execute() {
    return run(null);
  }

  /** Method that Hive 3.1 calls. */
  @Override
  protected final int execute(DriverContext statement) {
    return run(statement::isShutdown);
  }

  /**
   * Does the work.
   *
   * @param isShutdown true when the statement was cancelled, or another of its tasks has failed;
   *     null in Hive 4, where a task knows its queue
   * @return 0 for success; else the cause is set by {@code setException}
   */
  protected abstract int run(BooleanSupplier isShutdown);
}
