package dev.cif.hive;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hive.ql.io.IOContextMap;
import org.apache.tez.hadoop.shim.HadoopShim;
import org.apache.tez.hadoop.shim.HadoopShimProvider;
import org.apache.tez.hadoop.shim.HadoopShimsLoader;

/**
 * Gives each task of Tez's local mode an input context of its own in Hive, as LLAP does.
 *
 * <p>In that mode the tasks of all sessions run in one process, and Hive's tasks share one context
 * by the name of their vertex ({@code Map 1}). It says which file and row a task reads, and that a
 * reader has failed. So tasks take the files and rows of others for theirs, and after one error
 * every later task ends in silence, without a row.
 *
 * <p>Tez tells this class of each task, in the task's thread, before anything else of the task is
 * made: threads that the task starts inherit its context. Tez finds the class by {@code
 * META-INF/services}, or by its setting {@link #SETTING} where there are several.
 */
public final class TaskContexts extends HadoopShimProvider {
  /** Tez's setting for the name of such a class. */
  public static final String SETTING = HadoopShimsLoader.TEZ_HADOOP_SHIM_PROVIDER_CLASS;

  /**
   * Set by YARN in its containers, each of which runs one task at a time, and none after a failed
   * one.
   */
  private static final String CONTAINER = "CONTAINER_ID";

  private static final String TASK = "tez_ta:";

  private static final AtomicLong TASKS = new AtomicLong();

  /** Hive's name of the context of each thread that runs tasks. */
  private static final Map<Thread, String> CONTEXTS = new ConcurrentHashMap<>();

  /** For Tez. */
  public TaskContexts() {}

  /** Nothing on a cluster, where Tez has another. */
  @Override
  public HadoopShim createHadoopShim(String hadoop, int major, int minor) {
    return System.getenv(CONTAINER) == null ? new Shim() : null;
  }

  private static final class Shim extends HadoopShim {
    @Override
    public void setHadoopCallerContext(String caller) {
      if (caller.startsWith(TASK)) {
        begin();
      }
    }
  }

  private static void begin() {
    CONTEXTS.forEach(
        (thread, context) -> {
          if (!thread.isAlive() && CONTEXTS.remove(thread, context)) {
            drop(context);
          }
        });
    String context = "cif-" + TASKS.incrementAndGet();
    String last = CONTEXTS.put(Thread.currentThread(), context);
    if (last != null) {
      drop(last);
    }
    IOContextMap.setThreadAttemptId(context);
  }

  /** Hive drops contexts of the calling thread only. */
  private static void drop(String context) {
    IOContextMap.setThreadAttemptId(context);
    IOContextMap.clearThreadAttempt(context);
  }
}
