package dev.cif.embedded;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;

/**
 * Action in the midst of a statement: once, at the next hook that is set, or at the next row that
 * is a statement's function.
 */
final class Steps {
  private static final AtomicReference<Step> NEXT = new AtomicReference<>();

  private Steps() {}

  /** Action. */
  interface Step {
    void take() throws Exception;
  }

  static void next(Step step) {
    NEXT.set(step);
  }

  /** Returns true once the action was taken. */
  static boolean isTaken() {
    return NEXT.get() == null;
  }

  private static void take() throws Exception {
    Step step = NEXT.getAndSet(null);
    if (step != null) {
      step.take();
    }
  }

  /** For {@code hive.exec.pre.hooks} and {@code hive.exec.post.hooks}: around a query's tasks. */
  public static final class Hook implements ExecuteWithHookContext {
    @Override
    public void run(HookContext context) throws Exception {
      String query = context.getQueryPlan().getQueryStr();
      if (query.regionMatches(true, 0, "INSERT", 0, 6) || query.startsWith("SELECT")) {
        take();
      }
    }
  }

  /** For {@code CREATE TEMPORARY FUNCTION}: gives its argument back. */
  @SuppressWarnings("deprecation")
  public static final class Function extends UDF {
    public Integer evaluate(Integer value) throws Exception {
      take();
      return value;
    }
  }
}
